/** What goes with the resources of some types: rows of their own, which follow every write of the resource in its transaction. */

import type { Tx, Write } from '../../transaction.ts'
import type { Stored } from '../content.ts'

export type Companion = {
  /** Before the resource is written. Answers what is written in its place; throws where it may not be. */
  readonly put: (tx: Tx, write: Write) => Promise<Write>
  readonly remove: (tx: Tx, stored: Stored) => Promise<void>
  /** Brings the rows of a resource that an earlier release has stored to what this one keeps of it. */
  readonly renew?: (tx: Tx, stored: Stored) => Promise<void>
}

/** By FHIR type. */
export type Companions = Readonly<Partial<Record<string, Companion>>>

const none: Companion = { put: async (_tx, write) => write, remove: async () => undefined }

export const companionOf = (companions: Companions, { space, type }: Pick<Write, 'space' | 'type'>): Companion =>
  (space === 'fhir' ? companions[type] : undefined) ?? none
