/** What goes with the resources of some types: rows of their own, which follow every write of the resource in its transaction. */

import type { Tx, Write } from '../../transaction.ts'
import type { Stored } from '../content.ts'

export type WriteHook = {
  /** Before the resource is written. Answers what is written in its place; throws where it may not be. */
  readonly put: (tx: Tx, write: Write) => Promise<Write>
  readonly remove: (tx: Tx, stored: Stored) => Promise<void>
  /** Brings the rows of a resource that an earlier release has stored to what this one keeps of it. */
  readonly renew?: (tx: Tx, stored: Stored) => Promise<void>
}

/** By FHIR type. */
export type WriteHooks = Readonly<Partial<Record<string, WriteHook>>>

const none: WriteHook = { put: async (_tx, write) => write, remove: async () => undefined }

export const hookOf = (companions: WriteHooks, { space, type }: Pick<Write, 'space' | 'type'>): WriteHook =>
  (space === 'fhir' ? companions[type] : undefined) ?? none
