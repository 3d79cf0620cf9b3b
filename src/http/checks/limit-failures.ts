/** Failed authentications a minute from one address, in this process: over the limit a request is refused before its token is read. R5.1 */
import type { Clock } from '../../core/clock.ts'
import { attempt } from '../../core/maybe-promise.ts'
import { Problem } from '../../core/problems.ts'
import type { FindAddress } from '../request/client-address.ts'
import type { Context, Layer } from '../request/request-state.ts'

const windowMs = 60_000
/** Addresses in memory; beyond that the oldest is forgotten. */
const maxAddresses = 10_000

type Counted = { failures: number; readonly until: number }

export type FailureLimit = {
  /** Throws if the address has failed too often. */
  readonly check: (ctx: Context) => void
  readonly count: (ctx: Context) => void
}

export function openFailureLimit(perMinute: number, findAddress: FindAddress, clock: Clock): FailureLimit {
  const counted = new Map<string, Counted>()
  const find = (address: string, now: number): Counted | undefined => {
    const known = counted.get(address)
    // A clock that is set back holds nobody longer.
    const isOver = known !== undefined && (known.until <= now || known.until > now + windowMs)
    if (isOver) counted.delete(address)
    return isOver ? undefined : known
  }
  return {
    check(ctx) {
      // Usually nobody fails, and then nothing is looked up.
      if (counted.size === 0) return
      const now = clock().getTime()
      const known = find(findAddress(ctx.req), now)
      if (known === undefined || known.failures < perMinute) return
      const seconds = Math.max(1, Math.ceil((known.until - now) / 1000))
      throw new Problem('rate-limited', { headers: { 'Retry-After': String(seconds) } })
    },
    count(ctx) {
      const now = clock().getTime()
      const address = findAddress(ctx.req)
      const known = find(address, now)
      if (known !== undefined) known.failures += 1
      else counted.set(address, { failures: 1, until: now + windowMs })
      if (counted.size > maxAddresses) counted.delete(counted.keys().next().value ?? '')
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
