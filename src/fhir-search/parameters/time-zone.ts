/** The beginning of a day: a date without a zone is in the tenant's zone. R4 search.html#date; D32. */

import { openOffset } from '../../core/clock.ts'
import { dayMs } from '../../core/durations.ts'
import type { Interval } from '../../store/resources/index-rows.ts'

/** Milliseconds by which the clocks of a zone are ahead of UTC. */
export type Zone = { readonly offsetAt: (ms: number) => number }

export const utc: Zone = { offsetAt: () => 0 }

/** Days whose offset is remembered; beyond that all are forgotten at once. */
const mostDays = 20_000

/** Throws for a name that is no IANA zone. */
export function openZone(timeZone: string): Zone {
  const measure = openOffset(timeZone)
  // Undefined for a day on which the clocks change.
  const days = new Map<number, number | undefined>()
  const ofDay = (day: number): number | undefined => {
    if (days.has(day)) return days.get(day)
    if (days.size >= mostDays) days.clear()
    const [first, last] = [measure(day * dayMs), measure((day + 1) * dayMs)]
    const offset = first === last ? first : undefined
    days.set(day, offset)
    return offset
  }
  return { offsetAt: (ms) => ofDay(Math.floor(ms / dayMs)) ?? measure(ms) }
}

/** The instant at which the clocks of the zone show this; `wall` is as if in UTC. A time that the clocks skip falls as far after the change. */
export const toInstant = ({ offsetAt }: Zone, wall: number): number => wall - offsetAt(wall - offsetAt(wall))

/** Microseconds as the clocks of the zone show them. */
export const toWall = ({ offsetAt }: Zone, { low, high }: Interval): Interval => ({
  low: low + offsetAt(low / 1000) * 1000,
  high: high + offsetAt(high / 1000) * 1000,
})
