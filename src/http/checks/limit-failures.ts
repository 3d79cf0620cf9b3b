/** Failed authentications a minute from one address, in this process: over the limit a request is refused before its token is read. R5.1 */
import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config.ts'
import { attempt } from '../../core/maybe-promise.ts'
import { Problem } from '../../core/problems.ts'
import { openFailureCount } from '../../identity/guessing/failure-count.ts'
import type { FindAddress } from '../request/client-address.ts'
import type { Context, Layer } from '../request/request-state.ts'

/** A share of the requests that a client may make. */
export const failuresPerMinute = ({ requestsPerMinute }: Pick<Config, 'requestsPerMinute'>): number =>
  Math.max(1, Math.floor(requestsPerMinute / 4))

export type FailureLimit = {
  /** Throws if the address has failed too often. */
  readonly check: (ctx: Context) => void
  readonly count: (ctx: Context) => void
}

export function openFailureLimit(perMinute: number, findAddress: FindAddress, clock: Clock): FailureLimit {
  const failures = openFailureCount(perMinute, clock)
  return {
    check(ctx) {
      const seconds = failures.isEmpty() ? undefined : failures.findWait(findAddress(ctx.req))
      if (seconds !== undefined) throw new Problem('rate-limited', { headers: { 'Retry-After': String(seconds) } })
    },
    count(ctx) {
      failures.count(findAddress(ctx.req))
    },
  }
}

/** Comes before authentication. A request without credentials does not count as failed. */
export const limitFailures =
  (limit: FailureLimit): Layer =>
  (ctx, next) => {
    if (ctx.headers.authorization === undefined) return next()
    limit.check(ctx)
    return attempt(next, (error) => {
      if (error instanceof Problem && error.slug === 'authentication-required') limit.count(ctx)
      throw error
    })
  }

/** For callers of whom nothing but the address is known: each request counts. */
export const limitRequests =
  (limit: FailureLimit): Layer =>
  (ctx, next) => {
    limit.check(ctx)
    limit.count(ctx)
    return next()
  }
