/** The records of the audit as they are sealed: the bytes of every column, in the order (tx, seq). docs/design/store.md#audit. */
import type pg from 'pg'
import { utc } from '../columns.ts'
import { leafHash } from './merkle.ts'

/** Every column of the first format, except the position of the record. */
export const leafColumns = [
  'id',
  'at',
  'kind',
  'subject',
  'client',
  'spoke',
  'roles',
  'practitioner',
  'request_id',
  'resource_type',
  'resource_id',
  'version',
  'encounter_id',
  'artifact_id',
  'patient_id',
  'from_state',
  'to_state',
  'reason',
  'hash',
  'confidence',
  'count',
  'query',
  'artifact_type',
] as const

/**
 * Columns that came later. Each is hashed only if it has a value, so that older records keep their hash. The first is its text alone,
 * the others include their name, so that no two records have the same form.
 */
export const laterLeafColumns = ['issuer', 'artifact_spoke'] as const

export const format = 1

/** The tenant's number and the position in the tenant's order. */
export type Position = { readonly tx: string; readonly seq: string }

/** `values` is the text of a JSON array of the columns, as PostgreSQL writes it. */
export type Leaf = Position & { readonly values: string }

export const startOfAll: Position = { tx: '0', seq: '0' }

const canonical = (column: string): string => (column === 'at' ? utc('at', 'US') : column)

const formOf = (column: (typeof laterLeafColumns)[number]): string =>
  column === 'issuer' ? column : `jsonb_build_object('${column}', ${column})`

const later = laterLeafColumns.map(
  (column) => ` || case when ${column} is null then '[]' else jsonb_build_array(${formOf(column)}) end`,
)

const selection = `tx::text as tx, seq::text as seq, (jsonb_build_array(${leafColumns.map(canonical).join(', ')})${later.join('')})::text as values`

export const hashLeaf = (tenant: number, { tx, seq, values }: Leaf): Buffer =>
  leafHash(`${format}|${tenant}|${tx}|${seq}|${values}`)

export const recordIdOf = ({ values }: Leaf): string => (JSON.parse(values) as string[])[0] ?? ''

/** RFC 3339 UTC, microseconds: the second text of the array, after a UUID. */
export const timeOf = ({ values }: Leaf): string => values.slice(42, values.indexOf('"', 42))

/** After `from` and up to `through`. */
export type Span = { readonly tenant: number; readonly from: Position; readonly through: Position }

export async function listLeaves(client: pg.ClientBase | pg.Pool, span: Span, limit: number): Promise<Leaf[]> {
  const { tenant, from, through } = span
  const { rows } = await client.query<Leaf>({
    name: 'audit-leaves',
    text: `select ${selection} from audit
           where tenant = $1 and (tx, seq) > ($2::xid8, $3::bigint) and (tx, seq) <= ($4::xid8, $5::bigint)
           order by audit.tx, audit.seq limit $6`,
    values: [tenant, from.tx, from.seq, through.tx, through.seq, limit],
  })
  return rows
}

const pageSize = 1_000

/** In pages, to bound memory and to let the main loop run. */
export async function* pageLeaves(client: pg.ClientBase | pg.Pool, span: Span, limit: number): AsyncGenerator<Leaf[]> {
  let from = span.from
  for (let left = limit; left > 0; ) {
    const page = await listLeaves(client, { ...span, from }, Math.min(pageSize, left))
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    if (page.length < pageSize) return
    left -= page.length
    from = last
  }
}

export const comesAfter = (a: Position, b: Position): boolean =>
  a.tx === b.tx ? BigInt(a.seq) > BigInt(b.seq) : BigInt(a.tx) > BigInt(b.tx)
