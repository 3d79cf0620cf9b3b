/** The meaning of a network failure for a delivery. */
import { OutboundError, type OutboundReason } from '../outbound/outbound-error.ts'
import { failedReceipt, type Receipt, type ReceiptReason, rejectedReceipt } from './transport.ts'

/** Another try does not change our own policy, or an answer that is too large. */
const finalReasons: Partial<Readonly<Record<OutboundReason, ReceiptReason>>> = {
  'refused-by-policy': 'refused-by-policy',
  'too-large': 'answer-too-large',
}

/** Any other error is a fault, and thrown again. */
export function outboundReceipt(error: unknown): Receipt {
  if (!(error instanceof OutboundError)) throw error
  const final = finalReasons[error.reason]
  if (final === undefined) return failedReceipt(error.reason, error.sent)
  return { ...rejectedReceipt(final), unknown: error.sent }
}
