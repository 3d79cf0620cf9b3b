/** The queue of types to be indexed again, and the progress of each. docs/design/store.md#search. */
import type pg from 'pg'
import type { Queryable } from '../postgres/queryable.ts'
import type { Space } from '../resources/types.ts'
import type { Tx } from '../transaction.ts'

export type ReindexPlace = { readonly space: Exclude<Space, 'definitions'>; readonly type: string }

/** Starts again from the beginning if it is under way. */
const again = `on conflict (tenant, space, type) do update set fenced_at = null, after_id = '', done = 0, total = null`

export async function queueReindex(tx: Tx, { space, type }: ReindexPlace): Promise<void> {
  await tx.client.query(`insert into reindex (tenant, space, type) values ($1, $2, $3) ${again}`, [
    tx.tenant.number,
    space,
    type,
  ])
  tx.enqueue('reindex.queued', `${space}_${type}`)
}

/** Queues every type, or those of one tenant, or one type, whatever rows they have. Answers how many types. */
export async function queueEverything(
  pool: pg.Pool,
  { tenant, type }: { readonly tenant: string | undefined; readonly type: string | undefined },
): Promise<number> {
  const { rowCount } = await pool.query(
    `with found as materialized (
       select distinct t.number, r.space, r.type from tenant t join resource r on r.tenant = t.number and r.space in ('hub', 'fhir')
       where ($1::text is null or t.id::text = $1) and ($2::text is null or r.type = $2) and not r.deleted
     ), marked as (
       update tenant set index_version = -abs(index_version), generation = generation + 1 where number in (select number from found)
     )
     insert into reindex (tenant, space, type) select number, space, type from found
     ${again}`,
    [tenant ?? null, type ?? null],
  )
  return rowCount ?? 0
}

/** Grows with each release that indexes resources otherwise. */
export const indexVersion = 6

/** Tenants that an earlier release indexed. Their version is negative until everything is done. */
export async function queueOutdated(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with outdated as (
       update tenant set index_version = -$1, generation = generation + 1 where abs(index_version) < $1 returning number
     )
     insert into reindex (tenant, space, type)
     select distinct o.number, r.space, r.type from outdated o join resource r on r.tenant = o.number and r.space in ('hub', 'fhir')
     where not r.deleted ${again}`,
    [indexVersion],
  )
  await pool.query(
    `update tenant t set index_version = -index_version, generation = generation + 1
     where index_version < 0 and not exists (select from reindex r where r.tenant = t.number)`,
  )
}

/** Marks the tenant as indexed by this release when nothing is left to do. */
export async function endOutdated({ client, tenant }: Pick<Tx, 'client' | 'tenant'>): Promise<void> {
  await client.query(
    `update tenant set index_version = -index_version
     where number = $1 and index_version < 0 and not exists (select from reindex where tenant = $1)`,
    [tenant.number],
  )
}

export type ReindexProgress = ReindexPlace & { readonly done: number; readonly total: number | null }

/** Types that are still being indexed. */
export async function listReindexes(client: Queryable, tenant: number): Promise<readonly ReindexProgress[]> {
  const { rows } = await client.query<ReindexProgress>(
    'select space, type, done, total from reindex where tenant = $1 order by space, type',
    [tenant],
  )
  return rows
}

/** Types of all tenants that nobody is indexing. */
export const dueReindexes = `select 'reindex.queued', t.id, r.space || '_' || r.type, now() from reindex r join tenant t on t.number = r.tenant
  where t.state = 'active' and not exists (select from lease l
    where l.tenant = r.tenant and l.name = 'reindex_' || r.space || '_' || r.type and l.until > now())
  order by r.tenant, r.space, r.type`

/** `fhir_Patient`; undefined for anything else. */
export function parseReindexSubject(subject: string): ReindexPlace | undefined {
  const [, space, type] = /^(hub|fhir)_([A-Za-z]+)$/.exec(subject) ?? []
  return type === undefined || (space !== 'hub' && space !== 'fhir') ? undefined : { space, type }
}
