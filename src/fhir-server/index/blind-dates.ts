/**
 * Birth and death dates, which keep no order in the index: the year, month and day that a date lies in, and for comparisons the steps of
 * eight that its first and its last day lie in, from single days up to 90 years. STORE.md "Search".
 */
import type { Interval, Token } from '../../store/index-rows.ts'
import { parseDate } from './date-interval.ts'
import { toWall, type Zone } from './time-zone.ts'

/** Elements that say when someone was born or died. */
export const isBlind = (path: string): boolean => /\.(birthDate|deceased)(\.|$)/.test(path)

const dayMicroseconds = 86_400_000_000
/** 1 January 1600, so that every date has a positive number. */
const firstDay = Date.UTC(1600, 0) / 86_400_000
const lastDay = 8 ** 6 - 1
const levels = [0, 1, 2, 3, 4, 5]

const dayOf = (time: number): number => Math.min(Math.max(Math.floor(time / dayMicroseconds) - firstDay, 0), lastDay)

/** The days of a date, by which it is found. */
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

export const dateOf = (time: number): string => new Date(time / 1000).toISOString().slice(0, 10)

const stepsOf = (parameter: string, time: number): Token[] =>
  levels.map((level) => ({ parameter, value: `${level} ${Math.floor(dayOf(time) / 8 ** level)}` }))

/** Tokens of which a date has one if its first (`low`) or last (`high`) day is in the interval. */
export const listSteps = (key: string, side: 'low' | 'high', interval: Interval): Token[] =>
  ['day', side].flatMap((name) => stepsIn(`${key}:${name}`, interval))

/** The longest that a date that is no day lasts. */
const yearMicroseconds = 366 * dayMicroseconds

/** Tokens of which a date has one if it begins at the end of the interval or before, and ends at its beginning or after. */
export const listBetween = (key: string, { low, high }: Interval): Token[] => [
  ...stepsIn(`${key}:day`, { low, high }),
  ...stepsIn(`${key}:low`, { low: low - yearMicroseconds, high }),
]

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
