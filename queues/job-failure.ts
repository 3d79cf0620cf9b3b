/** Why a job ended without its result, and whether it runs again. */

import { Problem } from '../src/core/problems.ts'
import { ProviderError } from '../src/drafting/providers/provider-error.ts'
import { findUnavailable } from '../src/store/postgres/unavailable.ts'
import { ThreadPoolClosed, ThreadTimeout } from '../src/threads/thread-pool.ts'

export type JobFailure = {
  /** An enumerated reason. */
  readonly reason: string
  readonly isFinal: boolean
  /** Time until it runs again, if the number of attempts does not decide that. */
  readonly delayMs?: number
  /** Something that it needs is missing: no attempt is counted. */
  readonly isWaiting?: boolean
}

/** A failure that is neither a refusal nor a fault. */
export class JobError extends Error {
  readonly failure: JobFailure

  constructor(failure: JobFailure, cause?: unknown) {
    super(failure.reason, { cause })
    this.name = 'JobError'
    this.failure = failure
  }
}

const unavailableMs = 5_000

/** A refusal is final, and so is a draft that would take as long again. */
export function failureOf(error: unknown): JobFailure {
  if (error instanceof JobError) return error.failure
  if (error instanceof ProviderError) return providerFailure(error)
  // Our own stop cut it off: due again at once, for any worker.
  if (error instanceof ThreadPoolClosed) return { reason: 'stopped', isFinal: false, isWaiting: true, delayMs: 0 }
  if (error instanceof ThreadTimeout) return { reason: 'drafting-timeout', isFinal: true }
  // The database or disk failed, not the job: it waits for them.
  if (findUnavailable(error) !== undefined)
    return { reason: 'dependency-unavailable', isFinal: false, isWaiting: true, delayMs: unavailableMs }
  return error instanceof Problem ? { reason: error.slug, isFinal: true } : { reason: 'internal', isFinal: false }
}

const providerFailure = ({ reason, isPassing, retryAfterMs }: ProviderError): JobFailure => ({
  reason,
  isFinal: !isPassing,
  ...(retryAfterMs === undefined ? {} : { delayMs: retryAfterMs }),
})
