/** The content of the database and the work that is left: counts only. */
import type pg from 'pg'
import { withPool } from '../postgres/with-pool.ts'

export type Status = {
  readonly schema: number
  readonly tenants: number
  readonly resources: number
  readonly jobs: Readonly<Record<string, number>>
  readonly deliveries: Readonly<Record<string, number>>
  readonly exports: Readonly<Record<string, number>>
  readonly unrendered: number
  readonly outbox: number
  readonly reindexes: number
}

const statusText = `select
  (select max(number) from migration) as schema,
  (select count(*)::int from tenant where state not in ('erasing', 'erased')) as tenants,
  (select count(*)::int from resource where not deleted) as resources,
  (select coalesce(jsonb_object_agg(state, n), '{}') from (select state, count(*) as n from job group by state) j) as jobs,
  (select coalesce(jsonb_object_agg(state, n), '{}') from (select state, count(*) as n from delivery group by state) d) as deliveries,
  (select coalesce(jsonb_object_agg(state, n), '{}') from (select state, count(*) as n from bulk_export group by state) e) as exports,
  (select count(*)::int from document where rendered_at is null) as unrendered,
  (select count(*)::int from outbox) as outbox,
  (select count(*)::int from reindex) as reindexes`

export async function readStatus(connection: pg.PoolConfig): Promise<Status> {
  return withPool(connection, async (pool) => {
    const { rows } = await pool.query<Status>(statusText)
    return rows[0] as Status
  })
}
