/** The meaning of a network failure for a delivery. */
import { OutboundError, type OutboundReason } from '../outbound/outbound-error.ts'
import { failedReceipt, type Receipt, rejectedReceipt } from './transport.ts'

/** Another try does not change our own policy, or an answer that is too large. */
const finalReasons: readonly OutboundReason[] = ['refused-by-policy', 'too-large']

/** Any other error is a fault, and thrown again. */
export function outboundReceipt(error: unknown): Receipt {
  if (!(error instanceof OutboundError)) throw error
  if (!finalReasons.includes(error.reason)) return failedReceipt(error.reason, error.sent)
  return { ...rejectedReceipt(error.reason), unknown: error.sent }
}
