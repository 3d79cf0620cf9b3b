/** The records of the audit as they are sealed: the bytes of every column, in the order (tx, seq). STORE.md "Audit". */
import type pg from 'pg'
import { utc } from '../columns.ts'
import { leafHash } from './merkle.ts'

/** Every column of the first format but the record's place. */
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
 * Added since: one is hashed where it has a value, so that what was sealed before it gives the same hash. The first is its text alone, the
 * others say their names, so that no two records have one form.
 */
export const laterLeafColumns = ['issuer', 'artifact_spoke'] as const

export const format = 1

/** Where a record stands: its tenant and its place in the tenant's order. */
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

/** In pages, so that neither memory nor the main loop is held by many. */
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
