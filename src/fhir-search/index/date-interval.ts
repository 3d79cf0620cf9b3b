/** Dates and times of any precision as intervals of microseconds, both ends included. R4 search.html#date, datatypes.html#dateTime. */
import { dayMs } from '../../core/durations.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import type { Interval } from '../../store/resources/index-rows.ts'
import { toInstant, type Zone } from '../parameters/time-zone.ts'

const pattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/

const microseconds = 1000

/** Undefined if the text is no date. A date without a time zone is in the given one. */
export function parseDate(text: string, zone: Zone): Interval | undefined {
  const [, year, month, day, hour, minute, second, fraction, offset] = pattern.exec(text) ?? []
  if (year === undefined || year === '0000') return undefined
  const start = `${year}-${month ?? '01'}-${day ?? '01'}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`
  const wallMs = Date.parse(`${start.replace('T24:', 'T00:').replace(':60', ':59')}${offset ?? 'Z'}`)
  if (Number.isNaN(wallMs) || !isCalendarDay(year, month, day)) return undefined
  const toMs = (ms: number): number => (offset === undefined ? toInstant(zone, ms) : ms)
  if (fraction !== undefined) return fractionOf(toMs(wallMs), fraction)
  return {
    low: toMs(wallMs) * microseconds,
    high: toMs(endMs(wallMs, { year, month, day, hour, second })) * microseconds - 1,
  }
}

const isCalendarDay = (year: string, month = '01', day = '01'): boolean =>
  new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day)

function fractionOf(startMs: number, fraction: string): Interval {
  const low = startMs * microseconds + Number(fraction.slice(0, 6).padEnd(6, '0'))
  return { low, high: low + 10 ** Math.max(0, 6 - fraction.length) - 1 }
}

type Parts = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'second', string | undefined>>

function endMs(startMs: number, { year, month, day, hour, second }: Parts): number {
  if (second !== undefined) return startMs + 1000
  if (hour !== undefined) return startMs + 60_000
  if (day !== undefined) return startMs + dayMs
  return month === undefined ? Date.UTC(Number(year) + 1, 0) : Date.UTC(Number(year), Number(month))
}

/** Nanoseconds within the first and within the last microsecond of an interval. */
export type Fine = { readonly low: number; readonly high: number }

const whole: Fine = { low: 0, high: 999 }

/** Undefined unless the text says more than microseconds. Digits beyond nine do not count. */
export function findFine(text: string): Fine | undefined {
  const digits = pattern.exec(text)?.[7] ?? ''
  if (digits.length <= 6) return undefined
  const low = Number(digits.slice(6, 9).padEnd(3, '0'))
  return { low, high: low + 10 ** Math.max(0, 9 - digits.length) - 1 }
}

/** Of a date, dateTime, instant or Period. */
export function fineOf(value: JsonValue): Fine {
  if (typeof value === 'string') return findFine(value) ?? whole
  if (!isJsonObject(value)) return whole
  const { start, end } = value
  return { low: fineOf(start ?? null).low, high: fineOf(end ?? null).high }
}

/** The interval of a date, dateTime, instant, Period or Timing. An open side has no end. */
export function dateInterval(value: JsonValue, zone: Zone): Interval | undefined {
  if (typeof value === 'string') return parseDate(value, zone)
  if (!isJsonObject(value)) return undefined
  if (value['repeat'] !== undefined || value['event'] !== undefined)
    return timingInterval(value['repeat'], value['event'], zone)
  const { start, end } = value
  const low = typeof start === 'string' ? parseDate(start, zone)?.low : undefined
  const high = typeof end === 'string' ? parseDate(end, zone)?.high : undefined
  if (low === undefined && high === undefined) return undefined
  return { low: low ?? -Infinity, high: high ?? Infinity }
}

/** R4 search.html#date: a Timing lasts from its first to its last time. */
function timingInterval(
  repeat: JsonValue | undefined,
  events: JsonValue | undefined,
  zone: Zone,
): Interval | undefined {
  const bounds = isJsonObject(repeat) ? dateInterval(repeat['boundsPeriod'] ?? null, zone) : undefined
  const known = Array.isArray(events) ? events.flatMap((event) => dateInterval(event, zone) ?? []) : []
  const all = bounds === undefined ? known : [...known, bounds]
  if (all.length === 0) return undefined
  return { low: Math.min(...all.map(({ low }) => low)), high: Math.max(...all.map(({ high }) => high)) }
}

/** As PostgreSQL reads an instant, to the microsecond. */
export function instantText(time: number): string {
  if (!Number.isFinite(time)) return time < 0 ? '-infinity' : 'infinity'
  const ms = Math.floor(time / microseconds)
  const rest = time - ms * microseconds
  return new Date(ms).toISOString().replace('Z', `${rest === 0 ? '' : String(rest).padStart(3, '0')}Z`)
}
