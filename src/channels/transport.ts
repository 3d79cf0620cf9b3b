/** What every transport takes and answers. DESIGN.md "Documents, exports, channels"; hub-contract "Deliveries". */
import type { OutboundReason } from '../outbound/outbound-error.ts'

/** One rendered document on its way to one destination. */
export type Transmission = {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly fileName: string
  /** UUID, stable across retries and recall. */
  readonly documentId: string
  readonly kind: 'original' | 'recall'
  /** MSH-10 of this attempt, where the format has one. */
  readonly controlId: string
}

/** Beyond those of the network: what the other side, or the destination itself, had against it. */
export type ReceiptReason =
  | OutboundReason
  | 'authentication'
  | 'not-found'
  | 'rate-limited'
  | 'redirected'
  | 'error-at-receiver'
  | 'refused-by-receiver'
  | 'garbled-answer'
  | 'bad-destination'
  | 'bad-message'
  | 'name-refused'
  | 'name-taken'
  | 'directory-unavailable'
  | 'told-by-hand'

export type Receipt = {
  readonly state: 'sent' | 'committed' | 'accepted' | 'rejected' | 'failed'
  readonly reason?: ReceiptReason
  /** What the other side said, as its protocol's own code: `AA`, `201`, `written`. */
  readonly acknowledgement?: string
  /** The same transmission may go through later. */
  readonly retry: boolean
  /** It may have arrived. */
  readonly unknown: boolean
}

/** A transport never throws for what a destination or network does: that is a Receipt. */
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

/** On its way, and nobody will say more. D5 */
export const sentReceipt = (acknowledgement: string): Receipt => ({
  state: 'sent',
  acknowledgement,
  retry: false,
  unknown: false,
})

/** Not now: the same transmission may go through later. */
export const failedReceipt = (reason: ReceiptReason, unknown: boolean): Receipt => ({
  state: 'failed',
  reason,
  retry: true,
  unknown,
})

/** Never: someone has to look at it. */
export const rejectedReceipt = (reason: ReceiptReason): Receipt => ({
  state: 'rejected',
  reason,
  retry: false,
  unknown: false,
})
