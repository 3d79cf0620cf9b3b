/** Drafts that wait for a recording's transcript. docs/design/hub.md#routes; D54. */
import { type JobKind, wakeJob } from '../operations/jobs.ts'
import type { Tx } from '../transaction.ts'

/** Wakes drafts that wait for this recording; each checks whether everything that it waits for is there. */
export async function wakeWaiting(tx: Tx, sessionId: string): Promise<void> {
  const { rows } = await tx.client.query<{ id: string; kind: JobKind }>(
    `update job set due_at = now() where tenant = $1 and state = 'queued' and audio_session_ids @> array[$2::uuid] returning id, kind`,
    [tx.tenant.number, sessionId],
  )
  for (const job of rows) wakeJob(tx, job)
}
