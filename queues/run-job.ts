/** Runs a job of any kind: once however often it is woken, with a lease while it runs, and until it is cancelled. */
import { type Caller, systemCaller } from '../src/core/caller.ts'
import { errorFields, type Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import { formatTraceparent } from '../src/core/trace.ts'
import { readAudioSession } from '../src/store/audio/sessions.ts'
import { hubAddress, hubContent } from '../src/store/hub-resources.ts'
import { moveJob, renewJob } from '../src/store/operations/job-moves.ts'
import { featureOf, type Job, jobFields, readJob } from '../src/store/operations/jobs.ts'
import { isOffForAny, isOffSomewhere } from '../src/store/platforms.ts'
import type { Store } from '../src/store/store.ts'
import type { Tx } from '../src/store/transaction.ts'
import { failureOf, type JobFailure } from './job-failure.ts'
import type { WakeUp } from './queues.ts'
import { type Observing, traced } from './traced.ts'

export type JobRunner = Observing & {
  readonly store: Store
  readonly log: Log
  /** Lease of a job; renewed while it runs. */
  readonly leaseMs?: number
}

export type Underway = {
  readonly job: Job
  /** The caller of the job. */
  readonly caller: Caller
  /** Aborted when the job is to be cancelled, or another worker has it. */
  readonly signal: AbortSignal
}

/** Writes its result and `endSucceeded` in one transaction. */
export type JobWork = (underway: Underway) => Promise<void>

const defaultLeaseMs = 30_000
const maxAttempts = 3
const offMs = 2_000

export async function runJob(runner: JobRunner, { tenant, subject: id }: WakeUp, work: JobWork): Promise<void> {
  const { store, leaseMs = defaultLeaseMs } = runner
  const job = await store.transactAsSystem(tenant, (tx) => startJob(tx, id, leaseMs))
  if (job === undefined) return
  const asked = { name: `job ${job.kind}`, kind: 'consumer', trace: job.trace, requestId: job.requestId } as const
  await traced(runner, asked, async (trace) => {
    const caller = { ...systemCaller(tenant, job.requestId, formatTraceparent(trace)), spoke: job.spoke }
    const isError = !(await workOn(runner, { job, caller }, work))
    const attributes = { 'banksia.job.id': id, 'banksia.job.kind': job.kind, 'banksia.spoke.id': job.spoke }
    return { result: undefined, attributes, isError }
  })
}

/** False if it was not done. */
async function workOn(runner: JobRunner, { job, caller }: Omit<Underway, 'signal'>, work: JobWork): Promise<boolean> {
  const { store } = runner
  // Its workers have died so often that it would kill the next one too.
  if (job.attempts > maxAttempts) {
    await store.transact(caller, (tx) => endFailed(tx, job, { reason: 'internal', isFinal: true }))
    return false
  }
  // Its worker died before it learned of the cancellation.
  if (job.cancelRequestedAt !== undefined) {
    await store.transact(caller, (tx) => endStopped(tx, job))
    return false
  }
  const lease = holdLease(runner, caller, job)
  try {
    await work({ job, caller, signal: lease.signal })
    return true
  } catch (error) {
    await end(runner, { job, caller }, error)
    return false
  } finally {
    lease.release()
  }
}

/** Waits while its feature is off for its spoke or that of its subject, or its tenant is disabled. D75 */
async function startJob(tx: Tx, id: string, leaseMs: number): Promise<Job | undefined> {
  const job = await readJob(tx, id)
  if (!(await isHeld(tx, job))) return moveJob(tx, id, 'start', { delayMs: leaseMs })
  await moveJob(tx, id, 'hold', { reason: 'feature_disabled', delayMs: offMs })
  return undefined
}

async function isHeld(tx: Tx, job: Job): Promise<boolean> {
  const feature = featureOf(job.kind)
  if (feature === undefined) return tx.tenant.state !== 'active'
  return isOffSomewhere(tx.tenant, feature) && isOffForAny(tx.tenant, { feature, spokes: await listSpokes(tx, job) })
}

/** Spokes of its caller, and of its encounter, artifact and recording. */
async function listSpokes(tx: Tx, { spoke, kind, encounterId, artifactId, targetId }: Job): Promise<readonly string[]> {
  const encounter = encounterId === undefined ? undefined : await tx.find(hubAddress('Encounter', encounterId))
  const artifact = artifactId === undefined ? undefined : await tx.find(hubAddress('Artifact', artifactId))
  const isRecorded = kind === 'transcribe' && targetId !== undefined
  return [
    spoke,
    ...(encounter === undefined ? [] : [hubContent('Encounter', encounter).spoke]),
    ...(artifact === undefined ? [] : [hubContent('Artifact', artifact).spoke]),
    ...(isRecorded ? [(await readAudioSession(tx, targetId)).spoke] : []),
  ]
}

/** Throws if the job is to be cancelled or is another worker's: then nothing is written. */
export function checkWanted({ signal }: Pick<Underway, 'signal'>): void {
  if (signal.aborted) throw new Problem('conflict')
}

/** The job's end and its result are one transaction. */
export async function endSucceeded(tx: Tx, job: Job, artifactId?: string): Promise<void> {
  const change = { attempt: job.attempts, ...(artifactId === undefined ? {} : { artifactId }) }
  const ended = await moveJob(tx, job.id, 'succeed', change)
  // It was cancelled, or another worker ended it and its result counts: this one is rolled back.
  if (ended === undefined) throw new Problem('conflict')
  tx.record('job.succeeded', jobFields(ended))
}

type Lease = { readonly signal: AbortSignal; readonly release: () => void }

function holdLease({ store, log, leaseMs = defaultLeaseMs }: JobRunner, caller: Caller, job: Job): Lease {
  const stopping = new AbortController()
  const renew = async (): Promise<void> => {
    const isWanted = await store.transact(caller, (tx) => renewJob(tx, { id: job.id, attempt: job.attempts, leaseMs }))
    if (!isWanted) stopping.abort()
  }
  const timer = setInterval(() => {
    // The next renewal may succeed; otherwise the lease ends by itself.
    renew().catch((error: unknown) => log.warn('job.not-renewed', { jobId: job.id, ...errorFields(error) }))
  }, leaseMs / 3)
  timer.unref()
  return { signal: stopping.signal, release: () => clearInterval(timer) }
}

async function end(
  { store, log }: JobRunner,
  { job, caller }: Pick<Underway, 'job' | 'caller'>,
  error: unknown,
): Promise<void> {
  if (await store.transact(caller, (tx) => endStopped(tx, job))) return
  const failure = failureOf(error)
  const fields = { jobId: job.id, reason: failure.reason, attempt: job.attempts, ...errorFields(error) }
  if (failure.reason === 'internal') log.error('job.error', fields, error)
  else if (failure.reason === 'stopped') log.info('job.stopped', fields)
  else log.warn('job.refused', fields)
  await store.transact(caller, (tx) => endFailed(tx, job, failure))
}

async function endStopped(tx: Tx, job: Job): Promise<boolean> {
  const stopped = await moveJob(tx, job.id, 'stop', { attempt: job.attempts })
  if (stopped !== undefined) tx.record('job.cancelled', jobFields(job))
  return stopped !== undefined
}

/** A refusal is final. A fault runs again, a limited number of times, later each time. */
export async function endFailed(tx: Tx, job: Job, failure: JobFailure): Promise<void> {
  const { reason, isFinal, isWaiting = false } = failure
  const attempt = job.attempts
  if (isWaiting || (!isFinal && attempt < maxAttempts)) {
    const delayMs = failure.delayMs ?? retryMs * 4 ** (attempt - 1)
    await moveJob(tx, job.id, isWaiting ? 'postpone' : 'retry', { reason, delayMs, attempt })
    return
  }
  const failed = await moveJob(tx, job.id, 'fail', { reason, attempt })
  if (failed !== undefined) tx.record('job.failed', { ...jobFields(job), reason })
}

const retryMs = 2_000
