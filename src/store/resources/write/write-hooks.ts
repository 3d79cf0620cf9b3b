/** Work that goes with the resources of some types: it runs with every write of the resource, in its transaction `Tx`. */
import type { MaybePromise } from '../../../core/maybe-promise.ts'
import type { ResourceAddress, Space, Stored } from '../types.ts'
import type { Write } from './write-rows.ts'

export type WriteHook<Tx> = {
  /** Called before the resource is written. Answers what to write instead; throws to refuse. */
  readonly put: (tx: Tx, write: Write) => MaybePromise<Write>
  readonly remove?: (tx: Tx, stored: Stored) => Promise<void>
  /** Brings the rows of a resource that an earlier release stored to the form of this release. */
  readonly renew?: (tx: Tx, stored: Stored) => Promise<void>
}

/** By space and type. */
export type WriteHooks<Tx> = { readonly [S in Space]?: HooksOfTypes<Tx> | undefined }

export type HooksOfTypes<Tx> = Readonly<Partial<Record<string, WriteHook<Tx>>>>

export const hookOf = <Tx>(
  hooks: WriteHooks<Tx>,
  { space, type }: Pick<ResourceAddress, 'space' | 'type'>,
): WriteHook<Tx> | undefined => hooks[space]?.[type]
