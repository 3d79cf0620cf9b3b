/** Deletes rows that have passed their time, a little at a time. docs/design/hub.md#requests-and-answers, #routes. */
import type pg from 'pg'
import { sweepSessions } from '../issuer/issuer-sessions.ts'
import { sweepIssuerState } from '../issuer/issuer-state.ts'
import { pooledRunner } from '../postgres/pooled.ts'

type SweepRow = { readonly table: string; readonly at: string; readonly days: number }

export const sweptTables = [
  { table: 'request', at: 'at', days: 7 },
  { table: 'idempotency', at: 'created_at', days: 7 },
  { table: 'telemetry', at: 'hour', days: 90 },
] as const satisfies readonly SweepRow[]

/** Rows in one statement: few enough that nobody waits. */
const batch = 5_000
/** A process that has not reported for so long is gone. */
const goneHours = 1

/** Answers how many rows were deleted. */
export async function sweepOld(pool: pg.Pool): Promise<number> {
  const { rows: tenants } = await pool.query<{ number: number }>('select number from tenant order by number')
  let count = 0
  for (const { number } of tenants) for (const row of sweptTables) count += await sweepTable(pool, number, row)
  count += await sweepIssuerState(pool)
  count += await sweepSessions(pool)
  await pool.query('delete from process where seen_at < now() - make_interval(hours => $1)', [goneHours])
  return count
}

async function sweepTable(pool: pg.Pool, tenant: number, { table, at, days }: SweepRow): Promise<number> {
  let count = 0
  for (;;) {
    const { rowCount } = await pooledRunner(pool, tenant).query({
      text: `delete from ${table} where ctid = any (array(select ctid from ${table} where tenant = $1 and ${at} < now() - make_interval(days => $2) limit $3))`,
      values: [tenant, days, batch],
    })
    count += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return count
  }
}
