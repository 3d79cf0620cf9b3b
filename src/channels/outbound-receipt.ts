/** What a network failure means for a delivery. */
import { OutboundError, type OutboundReason } from '../outbound/outbound-error.ts'
import { failedReceipt, type Receipt, rejectedReceipt } from './transport.ts'

/** Trying again changes nothing about our own policy or about an answer that is too large. */
const finalReasons: readonly OutboundReason[] = ['refused-by-policy', 'too-large']

/** Anything but an OutboundError is a bug, and thrown on. */
export function outboundReceipt(error: unknown): Receipt {
  if (!(error instanceof OutboundError)) throw error
  if (!finalReasons.includes(error.reason)) return failedReceipt(error.reason, error.sent)
  return { ...rejectedReceipt(error.reason), unknown: error.sent }
}
