/** Lists work of all tenants that is due and that nobody does, in one statement: an idle server asks often. */
import type pg from 'pg'
import { dueExports } from '../bulk-export/bulk-exports.ts'
import type { OutboxTopic } from '../outbox.ts'
import { dueReindexes } from '../reindex/reindex-queue.ts'
import { dueSubscriptions } from '../subscriptions/subscriptions.ts'
import { unrendered } from './document-renderings.ts'
import { dueJobs } from './job-moves.ts'
import { dueLanes } from './leases.ts'

/** `topic`: as in the outbox. `inMs`: time until it is due, 0 if it is due now. */
export type Due = {
  readonly topic: OutboxTopic
  readonly tenant: string
  readonly subject: string
  readonly inMs: number
}

/** Each selects topic, tenant, subject and due time, up to `$2` seconds ahead. */
const dueTable: readonly string[] = [dueJobs, dueLanes, dueExports, unrendered, dueSubscriptions, dueReindexes]

const text = `select topic, tenant, subject, greatest(0, extract(epoch from due_at - now()) * 1000)::float8 as "inMs"
  from (${dueTable.map((select) => `(${select} limit $1)`).join('\nunion all\n')}) due (topic, tenant, subject, due_at)`

/** At most `limit` of each kind, including work that is due within `aheadMs`. */
export async function listDue(
  pool: pg.Pool,
  { limit, aheadMs }: { readonly limit: number; readonly aheadMs: number },
): Promise<readonly Due[]> {
  const { rows } = await pool.query<Due>({ name: 'due-work', text, values: [limit, aheadMs / 1000] })
  return rows
}
