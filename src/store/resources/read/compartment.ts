/** Lists the resources in the compartment of one resource, of every type. R4 compartmentdefinition.html; docs/design/store.md#search. */

import { compartmentHash } from '../index-rows.ts'
import type { Page, Position } from '../search/search.ts'
import type { Reader, Stored } from '../types.ts'
import { openRow, type ResourceRow, resourceColumns } from './rows.ts'
import { judgeFor, seenPage } from './seen-versions.ts'
import type { ScopedSpace } from './versions.ts'

export type CompartmentSearch = ScopedSpace & {
  /** `Type/id` of the resource that the compartment belongs to. */
  readonly target: string
  readonly types: readonly string[]
  /** Written at or after this instant. */
  readonly since?: string
  /** With a principal date from `start` to `end`; resources without one stay. */
  readonly start?: string
  readonly end?: string
  readonly limit: number
  readonly after?: Position
}

/** One page, newest first, in one statement that starts from the compartment's token. */
export async function listCompartment({ client, tenant }: Reader, search: CompartmentSearch): Promise<Page> {
  const judge = judgeFor(search)
  const { rows } = await client.query<ResourceRow>({
    name: `compartment-list-${tenant.tables.part}`,
    text: `select ${resourceColumns('r')}, t.d::text as position from ${tenant.tables.token} t join ${tenant.tables.resource} r on r.key = t.key
           where t.tenant = $1 and t.hash = $2 and r.tenant = $1 and r.space = $3 and r.type = any ($4) and not r.deleted
             and ($5::timestamptz is null or r.updated_at >= $5)
             and ($6::timestamptz is null or (t.d, t.key) < ($6, $7::bigint))
             and (r.d_end is null or (r.d_end >= coalesce($9::timestamptz, '-infinity') and r.d <= coalesce($10::timestamptz, 'infinity')))
           order by t.d desc, t.key desc limit $8`,
    values: [
      tenant.number,
      compartmentHash(tenant, search.space, search.target),
      search.space,
      search.types,
      search.since ?? null,
      search.after?.d ?? null,
      search.after?.key ?? null,
      search.limit + 1,
      search.start ?? null,
      search.end ?? null,
    ],
  })
  const page = rows.slice(0, search.limit)
  const last = page.at(-1)
  return seenPage(judge, {
    items: page.map((row) => openRow(tenant, row)),
    next: rows.length > search.limit && last !== undefined ? { d: last.position, key: last.key } : undefined,
  })
}

/** Finds those of these `Type/id` that exist, in one statement. */
export async function findMany(
  { client, tenant }: Reader,
  scoped: ScopedSpace,
  targets: readonly string[],
): Promise<readonly Stored[]> {
  const judge = judgeFor(scoped)
  if (targets.length === 0) return []
  const { rows } = await client.query<ResourceRow>({
    name: `resource-find-many-${tenant.tables.part}`,
    text: `select ${resourceColumns('r')} from unnest($3::text[], $4::text[]) as wanted (type, id)
             join ${tenant.tables.resource} r on r.tenant = $1 and r.space = $2 and r.type = wanted.type and r.id = wanted.id
           where not r.deleted`,
    values: [
      tenant.number,
      scoped.space,
      targets.map((target) => target.split('/')[0]),
      targets.map((target) => target.split('/')[1]),
    ],
  })
  const { items } = await seenPage(judge, { items: rows.map((row) => openRow(tenant, row)) })
  return items
}
