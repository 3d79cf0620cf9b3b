/** Jobs: the work under way, and stopping it. docs/design/hub.md#routes. */
import { z } from 'zod'
import { type Caller, hasRole } from '../../core/caller.ts'
import type { JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { reasonClasses } from '../../domain/delivery/reason-classes.ts'
import { identifier, listOf, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { moveJob, requestCancel } from '../../store/operations/job-moves.ts'
import { type Job, jobFields, jobKinds, listJobs, readJob } from '../../store/operations/jobs.ts'
import { jobStates } from '../../store/transitions/work-transitions.ts'
import { asksForDenied, leaveOutDenied } from '../consents/consent-denials.ts'
import { instant, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { cutPage, nothing, pageQuery, readCursor, writeCursor } from '../paging.ts'
import * as roles from '../platform/roles.ts'

export const jobQuery = pageQuery.extend({
  encounterId: uuid.optional(),
  state: z.enum(jobStates).optional(),
  kind: z.enum(jobKinds.map(({ kind }) => kind)).optional(),
  updatedSince: instant.optional(),
})

export const jobAnswer = named(
  'Job',
  z.strictObject({
    id: identifier,
    kind: z.enum(jobKinds.map(({ kind }) => kind)),
    state: z.enum(jobStates),
    reason: z.string().optional(),
    encounterId: identifier.optional(),
    templateId: identifier.optional(),
    templateVersionId: identifier.optional(),
    /** Its subject if that is no encounter: a recording. */
    targetId: identifier.optional(),
    artifactId: identifier.optional(),
    /** Recordings whose transcripts it waits for. */
    audioSessionIds: z.array(identifier).optional(),
    evidence: z.array(z.string()).optional(),
    attempts: z.int(),
    /** The result of a channel's test: each check and the fault to mend. */
    result: z
      .strictObject({
        isPassed: z.boolean(),
        checks: z.array(
          z.strictObject({
            check: z.string(),
            outcome: z.enum(['passed', 'failed', 'skipped']),
            class: z.enum(reasonClasses.map(({ name }) => name)).optional(),
            cause: z.string().optional(),
            remedy: z.string().optional(),
            advice: z.string().optional(),
          }),
        ),
      })
      .optional(),
    /** How far an operation on many deliveries is. */
    progress: z.strictObject({ wanted: z.int(), done: z.int(), refused: z.record(z.string(), z.int()) }).optional(),
    cancelRequestedAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
  {
    id: '0198f2a0-0000-7000-8000-0000000000b1',
    kind: 'generate',
    state: 'succeeded',
    encounterId: '0198f2a0-0000-7000-8000-0000000000e1',
    templateId: '00000000-0000-7000-8000-0000000050a1',
    templateVersionId: '00000000-0000-7000-8000-0000000050b1',
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    attempts: 1,
    createdAt: '2026-03-14T02:50:00.000Z',
    updatedAt: '2026-03-14T02:50:02.000Z',
  },
)
export const jobList = listOf(jobAnswer)

/** Without its caller, spoke and internal counts; for operators also without its encounter. */
export const presentJob = (job: Job, caller: Caller) => {
  const shown = present(job)
  if (hasRole(caller, roles.capture)) return shown
  const { encounterId: _encounterId, evidence: _evidence, audioSessionIds: _audioSessionIds, ...rest } = shown
  return rest
}

const present = ({
  seq: _seq,
  subject: _subject,
  client: _client,
  practitioner: _practitioner,
  spoke: _spoke,
  requestId: _requestId,
  trace: _trace,
  transcriptIds: _transcriptIds,
  audioSessionIds,
  request,
  result,
  ...job
}: Job) => ({
  ...job,
  ...(result === undefined ? {} : request === undefined ? { result } : { progress: progressOf(result) }),
  ...(audioSessionIds.length === 0 ? {} : { audioSessionIds }),
})

const progressOf = ({ after: _after, ...progress }: JsonObject) => progress

export async function readJobStatus({ caller, params }: HandlerRequest<'jobId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(presentJob(await readJob(tx, params.jobId), caller)))
}

export async function listJobStatuses(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof jobQuery>>,
  hub: Hub,
) {
  const { cursor: _cursor, limit, ...filter } = query
  return hub.transact(caller, async (tx) => {
    if (await asksForDenied(tx, filter)) return ok(nothing)
    const before = readCursor(tx, 'jobs', query)?.key
    const jobs = await listJobs(tx, { ...filter, before, limit: limit + 1 })
    const { items, next } = cutPage(jobs, limit)
    const seen = await leaveOutDenied(tx, items)
    return ok({ items: seen.map((job) => presentJob(job, caller)), nextCursor: writeCursor(tx, 'jobs', next) })
  })
}

/** At once if nobody works on it; otherwise the worker stops at its next step and writes nothing. */
export async function cancelJob({ caller, params }: HandlerRequest<'jobId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const job = await readJob(tx, params.jobId)
    const cancelled = await moveJob(tx, job.id, 'cancel')
    if (cancelled !== undefined) {
      tx.record('job.cancelled', jobFields(job))
      return ok(presentJob(cancelled, caller))
    }
    const asked = await requestCancel(tx, job.id)
    if (asked === undefined) throw new Problem('invalid-transition', { detail: 'The job has ended' })
    tx.record('job.cancel-requested', jobFields(job))
    return ok(presentJob(asked, caller))
  })
}
