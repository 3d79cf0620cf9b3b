/** The rows of mapping tables. A row is stored once for all versions in which it holds. D247 */
import type { Tx } from '../transaction.ts'

export type MappedCode = { readonly system: string; readonly code: string }
export type MappingTarget = MappedCode & { readonly display?: string }
export type MappingRow = { readonly source: MappedCode; readonly target: MappingTarget }

/** The source code of the row that has the default of its system. */
export const defaultCode = '*'

/** One version of a table. */
export type TableVersion = { readonly tableId: string; readonly version: number }

type Row = {
  readonly source_system: string
  readonly source_code: string
  readonly target_system: string
  readonly target_code: string
  readonly target_display: string | null
}

const presentRow = (row: Row): MappingRow => ({
  source: { system: row.source_system, code: row.source_code },
  target: {
    ...{ system: row.target_system, code: row.target_code },
    ...(row.target_display === null ? {} : { display: row.target_display }),
  },
})

const columns = 'r.source_system, r.source_code, r.target_system, r.target_code, r.target_display'
const isOfVersion = 'r.from_version <= $3 and (r.until_version is null or r.until_version > $3)'

const keyOf = ({ system, code }: MappedCode): string => JSON.stringify([system, code])

/** The targets of these codes in one version. */
export async function openMappingRows(
  tx: Tx,
  { tableId, version }: TableVersion,
  codes: readonly MappedCode[],
): Promise<(code: MappedCode) => MappingTarget | undefined> {
  const { rows } = await tx.client.query<Row>(
    `select ${columns} from unnest($4::text[], $5::text[]) as c (system, code)
     join mapping_row r on r.tenant = $1 and r.table_id = $2 and r.source_system = c.system and r.source_code = c.code
     where ${isOfVersion}`,
    [tx.tenant.number, tableId, version, codes.map(({ system }) => system), codes.map(({ code }) => code)],
  )
  const found = new Map(rows.map(presentRow).map(({ source, target }) => [keyOf(source), target]))
  return (code) => found.get(keyOf(code))
}

export type RowPage = TableVersion & {
  readonly limit: number
  /** The last row of the page before. */
  readonly after?: MappedCode | undefined
  readonly system?: string | undefined
  readonly code?: string | undefined
}

/** Lists rows in the order of their source codes, compared as bytes. */
export async function listMappingRows(tx: Tx, page: RowPage): Promise<readonly MappingRow[]> {
  const { tableId, version, limit, after, system, code } = page
  const { rows } = await tx.client.query<Row>(
    `select ${columns} from mapping_row r where r.tenant = $1 and r.table_id = $2 and ${isOfVersion}
       and ($4::text is null or (r.source_system, r.source_code) > ($4, $5))
       and r.source_system = coalesce($6, r.source_system) and r.source_code = coalesce($7, r.source_code)
     order by r.source_system, r.source_code limit $8`,
    [tx.tenant.number, tableId, version, after?.system, after?.code, system, code, limit],
  )
  return rows.map(presentRow)
}

/** The numbers of rows that a new version adds, removes and changes. */
export type RowChanges = { readonly added: number; readonly removed: number; readonly changed: number }

const givenRows = `with given as (select * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    as g (source_system, source_code, target_system, target_code, target_display))`

const valuesOf = (tx: Tx, tableId: string, rows: readonly MappingRow[]): unknown[] => [
  ...[tx.tenant.number, tableId],
  rows.map(({ source }) => source.system),
  rows.map(({ source }) => source.code),
  rows.map(({ target }) => target.system),
  rows.map(({ target }) => target.code),
  rows.map(({ target }) => target.display ?? null),
]

const isEqual = `(g.source_system, g.source_code, g.target_system, g.target_code) = (r.source_system, r.source_code, r.target_system, r.target_code)
  and g.target_display is not distinct from r.target_display`

/** Compares rows with those of the newest version, and changes nothing. */
export async function countRowChanges(tx: Tx, tableId: string, rows: readonly MappingRow[]): Promise<RowChanges> {
  const { rows: counted } = await tx.client.query<RowChanges>(
    `${givenRows}, r as (select * from mapping_row where tenant = $1 and table_id = $2 and until_version is null)
     select count(*) filter (where r.source_code is null)::int as added, count(*) filter (where g.source_code is null)::int as removed,
       count(*) filter (where g.source_code is not null and r.source_code is not null and not (${isEqual}))::int as changed
     from given g full join r on (g.source_system, g.source_code) = (r.source_system, r.source_code)`,
    valuesOf(tx, tableId, rows),
  )
  return counted[0] ?? { added: 0, removed: 0, changed: 0 }
}

/** Makes these the rows of a new version. Each source code comes once. */
export async function putMappingRows(tx: Tx, to: TableVersion, rows: readonly MappingRow[]): Promise<void> {
  await tx.client.query(
    `${givenRows}, r as (select * from mapping_row where tenant = $1 and table_id = $2 and until_version is null),
       ended as (update mapping_row e set until_version = $8 from r left join given g on ${isEqual}
         where g.source_code is null and e.tenant = $1 and e.table_id = $2 and e.until_version is null
           and (e.source_system, e.source_code) = (r.source_system, r.source_code))
     insert into mapping_row (tenant, table_id, source_system, source_code, from_version, target_system, target_code, target_display)
     select $1, $2, g.source_system, g.source_code, $8, g.target_system, g.target_code, g.target_display
     from given g left join r on ${isEqual} where r.source_code is null`,
    [...valuesOf(tx, to.tableId, rows), to.version],
  )
}
