/** What becomes of a message in the record. docs/inbound.md#into-the-record. */
import type { InboundReading } from '../../inbound/read-inbound.ts'

export type Clinical = Extract<InboundReading, { readonly kind: 'clinical' }>

export type Sender = { readonly id: string; readonly name: string }

export type Applied = {
  /** stored: it changed the record; unchanged: the record had it; older: a later edition is there; held: it waits for a person. */
  readonly outcome: 'stored' | 'unchanged' | 'older' | 'held'
  /** Codes with the places that they are about, `birth-date-differs PID-7`; never a value. */
  readonly reason?: string
  /** `Type/id` of what it wrote. */
  readonly resources: readonly string[]
}

/** Whose record a held message belongs to, as a person has decided: that of this patient, or of nobody who is here. */
export type Decision = { readonly patient: string } | { readonly isNew: true }
