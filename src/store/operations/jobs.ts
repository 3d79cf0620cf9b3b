/** Jobs: operational rows with identifiers only. The row is the truth; the queue only wakes a worker. */
import type { Feature } from '../../core/features.ts'
import { newId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { present, utc } from '../columns.ts'
import type { OutboxTopic } from '../outbox.ts'
import type { Tx } from '../transaction.ts'
import type { JobState } from '../transitions/work-transitions.ts'
import type { DeliverySelection } from './delivery-selection.ts'

/** While `feature` is off for the job's spoke, the job waits; without one it waits only for its tenant. */
type KindRow = { readonly kind: string; readonly topic: OutboxTopic; readonly feature?: Feature }

/** The kinds of job and the topic that wakes a worker for each; a topic has a queue of its own. */
export const jobKinds = [
  { kind: 'generate', topic: 'job.queued', feature: 'generate' },
  { kind: 'transcribe', topic: 'transcription.queued', feature: 'transcription' },
  { kind: 'export', topic: 'artifact-export.queued', feature: 'export' },
  { kind: 'channel-test', topic: 'channel-test.queued', feature: 'dispatch' },
  // Each delivery asks for the feature: what is stopped can be cancelled.
  { kind: 'many-deliveries', topic: 'many-deliveries.queued' },
] as const satisfies readonly KindRow[]

export type JobKind = (typeof jobKinds)[number]['kind']

/** An operation on many deliveries: what was confirmed. */
export type ManyDeliveries = {
  readonly operation: 'replay' | 'cancel' | 'release'
  readonly selection: DeliverySelection
  readonly count: number
}

/** How far such an operation is. */
export type ManyProgress = {
  readonly wanted: number
  readonly done: number
  /** How many a check has refused, by the problem. */
  readonly refused: Readonly<Record<string, number>>
  /** The place of the last one in the order of deliveries. */
  readonly after: string
}

export type Job = {
  readonly id: string
  readonly seq: string
  readonly kind: JobKind
  readonly state: JobState
  readonly reason?: string
  readonly encounterId?: string
  readonly templateId?: string
  readonly templateVersionId?: string
  /** The thing that it works on, if that is no encounter. */
  readonly targetId?: string
  readonly transcriptIds: readonly string[]
  /** Recordings whose transcripts it waits for. */
  readonly audioSessionIds: readonly string[]
  /** Resources of the record that it may use, as `Type/id`. Absent: all active ones. */
  readonly evidence?: readonly string[]
  readonly artifactId?: string
  readonly subject: string
  readonly client: string
  readonly practitioner?: string
  readonly spoke: string
  readonly requestId: string
  /** Its place in a trace. */
  readonly trace?: string
  readonly attempts: number
  readonly cancelRequestedAt?: string
  /** Its result, if that is no artifact. */
  readonly result?: JsonObject
  /** What it is to do, if the other members do not say it. */
  readonly request?: ManyDeliveries
  readonly createdAt: string
  readonly updatedAt: string
}

export type NewJob = Pick<
  Job,
  'kind' | 'encounterId' | 'templateId' | 'templateVersionId' | 'targetId' | 'artifactId' | 'evidence' | 'request'
> &
  Partial<Pick<Job, 'transcriptIds' | 'audioSessionIds'>> & {
    /** Waits so long, unless it is woken. */
    readonly delayMs?: number
  }

export const jobColumns = `id, seq, kind, state, reason, encounter_id as "encounterId", template_id as "templateId", template_version_id as "templateVersionId",
  target_id as "targetId", transcript_ids as "transcriptIds", audio_session_ids as "audioSessionIds", evidence, artifact_id as "artifactId",
  subject, client, practitioner, spoke, request_id as "requestId", trace, attempts, ${utc('cancel_requested_at')} as "cancelRequestedAt", result, request,
  ${utc('created_at')} as "createdAt", ${utc('updated_at')} as "updatedAt"`

export const featureOf = (kind: JobKind): Feature | undefined =>
  (jobKinds as readonly KindRow[]).find((row) => row.kind === kind)?.feature

const topicOf = (kind: JobKind): OutboxTopic => jobKinds.find((row) => row.kind === kind)?.topic ?? 'job.queued'

/** Wakes a worker for it after the commit. */
export const wakeJob = (tx: Tx, { id, kind }: Pick<Job, 'id' | 'kind'>): void => tx.enqueue(topicOf(kind), id)

/** Queues a job with its audit record and its outbox row. */
export async function putJob(tx: Tx, job: NewJob): Promise<Job> {
  const id = newId()
  const { caller } = tx
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `insert into job (tenant, id, kind, state, encounter_id, template_id, template_version_id, target_id, transcript_ids, audio_session_ids, evidence,
       artifact_id, issuer, subject, client, practitioner, spoke, request_id, due_at, trace, request)
     values ($1, $2, $3, 'queued', $4, $5, $6, $7, $8::uuid[], $9::uuid[], $10::text[], $11, $12, $13, $14, $15, $16, $17, now() + make_interval(secs => $18), $19, $20)
     returning ${jobColumns}`,
    [
      tx.tenant.number,
      id,
      job.kind,
      job.encounterId ?? null,
      job.templateId ?? null,
      job.templateVersionId ?? null,
      job.targetId ?? null,
      job.transcriptIds ?? [],
      job.audioSessionIds ?? [],
      job.evidence ?? null,
      job.artifactId ?? null,
      caller.issuer,
      caller.subject,
      caller.client,
      caller.fhirUser ?? null,
      caller.spoke,
      caller.requestId,
      (job.delayMs ?? 0) / 1000,
      caller.trace ?? null,
      job.request ?? null,
    ],
  )
  const queued = present<Job>(rows[0] ?? {})
  tx.record('job.queued', jobFields(queued))
  if (job.delayMs === undefined) wakeJob(tx, queued)
  return queued
}

/** Checks, outcomes and fixed words; no patient data. */
export async function putJobResult(tx: Tx, id: string, result: object): Promise<void> {
  await tx.client.query('update job set result = $3 where tenant = $1 and id = $2', [tx.tenant.number, id, result])
}

/** Fields for the audit record of a job. */
export const jobFields = ({ id, encounterId, artifactId }: Pick<Job, 'id' | 'encounterId' | 'artifactId'>) => ({
  resourceType: 'Job',
  resourceId: id,
  ...(encounterId === undefined ? {} : { encounterId }),
  ...(artifactId === undefined ? {} : { artifactId }),
})

export async function readJob(tx: Tx, id: string): Promise<Job> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${jobColumns} from job where tenant = $1 and id = $2`,
    [tx.tenant.number, id],
  )
  if (rows[0] === undefined) throw new Problem('not-found')
  return present<Job>(rows[0])
}

export type JobList = {
  readonly limit: number
  readonly before?: string | undefined
  readonly encounterId?: string | undefined
  readonly state?: string | undefined
  readonly kind?: string | undefined
  readonly updatedSince?: string | undefined
}

/** Newest first. */
export async function listJobs(tx: Tx, list: JobList): Promise<Job[]> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${jobColumns} from job where tenant = $1 and seq < coalesce($2::bigint, 9223372036854775807)
     and ($3::uuid is null or encounter_id = $3) and ($4::text is null or state = $4) and ($5::text is null or kind = $5)
     and ($6::timestamptz is null or updated_at >= $6) order by seq desc limit $7`,
    [
      tx.tenant.number,
      list.before ?? null,
      list.encounterId ?? null,
      list.state ?? null,
      list.kind ?? null,
      list.updatedSince ?? null,
      list.limit,
    ],
  )
  return rows.map((row) => present<Job>(row))
}
