/** The database's report of itself and of waiting work: each question asks and writes as work does. */
import type pg from 'pg'
import { inTransaction } from './postgres/in-transaction.ts'
import type { Queryable } from './postgres/queryable.ts'
import type { Tx } from './transaction.ts'

export type DatabaseHealth = {
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: number
  /** Age of the oldest outbox row that nobody has taken. */
  readonly outboxMs: number
  /** Number of processes that work in the background and reported recently. */
  readonly workers: number
}

const seenWithinSeconds = 15

/** Reads and writes: throws if the database takes no writes. */
export async function checkDatabase(
  pool: pg.Pool,
  process: { readonly id: string; readonly role: string },
): Promise<DatabaseHealth> {
  const { rows } = await pool.query<{ now: string; outbox: string; workers: number }>({
    name: 'health-process',
    text: `with seen as (
        insert into process (id, role) values ($1, $2) on conflict (id) do update set seen_at = clock_timestamp() returning id)
      select extract(epoch from clock_timestamp()) * 1000 as now,
        coalesce((select extract(epoch from clock_timestamp() - min(created_at)) * 1000 from outbox), 0) as outbox,
        (select count(*)::int from process where role in ('worker', 'all') and seen_at > clock_timestamp() - make_interval(secs => $3) and id <> $1)
          + case when $2 in ('worker', 'all') then 1 else 0 end as workers
      from seen`,
    values: [process.id, process.role, seenWithinSeconds],
  })
  const row = rows[0]
  return { now: Number(row?.now), outboxMs: Number(row?.outbox), workers: row?.workers ?? 0 }
}

const mayNotCode = '42501'

/** Writes and drops a megabyte of rows: a full disk, or a database that takes no writes, refuses it. */
export async function checkRoom(pool: pg.Pool): Promise<void> {
  const text = `create temp table room on commit drop as
    select (select string_agg(md5((n * 50 + m)::text), '') from generate_series(1, 50) m) from generate_series(1, 640) n`
  await inTransaction(pool, (client) => client.query(text)).catch((error: { readonly code?: unknown }) => {
    // If this user may not create a temporary table, only the next write can tell.
    if (error.code !== mayNotCode) throw error
  })
}

export async function forgetProcess(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('delete from process where id = $1', [id])
}

/** How far a replica is behind. A replica with nothing to apply is not behind. */
export async function readReplicaLagMs(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ lag: string }>(
    `select case when not pg_is_in_recovery() or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
       else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000, 0) end as lag`,
  )
  return Number(rows[0]?.lag ?? 0)
}

export type TenantHealth = {
  readonly jobs: { readonly count: number; readonly oldestMs: number }
  readonly deliveries: {
    readonly count: number
    readonly oldestMs: number
    readonly dead: number
    readonly paused: number
  }
}

/** Counts one tenant's overdue work and its work that needs a person. */
export async function readTenantHealth({ client, tenant }: Pick<Tx, 'client' | 'tenant'>): Promise<TenantHealth> {
  const { rows } = await client.query<TenantHealth>({
    name: 'health-tenant',
    text: `select
      (select json_build_object('count', count(*), 'oldestMs', coalesce(round(extract(epoch from now() - min(created_at)) * 1000), 0))
         from job where tenant = $1 and state = 'queued' and due_at <= now()) as jobs,
      (select json_build_object('count', count(*) filter (where state in ('queued', 'sending')),
           'oldestMs', coalesce(round(extract(epoch from now() - min(created_at) filter (where state in ('queued', 'sending') and reason is distinct from 'channel_paused')) * 1000), 0),
           'dead', count(*) filter (where state = 'dead'), 'paused', count(*) filter (where state = 'queued' and reason = 'channel_paused'))
         from delivery where tenant = $1 and state in ('queued', 'sending', 'dead')) as deliveries`,
    values: [tenant.number],
  })
  const row = rows[0]
  if (row === undefined) throw new Error('a select without a row')
  return row
}
