/** Records that end by themselves at a known instant: consents and shares. docs/design/hub.md#consent. */
import type { Range } from '../store/resources/index-rows.ts'
import type { Predicate } from '../store/resources/search/predicates.ts'

const entry = { parameter: 'end', value: '' } as const
/** For records without an end. */
const never = Number.MAX_SAFE_INTEGER
const microseconds = (instant: string): number => Date.parse(instant) * 1000

export function endRange(end: unknown): Range {
  const at = typeof end === 'string' ? microseconds(end) : never
  return { ...entry, low: at, high: at }
}

export const timedStatuses = ['active', 'expired', 'revoked'] as const
export type TimedStatus = (typeof timedStatuses)[number]

/** The status at an instant: the end is the first instant at which it has ended. */
export const statusAt = (stored: 'active' | 'revoked', end: string | undefined, at: string): TimedStatus =>
  stored === 'active' && end !== undefined && Date.parse(end) <= Date.parse(at) ? 'expired' : stored

/** The predicate for that status at that instant. */
export function hasStatus(status: TimedStatus, at: string): Predicate[] {
  const any = [{ parameter: 'status', value: status === 'revoked' ? 'revoked' : 'active' }]
  const kept: Predicate = { kind: 'tokens', any, accessTokens: any }
  if (status === 'revoked') return [kept]
  const now = microseconds(at)
  return [
    kept,
    { kind: 'ranges', any: [entry], test: { prefix: status === 'active' ? 'gt' : 'le', low: now, high: now } },
  ]
}
