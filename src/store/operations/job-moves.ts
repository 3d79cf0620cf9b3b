/** How jobs go from state to state: the one writer of a job's state. docs/design/hub.md#routes; transitions.ts. */
import { present } from '../columns.ts'
import type { Tx } from '../transaction.ts'
import { type JobOperation, jobTransitions } from '../transitions/work-transitions.ts'
import { transitionOf } from '../transitions.ts'
import { type Job, jobColumns, jobKinds } from './jobs.ts'

export type JobChange = {
  readonly reason?: string
  readonly artifactId?: string
  readonly delayMs?: number
  /** Moves it only during this attempt, so that a worker that has taken over is not disturbed. */
  readonly attempt?: number
}

/**
 * Moves a job. Undefined if its state does not allow it, because somebody else was faster. A started job is due again when its lease ends.
 * A job that is to be cancelled cannot succeed, and only such a job can be stopped.
 */
export async function moveJob(
  tx: Tx,
  id: string,
  operation: JobOperation,
  change: JobChange = {},
): Promise<Job | undefined> {
  const { from, to } = transitionOf(jobTransitions, operation)
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `update job set state = $3, reason = coalesce($4, case when $3 = 'queued' then reason end), artifact_id = coalesce($5, artifact_id),
       attempts = attempts + $6, due_at = now() + make_interval(secs => $7), updated_at = now()
     where tenant = $1 and id = $2 and state = any ($8::text[]) and ($3 <> 'running' or state = 'queued' or due_at <= now())
       and ($9::int is null or attempts = $9)
       and ($10 <> 'succeed' or cancel_requested_at is null) and ($10 <> 'stop' or cancel_requested_at is not null)
     returning ${jobColumns}`,
    [
      tx.tenant.number,
      id,
      to,
      change.reason ?? null,
      change.artifactId ?? null,
      attemptsOf(operation),
      (change.delayMs ?? 0) / 1000,
      [...from],
      change.attempt ?? null,
      operation,
    ],
  )
  return rows[0] === undefined ? undefined : present<Job>(rows[0])
}

/** Waiting does not count as an attempt. */
const attemptsOf = (operation: JobOperation): number => (operation === 'start' ? 1 : operation === 'postpone' ? -1 : 0)

/** Asks the worker to stop at its next step. Undefined if no worker runs it. */
export async function requestCancel(tx: Tx, id: string): Promise<Job | undefined> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `update job set cancel_requested_at = coalesce(cancel_requested_at, now()), updated_at = now()
     where tenant = $1 and id = $2 and state = 'running' returning ${jobColumns}`,
    [tx.tenant.number, id],
  )
  return rows[0] === undefined ? undefined : present<Job>(rows[0])
}

type Lease = { readonly id: string; readonly attempt: number; readonly leaseMs: number }

/** Renews the lease. False if the job is to be cancelled, or another worker has taken it. */
export async function renewJob(tx: Tx, { id, attempt, leaseMs }: Lease): Promise<boolean> {
  const { rows } = await tx.client.query<{ wanted: boolean }>(
    `update job set due_at = now() + make_interval(secs => $4) where tenant = $1 and id = $2 and state = 'running' and attempts = $3
     returning cancel_requested_at is null as wanted`,
    [tx.tenant.number, id, attempt, leaseMs / 1000],
  )
  return rows[0]?.wanted === true
}

const topicOfKind = `case job.kind ${jobKinds.map(({ kind, topic }) => `when '${kind}' then '${topic}'`).join(' ')} end`

/** Jobs of all tenants that are due and not running: queued jobs, and running jobs whose worker has gone. */
export const dueJobs = `select ${topicOfKind}, tenant.id, job.id::text, job.due_at
  from job join tenant on tenant.number = job.tenant
  where tenant.state = 'active' and job.state in ('queued', 'running') and due_at <= now() + make_interval(secs => $2) order by due_at`
