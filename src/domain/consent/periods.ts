/** Whether an instant lies in a Period. Its ends may be days, months or years of any zone. R4 datatypes.html#Period. */

import type { Period } from '@medplum/fhirtypes'
import { dayMs } from '../../core/durations.ts'
import type { Match } from './match.ts'

/** A day begins so much earlier or later, by zone. */
const zoneMs = 14 * 3_600_000

/** The earliest and latest beginning, in milliseconds since 1970. */
type Bound = readonly [earliest: number, latest: number]

const always: Bound = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
const never: Bound = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]

export const isReadable = (text: string): boolean => !Number.isNaN(parse(text))

/** R4 datatypes.html#dateTime: a minute may have a sixty-first second. */
const parse = (text: string): number => Date.parse(text.replace(/:60(?=\.|Z|[+-])/, ':59'))

const isTime = (text: string): boolean => text.includes('T')

function startOf(text: string | undefined, isUnread: boolean): Bound {
  if (text === undefined) return isUnread ? [always[0], never[0]] : always
  const at = parse(text)
  if (Number.isNaN(at)) return [always[0], never[0]]
  return isTime(text) ? [at, at] : [at - zoneMs, at + zoneMs]
}

/** The first instant after it. A year or month is taken as its longest. */
function endOf(text: string | undefined, isUnread: boolean): Bound {
  if (text === undefined) return isUnread ? [always[0], never[0]] : never
  const at = parse(text)
  if (Number.isNaN(at)) return [always[0], never[0]]
  if (isTime(text)) return [at, at]
  const [shortest, longest] = text.length === 4 ? [365, 366] : text.length === 7 ? [28, 31] : [1, 1]
  return [at + shortest * dayMs - zoneMs, at + longest * dayMs + zoneMs]
}

/** Unsure if it depends on the zone, or an end cannot be read. */
export function matchPeriod(period: Period | undefined, at: number): Match {
  if (period === undefined) return 'yes'
  const { start, end } = period
  const [earliestStart, latestStart] = startOf(start, '_start' in period)
  const [earliestEnd, latestEnd] = endOf(end, '_end' in period)
  if (at < earliestStart || at >= latestEnd) return 'no'
  return at >= latestStart && at < earliestEnd ? 'yes' : 'unsure'
}
