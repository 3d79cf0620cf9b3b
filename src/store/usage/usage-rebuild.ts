/** Counts usage again from the audit itself, and reports the kept counts that differ. docs/design/store.md#writes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { utc } from '../columns.ts'
import { openPool } from '../postgres/pooled.ts'
import { withPool } from '../postgres/with-pool.ts'
import { listTenants } from '../tenants/tenants.ts'
import { countedText, countedValues, type Reached, startOfAudit, usageLock } from './counted-kinds.ts'
import { findEnd, findReached } from './usage-rollup.ts'

export type UsagePlace = {
  readonly unit: 'hour' | 'day'
  readonly startsAt: string
  readonly kind: string
  readonly spoke: string
  readonly artifactType: string
  readonly state: string
}

export type UsageDifference = UsagePlace & {
  readonly tenant: string
  /** As the audit has it, and as it was stored. */
  readonly counted: number
  readonly kept: number
}

export type Rebuilt = { readonly records: number; readonly differences: readonly UsageDifference[] }

export type Rebuilding = {
  readonly connection: pg.PoolConfig
  /** If there is one, the audit is read from here. */
  readonly replica?: pg.PoolConfig | undefined
  readonly tenant: string | undefined
  readonly onRecords: (count: number) => void
}

const pageRecords = 50_000
const replicaPatienceMs = 60_000
const pauseMs = 100

/** One tenant after the other. Corrects what differs. */
export async function rebuildUsage({ connection, replica, tenant, onRecords }: Rebuilding): Promise<Rebuilt> {
  return withPool(connection, async (pool) => {
    const tenants = await listTenants(pool, tenant)
    if (tenants.length === 0 && tenant !== undefined) throw new Error('there is no such tenant')
    const rebuild = async (source: pg.Pool): Promise<Rebuilt> => {
      const differences: UsageDifference[] = []
      let records = 0
      for (const one of tenants) {
        const rebuilt = await rebuildTenant({ pool, source, onRecords }, one)
        records += rebuilt.records
        differences.push(...rebuilt.differences)
      }
      return { records, differences }
    }
    return replica === undefined ? rebuild(pool) : withReplica(replica, rebuild)
  })
}

async function withReplica<T>(replica: pg.PoolConfig, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(replica, 1)
  return work(pool).finally(() => pool.end())
}

type Sources = Pick<Rebuilding, 'onRecords'> & { readonly pool: pg.Pool; readonly source: pg.Pool }
type KnownTenant = { readonly id: string; readonly number: number }

/** The counts do not move meanwhile: new records are counted from the audit. */
async function rebuildTenant({ pool, source, onRecords }: Sources, tenant: KnownTenant): Promise<Rebuilt> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1, $2)', [usageLock, tenant.number])
    const until = await findReached(client, tenant.number)
    await waitForReplica(source, client)
    const { records, counts } = await countAll(source, { tenant: tenant.number, until, onRecords })
    const kept = await readKept(client, tenant.number)
    const differences = listDifferences(tenant.id, counts, kept)
    if (differences.length > 0) await writeCounts(client, tenant.number, counts)
    return { records, differences }
  } finally {
    // Its lock ends with the session.
    client.release(true)
  }
}

/** Waits until the source shows everything that is committed now. */
async function waitForReplica(source: pg.Pool, client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  const deadline = Date.now() + replicaPatienceMs
  for (;;) {
    const { rows: seen } = await source.query<{ reached: boolean }>(
      'select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
      [rows[0]?.lsn],
    )
    if (seen[0]?.reached === true) return
    if (Date.now() > deadline) throw new Error('the replica does not follow')
    await sleep(pauseMs)
  }
}

/** By the JSON of the group. */
type Counts = ReadonlyMap<string, number>

const selection = `unit, ${utc('starts_at')} as "startsAt", kind, spoke, artifact_type as "artifactType", state, count::int as count`

type CountRow = UsagePlace & { readonly count: number }

const keyOf = ({ unit, startsAt, kind, spoke, artifactType, state }: UsagePlace): string =>
  JSON.stringify([unit, startsAt, kind, spoke, artifactType, state])

function placeOf(key: string): UsagePlace {
  const [unit, startsAt, kind, spoke, artifactType, state] = JSON.parse(key) as [UsagePlace['unit'], ...string[]]
  return { unit, startsAt, kind, spoke, artifactType, state } as UsagePlace
}

type Counting = Pick<Rebuilding, 'onRecords'> & { readonly tenant: number; readonly until: Reached }

/** In pages, so that neither a statement nor a snapshot lasts long. */
async function countAll(source: pg.Pool, { tenant, until, onRecords }: Counting) {
  const counts = new Map<string, number>()
  let records = 0
  for (let from = startOfAudit; ; ) {
    const page = await findEnd(source, { tenant, from, until, limit: pageRecords })
    if (page.through === undefined) return { records, counts }
    const { rows } = await source.query<CountRow>(
      `with ${countedText} select ${selection} from counted`,
      countedValues(tenant, from, page.through),
    )
    for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.count)
    records += page.records
    onRecords(page.records)
    from = page.through
  }
}

async function readKept(client: pg.ClientBase, tenant: number): Promise<Counts> {
  const { rows } = await client.query<CountRow>(`select ${selection} from usage_count where tenant = $1`, [tenant])
  return new Map(rows.map((row) => [keyOf(row), row.count]))
}

function listDifferences(tenant: string, counts: Counts, kept: Counts): UsageDifference[] {
  const keys = [...new Set([...counts.keys(), ...kept.keys()])].sort()
  return keys
    .map((key) => ({ tenant, ...placeOf(key), counted: counts.get(key) ?? 0, kept: kept.get(key) ?? 0 }))
    .filter(({ counted, kept: was }) => counted !== was)
}

async function writeCounts(client: pg.ClientBase, tenant: number, counts: Counts): Promise<void> {
  const rows = [...counts].map(([key, count]) => ({ ...placeOf(key), count }))
  await client.query('begin')
  await client.query('delete from usage_count where tenant = $1', [tenant])
  await client.query(
    `insert into usage_count (tenant, unit, starts_at, kind, spoke, artifact_type, state, count)
     select $1, unit, "startsAt", kind, spoke, "artifactType", state, count from jsonb_to_recordset($2)
       as r (unit text, "startsAt" timestamptz, kind text, spoke text, "artifactType" text, state text, count bigint)`,
    [tenant, JSON.stringify(rows)],
  )
  await client.query('commit')
}
