/** What is due and nobody works on, of all tenants, in one statement: an idle server asks it all the time. */
import type pg from 'pg'
import { dueExports } from '../bulk-export/bulk-exports.ts'
import type { OutboxTopic } from '../outbox.ts'
import { dueReindexes } from '../reindex/reindex-queue.ts'
import { dueSubscriptions } from '../subscriptions/subscriptions.ts'
import { dueJobs } from './job-moves.ts'
import { dueLanes } from './leases.ts'
import { unrendered } from './released-documents.ts'

/** `topic`: as if the outbox had it again. `inMs`: how long until it is due, 0 where it is. */
export type Due = {
  readonly topic: OutboxTopic
  readonly tenant: string
  readonly subject: string
  readonly inMs: number
}

/** Each selects topic, tenant, subject and when it is due, up to `$2` seconds from now. */
const dueTable: readonly string[] = [dueJobs, dueLanes, dueExports, unrendered, dueSubscriptions, dueReindexes]

const text = `select topic, tenant, subject, greatest(0, extract(epoch from due_at - now()) * 1000)::float8 as "inMs"
  from (${dueTable.map((select) => `(${select} limit $1)`).join('\nunion all\n')}) due (topic, tenant, subject, due_at)`

/** At most `limit` of each kind, with what becomes due within `aheadMs`. */
export async function listDue(
  pool: pg.Pool,
  { limit, aheadMs }: { readonly limit: number; readonly aheadMs: number },
): Promise<readonly Due[]> {
  const { rows } = await pool.query<Due>({ name: 'due-work', text, values: [limit, aheadMs / 1000] })
  return rows
}
