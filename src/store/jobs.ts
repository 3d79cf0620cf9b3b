/** Jobs: operational rows with identifiers only; their truth is here, the queue only wakes a worker. */
import type pg from 'pg'
import { newId } from '../ids.ts'
import { Problem } from '../problems.ts'
import { present, utc } from './columns.ts'
import type { Tx } from './transaction.ts'
import { type JobOperation, type JobState, jobTransitions, transitionOf } from './transitions.ts'

export type Job = {
  readonly id: string
  readonly seq: string
  readonly kind: string
  readonly state: JobState
  readonly reason?: string
  readonly encounterId: string
  readonly templateId: string
  readonly templateVersionId: string
  readonly transcriptIds: readonly string[]
  readonly artifactId?: string
  readonly subject: string
  readonly client: string
  readonly practitioner?: string
  readonly spoke: string
  readonly requestId: string
  readonly attempts: number
  readonly createdAt: string
  readonly updatedAt: string
}

export type NewJob = Pick<Job, 'kind' | 'encounterId' | 'templateId' | 'templateVersionId' | 'transcriptIds'>

const columns = `id, seq, kind, state, reason, encounter_id as "encounterId", template_id as "templateId", template_version_id as "templateVersionId",
  transcript_ids as "transcriptIds", artifact_id as "artifactId", subject, client, practitioner, spoke, request_id as "requestId", attempts,
  ${utc('created_at')} as "createdAt", ${utc('updated_at')} as "updatedAt"`

/** Queues a job with its audit record and its outbox row. */
export async function putJob(tx: Tx, job: NewJob): Promise<Job> {
  const id = newId()
  const { caller } = tx
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `insert into job (tenant, id, kind, state, encounter_id, template_id, template_version_id, transcript_ids, subject, client, practitioner, spoke, request_id)
     values ($1, $2, $3, 'queued', $4, $5, $6, $7::uuid[], $8, $9, $10, $11, $12) returning ${columns}`,
    [
      tx.tenant.number,
      id,
      job.kind,
      job.encounterId,
      job.templateId,
      job.templateVersionId,
      [...job.transcriptIds],
      caller.subject,
      caller.client,
      caller.fhirUser ?? null,
      caller.spoke,
      caller.requestId,
    ],
  )
  tx.record('job.queued', { resourceType: 'Job', resourceId: id, encounterId: job.encounterId })
  tx.enqueue('job.queued', id)
  return present<Job>(rows[0] ?? {})
}

export async function readJob(tx: Tx, id: string): Promise<Job> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from job where tenant = $1 and id = $2`,
    [tx.tenant.number, id],
  )
  if (rows[0] === undefined) throw new Problem('not-found')
  return present<Job>(rows[0])
}

export type JobList = { readonly limit: number; readonly before?: string; readonly encounterId?: string }

export async function listJobs(tx: Tx, { limit, before, encounterId }: JobList): Promise<Job[]> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from job where tenant = $1 and seq < coalesce($2::bigint, 9223372036854775807)
     and ($3::uuid is null or encounter_id = $3) order by seq desc limit $4`,
    [tx.tenant.number, before ?? null, encounterId ?? null, limit],
  )
  return rows.map((row) => present<Job>(row))
}

export type JobChange = { readonly reason?: string; readonly artifactId?: string; readonly delayMs?: number }

/** Moves a job; undefined where its state does not allow it (someone else was faster). A started job is due again when its lease ends. */
export async function moveJob(
  tx: Tx,
  id: string,
  operation: JobOperation,
  change: JobChange = {},
): Promise<Job | undefined> {
  const { from, to } = transitionOf(jobTransitions, operation)
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `update job set state = $3, reason = coalesce($4, case when $3 = 'queued' then reason end), artifact_id = coalesce($5, artifact_id),
       attempts = attempts + case when $6 then 1 else 0 end, due_at = now() + make_interval(secs => $7), updated_at = now()
     where tenant = $1 and id = $2 and state = any ($8::text[]) and ($3 <> 'running' or state = 'queued' or due_at <= now()) returning ${columns}`,
    [
      tx.tenant.number,
      id,
      to,
      change.reason ?? null,
      change.artifactId ?? null,
      operation === 'start',
      (change.delayMs ?? 0) / 1000,
      [...from],
    ],
  )
  return rows[0] === undefined ? undefined : present<Job>(rows[0])
}

/** Jobs of all tenants that are due and not under way: queued ones, and running ones whose worker is gone. */
export async function listDueJobs(pool: pg.Pool, limit: number): Promise<{ tenant: string; id: string }[]> {
  const { rows } = await pool.query<{ tenant: string; id: string }>(
    `select tenant.id as tenant, job.id from job join tenant on tenant.number = job.tenant
     where state in ('queued', 'running') and due_at <= now() order by due_at limit $1`,
    [limit],
  )
  return rows
}
