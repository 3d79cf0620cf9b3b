/** What ends by itself, at an instant that its record names: consents and shares. hub-contract "Consent, recipients, purpose". */
import type { Range } from '../store/resources/index-rows.ts'
import type { Condition } from '../store/resources/search/search-conditions.ts'

const entry = { parameter: 'end', value: '' } as const
/** For what does not end. */
const never = Number.MAX_SAFE_INTEGER
const microseconds = (instant: string): number => Date.parse(instant) * 1000

export function endRange(end: unknown): Range {
  const at = typeof end === 'string' ? microseconds(end) : never
  return { ...entry, low: at, high: at }
}

export const timedStatuses = ['active', 'expired', 'revoked'] as const
export type TimedStatus = (typeof timedStatuses)[number]

/** The status that a record has at an instant: its end is the first instant at which it has ended. */
export const statusAt = (stored: 'active' | 'revoked', end: string | undefined, at: string): TimedStatus =>
  stored === 'active' && end !== undefined && Date.parse(end) <= Date.parse(at) ? 'expired' : stored

/** To have that status at that instant, as a search asks for it. */
export function hasStatus(status: TimedStatus, at: string): Condition[] {
  const any = [{ parameter: 'status', value: status === 'revoked' ? 'revoked' : 'active' }]
  const kept: Condition = { kind: 'tokens', any, drivers: any }
  if (status === 'revoked') return [kept]
  const now = microseconds(at)
  return [
    kept,
    { kind: 'ranges', any: [entry], test: { prefix: status === 'active' ? 'gt' : 'le', low: now, high: now } },
  ]
}
