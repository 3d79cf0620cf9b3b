/** Runs a job of any kind: once however often it is woken, held as long as it is worked on, stopped when it is cancelled. */
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
  /** How long a job is held before it is due again; renewed while it is worked on. */
  readonly leaseMs?: number
}

export type Underway = {
  readonly job: Job
  /** For whom it was asked. */
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

/** False where it has not been done. */
async function workOn(runner: JobRunner, { job, caller }: Omit<Underway, 'signal'>, work: JobWork): Promise<boolean> {
  const { store } = runner
  // Its worker has died with it so often: it would take the next one along.
  if (job.attempts > maxAttempts) {
    await store.transact(caller, (tx) => endFailed(tx, job, { reason: 'internal', isFinal: true }))
    return false
  }
  // Its worker died before it heard of it.
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

/** While its feature is off for its spoke or for that of what it works on, or its tenant is disabled, it waits. D75 */
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

/** Of whom it was asked, and whose encounter, artifact and recording it is about. */
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

/** Throws where the job is to be cancelled or is another's: nothing of it is written. */
export function checkWanted({ signal }: Pick<Underway, 'signal'>): void {
  if (signal.aborted) throw new Problem('conflict')
}

/** The job's end goes with what it has made, or neither does. */
export async function endSucceeded(tx: Tx, job: Job, artifactId?: string): Promise<void> {
  const change = { attempt: job.attempts, ...(artifactId === undefined ? {} : { artifactId }) }
  const ended = await moveJob(tx, job.id, 'succeed', change)
  // Cancelled, or ended by another worker, whose result stands: this one is rolled back.
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
    // The next one may go through; if none does, the lease ends by itself.
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

/** A refusal is final; a fault is tried again, a bounded number of times, later each time. */
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
