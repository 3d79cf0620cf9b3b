/** Finds mapping tables by their names, and writes their versions. docs/channels.md#mapping-tables; D247 */
import { newId } from '../../core/ids.ts'
import { sha256Of } from '../../core/sha256.ts'
import {
  countRowChanges,
  defaultCode,
  type MappingRow,
  putMappingRows,
  type RowChanges,
  type TableVersion,
} from '../../store/channels/mapping-rows.ts'
import type { MappingTableContent } from '../../store/channels/mapping-table-content.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'

/** The pattern of a table's name. In a folder of channel files it is the name of the CSV file without its ending. */
export const tableName = /^[a-z0-9][a-z0-9-]{0,79}$/

export async function findMappingTable(tx: Tx, name: string): Promise<Stored | undefined> {
  const where = [{ parameter: 'name', values: [name] }]
  const { items } = await tx.search({ space: 'hub', type: 'MappingTable', where, limit: 1, order: 'oldest' })
  return items[0]
}

/** Reads a version of a table, even of one that has been deleted since. Throws `not-found`. */
export async function readTableVersion(tx: Tx, { tableId, version }: TableVersion): Promise<MappingTableContent> {
  return hubContent('MappingTable', await tx.readVersion(hubAddress('MappingTable', tableId), version))
}

export type GivenTable = { readonly name: string; readonly rows: readonly MappingRow[] }

export type PlannedTable = GivenTable & {
  readonly content: MappingTableContent
  /** Absent for a new table. */
  readonly stored?: Stored
  /** Undefined if the table has the same rows already. */
  readonly changes: RowChanges | undefined
}

/** Compares the given table with the stored one of that name, and writes nothing. Nobody else writes tables until the transaction ends. */
export async function planMappingTable(tx: Tx, given: GivenTable): Promise<PlannedTable> {
  await tx.lock('mapping-tables')
  const content = describeTable(given)
  const stored = await findMappingTable(tx, given.name)
  if (stored === undefined) return { ...given, content, changes: { added: given.rows.length, removed: 0, changed: 0 } }
  const isSame = hubContent('MappingTable', stored).sha256 === content.sha256
  return { ...given, content, stored, changes: isSame ? undefined : await countRowChanges(tx, stored.id, given.rows) }
}

type TableAddress = { readonly id: string; readonly version: number }

/** The number of the version that the plan leaves as the newest. */
export const versionOf = ({ stored, changes }: PlannedTable): number =>
  (stored?.version ?? 0) + (changes === undefined ? 0 : 1)

/** Writes a new version in the transaction in which it was planned. */
export async function putMappingTable(tx: Tx, { rows, content, stored }: PlannedTable): Promise<TableAddress> {
  const id = stored?.id ?? newId()
  const { version } = await tx.put({
    ...hubAddress('MappingTable', id),
    ...{ content: asJson(content), expected: stored?.version ?? 0 },
  })
  await putMappingRows(tx, { tableId: id, version }, rows)
  const kind = stored === undefined ? 'mapping-table.created' : 'mapping-table.changed'
  tx.record(kind, { resourceType: 'MappingTable', resourceId: id, version })
  return { id, version }
}

function describeTable({ name, rows }: GivenTable): MappingTableContent {
  const systems = [...new Set(rows.map(({ source }) => source.system))].toSorted()
  const defaults = rows.flatMap(({ source }) => (source.code === defaultCode ? [source.system] : []))
  return { name, rows: rows.length, sha256: hashRows(rows), systems, defaults: defaults.toSorted() }
}

/** The same hash for the same rows, in any order. */
function hashRows(rows: readonly MappingRow[]): string {
  const lines = rows.map(({ source, target }) =>
    JSON.stringify([source.system, source.code, target.system, target.code, target.display ?? null]),
  )
  return sha256Of(lines.toSorted().join('\n'))
}
