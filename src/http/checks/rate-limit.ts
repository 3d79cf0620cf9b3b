/** Requests a minute for each tenant and client, fewer for a spoke whose config says so: token buckets, in this process. docs/design/hub.md#requests-and-answers. */
import type { Clock } from '../../core/clock.ts'
import { Problem } from '../../core/problems.ts'
import type { Layer } from '../request/request-state.ts'
import { readPlatformOf } from './platform.ts'

type Bucket = { tokens: number; filledAt: number; perMinute: number }

const windowSeconds = 60
/** Beyond that, full buckets are dropped. */
const maxBuckets = 10_000

/** A clock that is set back takes no tokens. */
const fill = ({ tokens, filledAt, perMinute }: Readonly<Bucket>, now: number): number =>
  Math.min(perMinute, tokens + (Math.max(0, now - filledAt) / 1000) * (perMinute / windowSeconds))

type Taken = { readonly bucket: Readonly<Bucket>; readonly isTaken: boolean }

/** Takes a token from a bucket, and answers the rest. */
function openBuckets(clock: Clock): (key: string, perMinute: number) => Taken {
  const buckets = new Map<string, Bucket>()

  const open = (key: string, perMinute: number, now: number): Bucket => {
    const bucket = { tokens: perMinute, filledAt: now, perMinute }
    buckets.set(key, bucket)
    if (buckets.size > maxBuckets) {
      for (const [other, one] of buckets) if (fill(one, now) >= one.perMinute && one !== bucket) buckets.delete(other)
    }
    return bucket
  }

  return (key, perMinute) => {
    const now = clock().getTime()
    const bucket = buckets.get(key) ?? open(key, perMinute, now)
    bucket.perMinute = perMinute
    const tokens = fill(bucket, now)
    const isTaken = tokens >= 1
    bucket.tokens = isTaken ? tokens - 1 : tokens
    bucket.filledAt = now
    return { bucket, isTaken }
  }
}

/** Comes after the platform. Adds the RateLimit fields (draft-ietf-httpapi-ratelimit-headers-10) to every answer. */
export function limitRate(perMinute: number, clock: Clock): Layer {
  const take = openBuckets(clock)
  return (ctx, next) => {
    const { caller } = ctx.state
    if (caller === undefined) throw new TypeError('the rate limit goes after authentication')
    const who = `${caller.issuer} ${caller.client}`
    const ofClient = take(`client ${caller.tenant} ${who}`, perMinute)
    const { requestsPerMinute: own } = readPlatformOf(ctx).limits
    const isTighter = ofClient.isTaken && own !== undefined && own < perMinute
    const taken = isTighter ? take(`spoke ${caller.tenant} ${caller.spoke} ${who}`, own) : ofClient
    const { tokens, perMinute: rate } = taken.bucket
    const waitSeconds = Math.ceil(((taken.isTaken ? rate - tokens : 1 - tokens) * windowSeconds) / rate)
    ctx.res.setHeader('RateLimit-Policy', `"client";q=${rate};w=${windowSeconds}`)
    ctx.res.setHeader('RateLimit', `"client";r=${Math.floor(tokens)};t=${waitSeconds}`)
    if (taken.isTaken) return next()
    throw new Problem('rate-limited', { headers: { 'Retry-After': String(Math.max(1, waitSeconds)) } })
  }
}
