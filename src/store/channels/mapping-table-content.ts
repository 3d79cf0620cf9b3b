/** The record of a mapping table. docs/channels.md#mapping-tables; D247 */

/** One version of a mapping table; its rows are in `mapping-rows.ts`. */
export type MappingTableContent = {
  readonly name: string
  /** How many. */
  readonly rows: number
  /** Equal for equal rows. */
  readonly sha256: string
  /** The source systems of its rows. */
  readonly systems: readonly string[]
  /** Those of them that have a default. */
  readonly defaults: readonly string[]
}
