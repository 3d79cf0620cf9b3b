/**
 * Birth and death dates have no order in the index. They have the year, month and day that they lie in, and for comparisons steps of
 * days, from single days to 90 years, that hold their first and last day. docs/design/store.md#search.
 */
import { dayMs } from '../../core/durations.ts'
import type { Interval, Token } from '../../store/resources/index-rows.ts'
import { toWall, type Zone } from '../parameters/time-zone.ts'
import { parseDate } from './date-interval.ts'

/** Elements that say when somebody was born or died. */
export const isBlind = (path: string): boolean => /\.(birthDate|deceased)(\.|$)/.test(path)

const dayMicroseconds = dayMs * 1_000
/** 1 January 1600, so that every date has a positive number. */
const firstDay = Date.UTC(1600, 0) / dayMs
const lastDay = 8 ** 6 - 1
const levels = [0, 1, 2, 3, 4, 5]

const dayOf = (time: number): number => Math.min(Math.max(Math.floor(time / dayMicroseconds) - firstDay, 0), lastDay)

/** Tokens for the days of a date. */
export function listBlindTokens(key: string, text: string, zone: Zone): Token[] {
  const asked = parseDate(text, zone)
  if (asked === undefined) return []
  const interval = toWall(zone, asked)
  const date = text.length > 10 ? dateOf(interval.low) : text
  const whole = [4, 7, 10].filter((length) => date.length >= length).map((length) => date.slice(0, length))
  const isOneDay = date.length === 10
  return [
    ...whole.map((value) => ({ parameter: `${key}:within`, value })),
    ...stepsOf(`${key}:${isOneDay ? 'day' : 'low'}`, interval.low),
    ...(isOneDay ? [] : stepsOf(`${key}:high`, interval.high)),
  ]
}

/** The day of a time. A Date rounds towards 1970, so the last microsecond of an earlier day would fall on the next. */
export const dateOf = (time: number): string => new Date(Math.floor(time / 1000)).toISOString().slice(0, 10)

const stepsOf = (parameter: string, time: number): Token[] =>
  levels.map((level) => ({ parameter, value: `${level} ${Math.floor(dayOf(time) / 8 ** level)}` }))

/** A date has one of these tokens if its first (`low`) or last (`high`) day is in the interval. */
export const listSteps = (key: string, side: 'low' | 'high', interval: Interval): Token[] =>
  ['day', side].flatMap((name) => stepsIn(`${key}:${name}`, interval))

/** With more years than these a search does not start from them. */
const mostYears = 150

const [earliest, latest] = [Date.UTC(1600, 0) * 1000, Date.UTC(3000, 0) * 1000]

/** The fewest years, months and days that fill the interval; undefined if there are too many. */
export function listWithin(key: string, { low, high }: Interval): Token[] | undefined {
  if (low < earliest || high > latest || high - low > mostYears * 366 * dayMicroseconds) return undefined
  const tokens: Token[] = []
  const last = dateOf(high)
  for (let from = dateOf(low); from <= last; ) {
    const [length, next] = longestFrom(from, last)
    tokens.push({ parameter: `${key}:within`, value: from.slice(0, length) })
    from = next
  }
  return tokens
}

/** Length of the longest text that begins at that day and ends at `last` or before, and the day after it. */
function longestFrom(from: string, last: string): [length: number, next: string] {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  const spans = [
    [4, month === 1 && day === 1, dayText(year + 1, 1, 1)],
    [7, day === 1, dayText(year, month + 1, 1)],
  ] as const
  const whole = spans.find(([, begins, next]) => begins && previousDay(next) <= last)
  return whole === undefined ? [10, dayText(year, month, day + 1)] : [whole[0], whole[2]]
}

const dayText = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
const previousDay = (date: string): string => new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10)

/** Years and months that begin or end outside the interval and reach into it have one of these tokens. */
export const listReaching = (key: string, { low, high }: Interval): Token[] => {
  const starts = [low, high].map(dateOf).flatMap((date) => [`${date.slice(0, 4)}-01-01`, `${date.slice(0, 7)}-01`])
  return [...new Set(starts)].map((start) => ({
    parameter: `${key}:low`,
    value: `0 ${dayOf(Date.parse(start) * 1000)}`,
  }))
}

function stepsIn(parameter: string, { low, high }: Interval): Token[] {
  const tokens: Token[] = []
  const to = high === Infinity ? lastDay : dayOf(high)
  for (let from = low === -Infinity ? 0 : dayOf(low); from <= to; ) {
    let level = 0
    while (level < 5 && from % 8 ** (level + 1) === 0 && from + 8 ** (level + 1) - 1 <= to) level += 1
    tokens.push({ parameter, value: `${level} ${from / 8 ** level}` })
    from += 8 ** level
  }
  return tokens
}
