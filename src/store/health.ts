/** What the database tells of itself and of what is still to do: each question asks and writes as work does. Spec 2.1 (health). */
import type pg from 'pg'
import { inTransaction } from './postgres/in-transaction.ts'
import type { Queryable } from './resources/reader.ts'
import type { Tx } from './transaction.ts'

export type DatabaseHealth = {
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: number
  /** Age of the oldest outbox row that nobody has taken. */
  readonly outboxMs: number
  /** Processes that work in the background, seen of late. */
  readonly workers: number
}

const seenWithinSeconds = 15

/** Writes as well as reads: a database that takes no writes throws. */
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

/** A megabyte of rows that are gone at once: what a full disk, or a database that takes no writes, refuses. */
export async function checkRoom(pool: pg.Pool): Promise<void> {
  const text = `create temp table room on commit drop as
    select (select string_agg(md5((n * 50 + m)::text), '') from generate_series(1, 50) m) from generate_series(1, 640) n`
  await inTransaction(pool, (client) => client.query(text)).catch((error: { readonly code?: unknown }) => {
    // Where this user may make no temporary table, nobody can tell but the next write.
    if (error.code !== mayNotCode) throw error
  })
}

export async function forgetProcess(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('delete from process where id = $1', [id])
}

/** How far a replica is behind; one that has nothing to catch up with is not. */
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

/** Of one tenant: what is due and not done, and what nobody will do by itself. */
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
