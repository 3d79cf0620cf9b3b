/** Search over blind tokens: the first criterion drives, the rest are checked on the row. STORE.md "Search". */
import type pg from 'pg'
import type { Space, Stored } from './content.ts'
import { tokenHash } from './index-rows.ts'
import { openRow, type ResourceRow, resourceColumns } from './rows.ts'
import type { Tenant } from './tenants.ts'

export type Criterion = { readonly parameter: string; readonly values: readonly string[] }

/** Where a page ended: principal date (microseconds, as text) and key. */
export type Position = { readonly d: string; readonly key: string }

export type Search = {
  readonly space: Space
  readonly type: string
  /** All must hold; within one, any value. Put the most selective first. */
  readonly where: readonly Criterion[]
  readonly limit: number
  /** Default `newest`. */
  readonly order?: 'newest' | 'oldest'
  readonly after?: Position
}

export type Page = { readonly items: readonly Stored[]; readonly next: Position | undefined }

const columns = `${resourceColumns('r')}, r.d::text as position`

/** One page, with the position to go on from where there is more. */
export async function searchRows(client: pg.ClientBase, tenant: Tenant, search: Search): Promise<Page> {
  const values: unknown[] = [tenant.number, search.space, search.type]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const hashes = search.where.map((criterion) =>
    criterion.values.map((value) => tokenHash(tenant, search, { parameter: criterion.parameter, value })),
  )
  const single = hashes.findIndex((group) => group.length === 1)
  const newest = search.order !== 'oldest'
  const ordered = single < 0 ? 'r' : 't'
  const conditions = ['r.tenant = $1', 'r.space = $2', 'r.type = $3', 'not r.deleted']
  if (single >= 0) conditions.push('t.tenant = $1', `t.hash = ${bind(hashes[single]?.[0])}`)
  for (const [at, group] of hashes.entries()) {
    if (at !== single) conditions.push(`r.tokens && ${bind(`{${group.join(',')}}`)}::bigint[]`)
  }
  if (search.after !== undefined) {
    const cursor = `(${bind(search.after.d)}::timestamptz, ${bind(search.after.key)}::bigint)`
    conditions.push(`(${ordered}.d, ${ordered}.key) ${newest ? '<' : '>'} ${cursor}`)
  }
  const direction = newest ? 'desc' : 'asc'
  const { rows } = await client.query<ResourceRow>(
    `select ${columns} from ${single < 0 ? 'resource r' : 'token t join resource r on r.key = t.key'}
     where ${conditions.join(' and ')}
     order by ${ordered}.d ${direction}, ${ordered}.key ${direction} limit ${bind(search.limit + 1)}`,
    values,
  )
  const page = rows.slice(0, search.limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => openRow(tenant, row)),
    next: rows.length > search.limit && last !== undefined ? { d: last.position, key: last.key } : undefined,
  }
}
