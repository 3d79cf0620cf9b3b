/** The input and output of every transport. docs/design/exports-and-delivery.md#channels, #deliveries. */
import type { OutboundReason } from '../outbound/outbound-error.ts'

/** One rendered document on its way to one destination. */
export type Transmission = {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly fileName: string
  /** UUID, stable across retries and recall. */
  readonly documentId: string
  readonly kind: 'original' | 'recall'
  /** MSH-10 of this attempt, if the format has one. */
  readonly controlId: string
  /** The largest request to a FHIR server, by the limits of the channel. */
  readonly maxBytes?: number
  /** The document as a PDF, for a receiver that takes no more. Made when it is asked for. */
  readonly readPdf?: () => Promise<Uint8Array>
  /** Asked immediately before the first byte of the document, which does not go out if the answer is no. Absent: it may. */
  readonly mayStart?: () => Promise<boolean>
}

/** Besides those of the network: the objection of the other side, or of the destination itself. */
export type ReceiptReason =
  | OutboundReason
  | 'authentication'
  | 'host-key'
  | 'not-found'
  | 'rate-limited'
  | 'redirected'
  | 'error-at-receiver'
  | 'refused-by-receiver'
  | 'garbled-answer'
  | 'answer-too-large'
  | 'bad-destination'
  | 'bad-message'
  | 'name-refused'
  | 'name-taken'
  | 'directory-unavailable'
  | 'told-by-hand'
  | 'no-form'
  | 'patient-not-found'
  | 'over-max-bytes'

export type Receipt = {
  readonly state: 'sent' | 'committed' | 'accepted' | 'rejected' | 'failed'
  readonly reason?: ReceiptReason
  /** The answer of the other side, as a code of its protocol: `AA`, `201`, `written`. */
  readonly acknowledgement?: string
  /** The answer of the other side as it came, up to `mostReplyBytes`. */
  readonly reply?: Uint8Array
  /** A repetition may succeed. */
  readonly retry: boolean
  /** It may have arrived. */
  readonly unknown: boolean
  /** The other side asks for no repetition before. */
  readonly retryAfterMs?: number
  /** Committed, and the application answers later: how long that is awaited. */
  readonly answerWithinMs?: number
  /** Nothing was tried: `mayStart` said no, or its turn on a connection did not come in time. */
  readonly isUnstarted?: true
}

/** So much of an answer is kept. */
export const mostReplyBytes = 16 * 1024

/** Adds the first bytes of the answer to a receipt. Copies them, because they may lie in a far larger frame. An answer without bytes is not added. */
export const withReply = (receipt: Receipt, reply: Uint8Array | undefined): Receipt =>
  reply === undefined || reply.length === 0
    ? receipt
    : { ...receipt, reply: Buffer.from(reply.subarray(0, mostReplyBytes)) }

/** A transport never throws for a failure of a destination or network: that is a Receipt. */
export type Transport<Destination> = {
  readonly send: (destination: Destination, transmission: Transmission, signal: AbortSignal) => Promise<Receipt>
  /** Closes kept connections. */
  readonly close: () => Promise<void>
}

export const acceptedReceipt = (acknowledgement: string): Receipt => ({
  state: 'accepted',
  acknowledgement,
  retry: false,
  unknown: false,
})

/** Sent, and nobody will say more. D5 */
export const sentReceipt = (acknowledgement: string): Receipt => ({
  state: 'sent',
  acknowledgement,
  retry: false,
  unknown: false,
})

/** Failed now: a repetition may succeed. */
export const failedReceipt = (reason: ReceiptReason, unknown: boolean): Receipt => ({
  state: 'failed',
  reason,
  retry: true,
  unknown,
})

/** `mayStart` said no. */
export const unstartedReceipt: Receipt = { ...failedReceipt('cancelled', false), isUnstarted: true }

/** Never: a person must look at it. */
export const rejectedReceipt = (reason: ReceiptReason): Receipt => ({
  state: 'rejected',
  reason,
  retry: false,
  unknown: false,
})
