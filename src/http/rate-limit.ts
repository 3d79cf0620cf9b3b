/** Requests a minute for each tenant and client: a token bucket, in this process. hub-contract "Requests and answers". */
import type { Clock } from '../clock.ts'
import { Problem } from '../problems.ts'
import type { Layer } from './request-state.ts'

type Bucket = { tokens: number; filledAt: number }

const windowSeconds = 60
/** Buckets kept before those that are full again are dropped. */
const maxBuckets = 10_000

/** Goes after authentication. Adds the RateLimit fields (draft-ietf-httpapi-ratelimit-headers-10) to every answer. */
export function limitRate(perMinute: number, clock: Clock): Layer {
  const buckets = new Map<string, Bucket>()
  const fill = (bucket: Bucket, now: number): number =>
    Math.min(perMinute, bucket.tokens + ((now - bucket.filledAt) / 1000) * (perMinute / windowSeconds))

  const takeToken = (key: string): Bucket & { isTaken: boolean } => {
    const now = clock().getTime()
    const known = buckets.get(key) ?? { tokens: perMinute, filledAt: now }
    const tokens = fill(known, now)
    const isTaken = tokens >= 1
    const bucket = { tokens: isTaken ? tokens - 1 : tokens, filledAt: now }
    buckets.set(key, bucket)
    if (buckets.size > maxBuckets) {
      for (const [other, { tokens: left, filledAt }] of buckets) {
        if (fill({ tokens: left, filledAt }, now) >= perMinute) buckets.delete(other)
      }
    }
    return { ...bucket, isTaken }
  }

  return async (ctx, next) => {
    const { caller } = ctx.state
    if (caller === undefined) throw new TypeError('the rate limit goes after authentication')
    const { tokens, isTaken } = takeToken(JSON.stringify([caller.tenant, caller.client]))
    const waitSeconds = Math.ceil(((isTaken ? perMinute - tokens : 1 - tokens) * windowSeconds) / perMinute)
    ctx.set('RateLimit-Policy', `"client";q=${perMinute};w=${windowSeconds}`)
    ctx.set('RateLimit', `"client";r=${Math.floor(tokens)};t=${waitSeconds}`)
    if (!isTaken) throw new Problem('rate-limited', { headers: { 'Retry-After': String(Math.max(1, waitSeconds)) } })
    await next()
  }
}
