/** DT, DTM and TS as FHIR dates. D201; HL7 v2.4 2.9.47, 2.16.9.7; R4 datatypes.html#dateTime. */
import { openOffset } from '../../core/clock.ts'
import { hourMs } from '../../core/durations.ts'
import type { Value } from '../message/segment.ts'
import type { Reading } from '../reading.ts'

type Parts = {
  /** As precise as it was sent: `1984`, `1984-09`, `1984-09-02`. */
  readonly date: string
  /** `10:15:00`, with the fraction that was sent; undefined for a date, and for an hour alone. */
  readonly clock?: string
  readonly hasHour: boolean
  /** `+10:00`. */
  readonly offset?: string
}

const pattern =
  /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(\.\d{1,9})?)?)?)?)?)?(?:([+-])(\d{2}):?(\d{2}))?$/

const daysIn = (year: number, month: number): number => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** Undefined for what is no date: a thirteenth month, 30 February, 25 o'clock. */
function parseTime(text: string): Parts | undefined {
  const [found, year = '', month, day, hour, minute, second = '00', fraction = '', sign, hours = '', minutes = ''] =
    pattern.exec(text) ?? []
  if (found === undefined || year === '0000') return undefined
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return undefined
  if (day !== undefined && (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month)))) return undefined
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second) > 59) return undefined
  if (sign !== undefined && (Number(hours) * 60 + Number(minutes) > 14 * 60 || Number(minutes) > 59)) return undefined
  return {
    date: [year, month, day].filter((part) => part !== undefined).join('-'),
    hasHour: hour !== undefined,
    ...(minute === undefined ? {} : { clock: `${hour}:${minute}:${second}${fraction}` }),
    ...(sign === undefined ? {} : { offset: `${sign}${hours}:${minutes}` }),
  }
}

const renderOffset = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${ms < 0 ? '-' : '+'}${hours}:${rest}`
}

/** The offset of clocks that show this time; of two, the first one. Noted where clocks skip or repeat it. */
function offsetIn(timeZone: string, { date, clock = '' }: Parts, noteShift: () => void): string {
  const offset = openOffset(timeZone)
  const wall = Date.parse(`${date}T${clock.slice(0, 8)}Z`)
  const offsets = [...new Set([-24 * hourMs, 24 * hourMs].map((shift) => offset(wall + shift)))]
  const fitting = offsets.filter((one) => offset(wall - one) === one)
  if (offsets.length > 1 && fitting.length !== 1) noteShift()
  return renderOffset(fitting[0] ?? offsets[0] ?? 0)
}

/** HL7 v2.4 2.16.9.7: the zone of MSH-7 is that of each time of the message without one. */
const headerOffset = ({ message }: Reading): string | undefined => parseTime(message.header.text(7).trim())?.offset

function read(value: Value, component: number): Parts | undefined {
  const text = value.text(component).trim()
  if (text === '') return undefined
  const parts = parseTime(text)
  if (parts === undefined) value.note('no-date')
  return parts
}

/** A date, or a time to the second with its zone. */
export function readDateTime(value: Value, reading: Reading, component = 1): string | undefined {
  const parts = read(value, component)
  if (parts === undefined) return undefined
  if (parts.clock === undefined) {
    if (parts.hasHour) value.note('no-minutes')
    return parts.date
  }
  const { timeZone } = reading.settings
  const offset =
    parts.offset ??
    (timeZone === undefined ? headerOffset(reading) : offsetIn(timeZone, parts, () => value.note('shifted-time')))
  if (offset !== undefined) return `${parts.date}T${parts.clock}${offset}`
  value.note('no-zone')
  return parts.date
}

/** Undefined, and noted, where the time is not known to the second with its zone. R4 datatypes.html#instant. */
export function readInstant(value: Value, reading: Reading, component = 1): string | undefined {
  const time = readDateTime(value, reading, component)
  if (time === undefined || time.includes('T')) return time
  value.note('no-instant')
  return undefined
}

/** The day as the sender wrote it. */
export const readDate = (value: Value, component = 1): string | undefined => read(value, component)?.date

export const hasClock = (value: Value): boolean => parseTime(value.text().trim())?.clock !== undefined
