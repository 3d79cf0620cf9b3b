/** The record of a sender. docs/inbound.md#senders. */

/** A system that sends messages to us, and how a message is known to be of it. docs/inbound.md#senders. */
export type SenderContent = {
  readonly name: string
  readonly status: 'active' | 'disabled'
  /** From where it may send; without any, from everywhere, by its certificate or its secret. */
  readonly addresses: readonly string[]
  readonly certificate?: SenderCertificate
  /** MSH-3 and MSH-4 that it may name; without any, whatever it says. */
  readonly applications: readonly { readonly application?: string; readonly facility?: string }[]
  readonly characterSet?: 'utf-8' | 'latin1'
  /** IANA. */
  readonly timeZone?: string
  readonly maxBytes: number
  /** The time since which it names just these addresses, certificate and applications; absent: since it was created. D253 */
  readonly claimedAt?: string
  /** The time since which it has named them, alone or as a part of more; absent: since it was created. */
  readonly coveredAt?: string
  /** For HMAC; no answer but that which makes it shows it. */
  readonly secret?: string
}

/** Exactly one member. */
export type SenderCertificate = {
  /** RFC 4514. */
  readonly subject?: string
  readonly dns?: string
  readonly uri?: string
  readonly ip?: string
  readonly email?: string
  /** SHA-256 in base64url: `x5t#S256` of RFC 8705. */
  readonly thumbprint?: string
}
