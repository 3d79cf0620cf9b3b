/** FHIR dates and instants in an organisation's time zone, as people, HL7 v2 (DTM) and CDA (TS) write them. D32. */

import { openOffset } from '../core/clock.ts'
import { hourMs } from '../core/durations.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

type ZonedTime = {
  readonly year: string
  readonly month?: string
  readonly day?: string
  readonly hour?: string
  readonly minute?: string
  readonly second?: string
  /** `+11:00`. */
  readonly offset?: string
}

/** A FHIR date, dateTime or instant; a partial date stays partial and has no zone. */
function parseTime(time: string, timeZone: string): ZonedTime {
  const [year = '', month, day] = time.split('-')
  if (!time.includes('T'))
    return { year, ...(month === undefined ? {} : { month }), ...(day === undefined ? {} : { day }) }
  const instant = new Date(time)
  const offsetMs = openOffset(timeZone)(instant.getTime())
  const wall = new Date(instant.getTime() + offsetMs)
  return {
    year: String(wall.getUTCFullYear()).padStart(4, '0'),
    month: twoDigits(wall.getUTCMonth() + 1),
    day: twoDigits(wall.getUTCDate()),
    hour: twoDigits(wall.getUTCHours()),
    minute: twoDigits(wall.getUTCMinutes()),
    second: twoDigits(wall.getUTCSeconds()),
    offset: renderOffset(offsetMs),
  }
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** `+11:00`. Before zones were introduced a place had seconds too: `+10:04:52`. */
function renderOffset(offsetMs: number): string {
  const ms = Math.abs(offsetMs)
  const clock = [ms / hourMs, (ms / 60_000) % 60, (ms / 1000) % 60].map((count) => twoDigits(Math.floor(count)))
  return `${offsetMs < 0 ? '-' : '+'}${clock.slice(0, ms % 60_000 === 0 ? 2 : 3).join(':')}`
}

/** `20260314112000+0800`; a date has no zone. */
export function hl7Time(time: string, timeZone: string): string {
  const { year, month = '', day = '', hour = '', minute = '', second = '', offset = '' } = parseTime(time, timeZone)
  // +/-ZZZZ: before zones were introduced, a place had seconds too, which TS cannot say.
  return `${year}${month}${day}${hour}${minute}${second}${offset.slice(0, 6).replace(':', '')}`
}

/** `14 Mar 2026, 11:20 (UTC+08:00)`; a date alone is `14 Mar 2026`. */
export function readableTime(time: string, timeZone: string): string {
  const { year, month, day, hour, minute, offset } = parseTime(time, timeZone)
  const name = month === undefined ? undefined : months[Number(month) - 1]
  const date = [day === undefined ? undefined : Number(day), name, year].filter((part) => part !== undefined).join(' ')
  return hour === undefined ? date : `${date}, ${hour}:${minute} (UTC${offset})`
}

/** Whole years between a birth date and a day in the zone; undefined if the birth date is partial or later. */
export function ageInYears(birthDate: string, at: string, timeZone: string): number | undefined {
  const birth = parseTime(birthDate, timeZone)
  const now = parseTime(at, timeZone)
  if (birth.day === undefined || now.day === undefined) return undefined
  const hadBirthday = `${now.month}${now.day}` >= `${birth.month}${birth.day}`
  const years = Number(now.year) - Number(birth.year) - (hadBirthday ? 0 : 1)
  return years < 0 ? undefined : years
}
