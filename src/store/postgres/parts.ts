/**
 * The tables that are partitioned by tenant, and which part holds a tenant's rows. Statements name the part itself: a plan over all of
 * them, kept for whatever tenant, sorts what one part's index has in order. docs/design/store.md#tenants-and-keys.
 */
import type pg from 'pg'

const parts = 8
const names = ['resource', 'history', 'token', 'range', 'blob', 'audit'] as const

type Name = (typeof names)[number]

/** The names of one part's tables; `part` distinguishes statements by name. */
export type Tables = Readonly<Record<Name, string>> & { readonly part: number }

const all: readonly Tables[] = Array.from({ length: parts }, (_, part) => ({
  resource: `resource_${part}`,
  history: `history_${part}`,
  token: `token_${part}`,
  range: `range_${part}`,
  blob: `blob_${part}`,
  audit: `audit_${part}`,
  part,
}))

type Parted = { readonly tables: Tables }

/** A statement's text, or anything else that names tables, made once for each part. */
export function perPart<T>(build: (tables: Tables) => T): (tenant: Parted) => T {
  const made = new Map(all.map((tables) => [tables, build(tables)]))
  return ({ tables }) => made.get(tables) as T
}

/** PostgreSQL's own hash decides. */
export async function findTables(client: pg.ClientBase | pg.Pool, tenant: number): Promise<Tables> {
  const { rows } = await client.query<{ part: number }>(
    `select part from generate_series(0, $2 - 1) as part where satisfies_hash_partition('resource'::regclass, $2, part, $1::int)`,
    [tenant, parts],
  )
  const tables = all[rows[0]?.part ?? -1]
  if (tables === undefined) throw new Error('the tables of the database are parted otherwise')
  return tables
}
