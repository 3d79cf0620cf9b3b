/** The record of a mapping table. docs/channels.md#mapping-tables; D247 */

/** One version of a mapping table; its rows are in `mapping-rows.ts`. */
export type MappingTableContent = {
  readonly name: string
  /** The number of rows. */
  readonly rows: number
  /** The hash of the rows: the same for the same rows. */
  readonly sha256: string
  /** The source systems of its rows. */
  readonly systems: readonly string[]
  /** The source systems that have a default. */
  readonly defaults: readonly string[]
}
