/** Dates and times of partial precision. FHIRPath N1 §6.1, §6.2, §6.7, R4 datatypes.html#primitive. */
import { dayMs, hourMs } from '../core/durations.ts'

/** Year, month, day, hour, minute, second as far as they are known; of a time of day only the last three. */
export type Temporal = {
  readonly isTime: boolean
  readonly fields: readonly number[]
  /** Minutes east of UTC. */
  readonly zone: number | undefined
}

const datePattern =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d(?:\.\d+)?))?)?(Z|[+-]\d\d:\d\d)?)?)?)?)?T?$/
const timePattern = /^T?(\d\d)(?::(\d\d)(?::(\d\d(?:\.\d+)?))?)?$/

const zoneOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (text === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4))
  return text.startsWith('-') ? -minutes : minutes
}

/** Undefined for what is no date or time. */
export function parseTemporal(text: string): Temporal | undefined {
  const time = timePattern.exec(text)
  // Four digits are a year.
  if (time !== null && !/^\d{4}/.test(text))
    return { isTime: true, fields: fieldsOf(time.slice(1, 4)), zone: undefined }
  const match = datePattern.exec(text)
  if (match === null) return undefined
  const fields = fieldsOf(match.slice(1, 7))
  return isCalendar(fields) ? { isTime: false, fields, zone: zoneOf(match[7]) } : undefined
}

function fieldsOf(texts: readonly (string | undefined)[]): number[] {
  const known = texts.indexOf(undefined)
  return (known < 0 ? texts : texts.slice(0, known)).map(Number)
}

const bounds = [
  [1, 9999],
  [1, 12],
  [1, 31],
  [0, 24],
  [0, 59],
  [0, 60.999999999],
] as const

function isCalendar(fields: readonly number[]): boolean {
  const [year = 0, month, day] = fields
  const isBound = fields.every(
    (field, index) => field >= (bounds[index]?.[0] ?? 0) && field <= (bounds[index]?.[1] ?? 0),
  )
  return isBound && (month === undefined || day === undefined || day <= daysIn(year, month))
}

export const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** Below, equal or above zero; undefined where the precisions do not tell. N1 §6.2. */
export function compareTemporals(left: Temporal, right: Temporal): number | undefined {
  if (left.isTime !== right.isTime) return undefined
  const isZoned = left.zone !== undefined && right.zone !== undefined && left.zone !== right.zone
  const [a, b] = isZoned ? [inUtc(left), inUtc(right)] : [left.fields, right.fields]
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [one, other] = [a[index], b[index]]
    if (one === undefined || other === undefined) return undefined
    if (one !== other) return one - other
  }
  return 0
}

/** The fields that are known, at the meridian. */
function inUtc({ fields, zone = 0 }: Temporal): readonly number[] {
  return fields.length < 4 ? fields : fieldsOfDay(fields, [0, 0, -zone]).slice(0, fields.length)
}

const minuteMs = 60_000

/** The fields of a point in time, so many days, hours, minutes and seconds later. */
function fieldsOfDay(
  fields: readonly number[],
  [days = 0, hours = 0, minutes = 0, seconds = 0]: readonly number[],
): number[] {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields
  const start = Date.parse(`${pad(year, 4)}-${pad(month)}-01T00:00:00Z`)
  const thousandths = Math.round((second + seconds) * 1000)
  const hourly = (day - 1 + days) * 24 + hour + hours
  const date = new Date(start + (hourly * 60 + minute + minutes) * minuteMs + thousandths)
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds() + date.getUTCMilliseconds() / 1000,
  ]
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

function writeSecond(second: number): string {
  const whole = pad(Math.floor(second))
  const thousandths = Math.round((second % 1) * 1000)
  return thousandths === 0 ? whole : `${whole}.${pad(thousandths, 3)}`
}

export function writeTemporal({ isTime, fields, zone }: Temporal): string {
  if (isTime) return writeTime(fields)
  const date = fields
    .slice(0, 3)
    .map((field, index) => pad(field, index === 0 ? 4 : 2))
    .join('-')
  return fields.length <= 3 ? date : `${date}T${writeTime(fields.slice(3))}${writeZone(zone)}`
}

const writeTime = ([hour = 0, minute, second]: readonly number[]): string =>
  pad(hour) + (minute === undefined ? '' : `:${pad(minute)}`) + (second === undefined ? '' : `:${writeSecond(second)}`)

function writeZone(zone: number | undefined): string {
  if (zone === undefined) return ''
  const minutes = Math.abs(zone)
  return zone === 0 ? 'Z' : `${zone < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** The place of a unit among the fields; a week is seven days. */
const units: ReadonlyMap<string, readonly [field: number, times: number]> = new Map(
  Object.entries<readonly [number, number]>({
    year: [0, 1],
    month: [1, 1],
    week: [2, 7],
    day: [2, 1],
    hour: [3, 1],
    minute: [4, 1],
    second: [5, 1],
    millisecond: [5, 0.001],
    ...{ wk: [2, 7], d: [2, 1], h: [3, 1], min: [4, 1], s: [5, 1], ms: [5, 0.001] },
  }),
)

/** Days, hours, minutes and seconds of an average year and month, where a date is known less precisely than the unit. N1 §6.7. */
const perCoarser = [1, 12, 30, 24, 60, 60] as const

/** Undefined for a unit that no date can be moved by, and out of the calendar. */
export function addTo(temporal: Temporal, amount: number, unit: string): Temporal | undefined {
  const row = units.get(unit)
  if (row === undefined) return undefined
  const offset = temporal.isTime ? 3 : 0
  let [field, times] = row
  let count = field === 5 ? amount * times : Math.trunc(amount) * times
  if (field < offset) return undefined
  while (field - offset >= temporal.fields.length) {
    count = Math.trunc(count / (perCoarser[field] ?? 1))
    field -= 1
    if (field < offset) return undefined
  }
  return temporal.isTime ? addToTime(temporal, field - 3, count) : addToDate(temporal, field, count)
}

const secondsPer = [3600, 60, 1] as const

/** Round the clock. */
function addToTime({ fields, zone }: Temporal, field: number, count: number): Temporal {
  const [hour = 0, minute = 0, second = 0] = fields
  const thousandths = Math.round((hour * 3600 + minute * 60 + second + count * (secondsPer[field] ?? 1)) * 1000)
  const rest = ((thousandths % dayMs) + dayMs) % dayMs
  const all = [Math.floor(rest / hourMs), Math.floor(rest / 60_000) % 60, (rest % 60_000) / 1000]
  return { isTime: true, fields: all.slice(0, fields.length), zone }
}

function addToDate({ fields, zone }: Temporal, field: number, count: number): Temporal | undefined {
  const all =
    field < 2 ? addMonths(fields, field === 0 ? count * 12 : count) : fieldsOfDay(fields, delayOf(field, count))
  return withinCalendar({ isTime: false, fields: all.slice(0, fields.length), zone })
}

const delayOf = (field: number, count: number): number[] => [2, 3, 4, 5].map((own) => (own === field ? count : 0))

/** The last day of a month stands for those that it does not have. */
function addMonths([year = 0, month = 1, day = 1, ...time]: readonly number[], count: number): number[] {
  const months = year * 12 + (month - 1) + count
  const [newYear, newMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  return [newYear, newMonth, Math.min(day, daysIn(newYear, newMonth)), ...time]
}

const withinCalendar = (temporal: Temporal): Temporal | undefined => {
  const [year = 0] = temporal.fields
  return year >= 1 && year <= 9999 ? temporal : undefined
}
