/** Why an outside provider gave nothing usable: one of a closed set of reasons, without its words. */

import { systemClock } from '../../core/clock.ts'
import { Problem } from '../../core/problems.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import type { OutboundResponse } from '../../outbound/request.ts'
import { parseRetryAfter } from '../../outbound/retry-after.ts'

/** `provider-refused`: it refused the request. `provider-answer-invalid`: its answer has another form. */
export type ProviderReason =
  | 'dependency-unavailable'
  | 'provider-refused'
  | 'provider-answer-invalid'
  | 'payload-too-large'

export class ProviderError extends Error {
  readonly reason: ProviderReason
  /** A repetition may succeed. */
  readonly isPassing: boolean
  readonly retryAfterMs: number | undefined

  constructor(reason: ProviderReason, more: { retryAfterMs?: number | undefined; cause?: unknown } = {}) {
    super(reason, { cause: more.cause })
    this.name = 'ProviderError'
    this.reason = reason
    this.isPassing = reason === 'dependency-unavailable'
    this.retryAfterMs = more.retryAfterMs
  }
}

/** A host that is not listed, or is on a forbidden network, stays unreachable. */
export function toProviderError(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  // The content may no longer be read.
  if (error.cause instanceof Problem) return error.cause
  if (error.reason === 'refused-by-policy') return new ProviderError('provider-refused', { cause: error })
  if (error.reason === 'too-large') return new ProviderError('provider-answer-invalid', { cause: error })
  return new ProviderError('dependency-unavailable', { cause: error })
}

const passing: ReadonlySet<number> = new Set([408, 409, 425, 429])
const maxRetryAfterMs = 600_000

/** Throws unless the answer is usable; a redirect is not. */
export function checkAnswered({ status, headers }: OutboundResponse): void {
  if (status === 200) return
  if (status === 413) throw new ProviderError('payload-too-large')
  if (status < 500 && !passing.has(status)) throw new ProviderError('provider-refused')
  const askedMs = parseRetryAfter(headers['retry-after'], systemClock())
  const retryAfterMs = askedMs === undefined ? undefined : Math.min(askedMs, maxRetryAfterMs)
  throw new ProviderError('dependency-unavailable', { retryAfterMs })
}
