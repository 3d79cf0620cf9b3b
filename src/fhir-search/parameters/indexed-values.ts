/** Gathers the index rows of a resource. */
import type { Range, Reference, Token } from '../../store/resources/index-rows.ts'

export type IndexedValues = {
  readonly tokens: Token[]
  readonly marks: Token[]
  readonly references: Reference[]
  readonly ranges: Range[]
}
