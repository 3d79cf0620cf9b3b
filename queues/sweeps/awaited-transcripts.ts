/** Reads the transcripts of the recordings that a draft waits for. D54. */
import { dayMs } from '../../src/core/durations.ts'
import { readAwaited } from '../../src/domain/recording/recordings.ts'
import { type Job, readJob } from '../../src/store/operations/jobs.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { JobError } from '../job-failure.ts'

/** It looks again this often; a new transcript wakes it. */
const againMs = 15_000
/** A recording that was made offline may arrive late. */
const longestMs = dayMs

/** All transcripts of a draft. Throws to wait, or to fail if one of them will not come. */
export async function readAllTranscriptIds(tx: Tx, job: Job): Promise<readonly string[]> {
  const found: string[] = []
  for (const id of job.audioSessionIds) {
    const awaited = await readAwaited(tx, id)
    if ('transcriptId' in awaited) found.push(awaited.transcriptId)
    else throw await missing(tx, job, awaited)
  }
  return [...new Set([...job.transcriptIds, ...found])]
}

type Missing = { readonly pending: boolean; readonly jobId?: string }

async function missing(tx: Tx, { createdAt }: Job, { pending, jobId }: Missing): Promise<JobError> {
  const state = jobId === undefined ? undefined : (await readJob(tx, jobId)).state
  if (!pending || state === 'failed' || state === 'cancelled')
    return new JobError({ reason: 'transcript-unavailable', isFinal: true })
  const isLate = Date.parse(tx.at) - Date.parse(createdAt) > longestMs
  if (isLate) return new JobError({ reason: 'transcript-late', isFinal: true })
  return new JobError({ reason: 'transcript-awaited', isFinal: false, isWaiting: true, delayMs: againMs })
}
