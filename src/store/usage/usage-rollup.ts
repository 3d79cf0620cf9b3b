/** Rolls usage up from the audit, behind a horizon below which no record can still appear. docs/design/store.md#writes, #audit. */
import type pg from 'pg'
import { inTransaction } from '../postgres/in-transaction.ts'
import { countedText, countedValues, type Reached, startOfAudit, usageLock } from './counted-kinds.ts'

/** Records of one transaction: other followers wait for no more. */
const maxRecords = 20_000

/** Tenants with records below the horizon that are in no count. */
async function listBehind(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ number: number }>({
    name: 'usage-behind',
    text: `select t.number from tenant t left join usage_cursor c on c.tenant = t.number
           where exists (
             select from audit a where a.tenant = t.number and (a.tx, a.seq) > (coalesce(c.tx, '0'), coalesce(c.seq, 0))
               and a.tx < pg_snapshot_xmin(pg_current_snapshot()))`,
  })
  return rows.map(({ number }) => number)
}

/** For every tenant. Answers how many records it added to the counts. */
export async function rollUpUsage(pool: pg.Pool, stopping?: AbortSignal): Promise<number> {
  let total = 0
  for (const tenant of await listBehind(pool)) {
    for (let records = maxRecords; records === maxRecords && stopping?.aborted !== true; total += records) {
      records = await rollUpNext(pool, tenant)
    }
  }
  return total
}

/** The counts and their position commit together. None if another process is at work. */
async function rollUpNext(pool: pg.Pool, tenant: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1, $2) as locked', [
      usageLock,
      tenant,
    ])
    if (rows[0]?.locked !== true) return 0
    const from = await findReached(client, tenant)
    const { records, through } = await findEnd(client, { tenant, from, limit: maxRecords })
    if (through === undefined) return 0
    await client.query({
      name: 'usage-count',
      text: `with ${countedText}
             insert into usage_count (tenant, unit, starts_at, kind, spoke, artifact_type, state, count) select $1, * from counted
             on conflict (tenant, unit, starts_at, kind, spoke, artifact_type, state) do update set count = usage_count.count + excluded.count`,
      values: countedValues(tenant, from, through),
    })
    await client.query({
      name: 'usage-reached',
      text: `insert into usage_cursor (tenant, tx, seq) values ($1, $2, $3)
             on conflict (tenant) do update set tx = excluded.tx, seq = excluded.seq`,
      values: [tenant, through.tx, through.seq],
    })
    return records
  })
}

export async function findReached(client: pg.ClientBase, tenant: number): Promise<Reached> {
  const { rows } = await client.query<Reached>({
    name: 'usage-cursor',
    text: 'select tx::text as tx, seq::text as seq from usage_cursor where tenant = $1',
    values: [tenant],
  })
  return rows[0] ?? startOfAudit
}

type Span = {
  readonly tenant: number
  readonly from: Reached
  readonly limit: number
  /** Needs no horizon: everything before it was read before. */
  readonly until?: Reached
}

/** The end of a page of so many records, below every running transaction. */
export async function findEnd(
  client: pg.ClientBase | pg.Pool,
  { tenant, from, limit, until }: Span,
): Promise<{ readonly records: number; readonly through: Reached | undefined }> {
  const bound =
    until === undefined ? 'tx < pg_snapshot_xmin(pg_current_snapshot())' : '(tx, seq) <= ($5::xid8, $6::bigint)'
  const { rows } = await client.query<Reached & { records: number }>({
    name: until === undefined ? 'usage-page' : 'usage-page-until',
    text: `with page as (
             select tx, seq from audit where tenant = $1 and (tx, seq) > ($2::xid8, $3::bigint) and ${bound} order by tx, seq limit $4
           )
           select tx::text as tx, seq::text as seq, (select count(*)::int from page) as records from page order by page.tx desc, page.seq desc limit 1`,
    values: [tenant, from.tx, from.seq, limit, ...(until === undefined ? [] : [until.tx, until.seq])],
  })
  const [last] = rows
  return { records: last?.records ?? 0, through: last && { tx: last.tx, seq: last.seq } }
}
