/** What a message says of the identity of a report, a document or a referral: D203. */
import type { Identifier } from '@medplum/fhirtypes'

export type InboundDocument = {
  readonly kind: 'report' | 'document' | 'referral'
  /** Where its identity stands. */
  readonly place: 'OBR-3' | 'TXA-12' | 'RF1-6'
  /** With the system of its assigner. */
  readonly identifier: Identifier
  /** When this version was made: ISO time with a zone; absent where the message does not tell it. A later one is a newer version. */
  readonly version?: string
  /** The sender takes it back. */
  readonly isWithdrawn: boolean
  /** TXA-13: the document that this one replaces (T10), or that it is an addendum of (T06). */
  readonly parent?: { readonly relation: 'replaces' | 'appends'; readonly identifier: Identifier }
  /** Its entry in the Bundle. */
  readonly fullUrl: string
}
