/** Dates and times of partial precision. FHIRPath N1 §6.1, §6.2, §6.7, R4 datatypes.html#primitive. */
import { FhirPathFault } from './errors.ts'

/** Year, month, day, hour, minute, second as far as known; for a time of day only the last three. */
export type Temporal = {
  readonly isTime: boolean
  readonly fields: readonly number[]
  /** How many digits of the second follow its point, at most nine. */
  readonly places: number
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

/** Undefined for a text that is no date or time. */
export function parseTemporal(text: string): Temporal | undefined {
  const time = timePattern.exec(text)
  // Four digits are a year.
  if (time !== null && !/^\d{4}/.test(text))
    return { isTime: true, fields: fieldsOf(time.slice(1, 4)), places: placesIn(time[3]), zone: undefined }
  const match = datePattern.exec(text)
  if (match === null) return undefined
  const fields = fieldsOf(match.slice(1, 7))
  return isCalendar(fields) ? { isTime: false, fields, places: placesIn(match[6]), zone: zoneOf(match[7]) } : undefined
}

const maxPlaces = 9

const placesIn = (second: string | undefined): number =>
  second === undefined || second.length < 4 ? 0 : Math.min(maxPlaces, second.length - 3)

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

/** Below, equal to or above zero; undefined if the precisions do not decide. N1 §6.2. */
export function compareTemporals(left: Temporal, right: Temporal): number | undefined {
  if (left.isTime !== right.isTime) return undefined
  if (isOpen(left, right)) return compareInAnyZone(left, right)
  const isZoned = left.zone !== undefined && right.zone !== undefined && left.zone !== right.zone
  const [a, b] = isZoned ? [inUtc(left), inUtc(right)] : [left.fields, right.fields]
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [one, other] = [a[index], b[index]]
    if (one === undefined || other === undefined) return undefined
    if (one !== other) return one - other
  }
  return 0
}

/** Both have an hour, and only one has a zone. */
const isOpen = (left: Temporal, right: Temporal): boolean =>
  (left.zone === undefined) !== (right.zone === undefined) && left.fields.length > 3 && right.fields.length > 3

/** Minutes east of UTC of the zones where a day begins first and last. */
export const [firstZone, lastZone] = [14 * 60, -12 * 60]

/** The order, if every possible zone gives the same one. N1 §6.1 (date/time equality). */
function compareInAnyZone(left: Temporal, right: Temporal): number | undefined {
  const [early, late] = [firstZone, lastZone].map((zone) =>
    compareTemporals({ ...left, zone: left.zone ?? zone }, { ...right, zone: right.zone ?? zone }),
  )
  return early !== undefined && late !== undefined && early * late > 0 ? early : undefined
}

/** The known fields, in UTC. */
function inUtc({ fields, zone = 0 }: Temporal): readonly number[] {
  return fields.length < 4 ? fields : fieldsOfDay(fields, [0, 0, -zone]).slice(0, fields.length)
}

const minuteMs = 60_000

/** The fields of a point in time after so many days, hours, minutes and seconds. */
function fieldsOfDay(
  fields: readonly number[],
  [days = 0, hours = 0, minutes = 0, seconds = 0]: readonly number[],
): number[] {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields
  const start = Date.parse(`${pad(year, 4)}-${pad(month)}-01T00:00:00Z`)
  const [whole, fraction] = splitSecond(second + seconds)
  const hourly = (day - 1 + days) * 24 + hour + hours
  const date = new Date(start + (hourly * 60 + minute + minutes) * minuteMs + whole * 1000)
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds() + fraction,
  ]
}

/** A sum of doubles has noise after the ninth digit. */
function splitSecond(second: number): readonly [whole: number, fraction: number] {
  if (Number.isInteger(second)) return [second, 0]
  const exact = Number(second.toFixed(maxPlaces))
  return [Math.floor(exact), Number((exact - Math.floor(exact)).toFixed(maxPlaces))]
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** Writes as many digits as the second had. If it needs more, it writes at least three. */
function writeSecond(second: number, places: number): string {
  const [whole, fraction] = splitSecond(second)
  const digits = fraction === 0 ? '' : fraction.toFixed(maxPlaces).slice(2).replace(/0+$/, '')
  const wanted = digits.length > places ? Math.max(3, digits.length) : places
  return wanted === 0 ? pad(whole) : `${pad(whole)}.${digits.padEnd(wanted, '0')}`
}

export function writeTemporal({ isTime, fields, places, zone }: Temporal): string {
  if (isTime) return writeTime(fields, places)
  const date = fields
    .slice(0, 3)
    .map((field, index) => pad(field, index === 0 ? 4 : 2))
    .join('-')
  return fields.length <= 3 ? date : `${date}T${writeTime(fields.slice(3), places)}${writeZone(zone)}`
}

const writeTime = ([hour = 0, minute, second]: readonly number[], places: number): string =>
  pad(hour) +
  (minute === undefined ? '' : `:${pad(minute)}`) +
  (second === undefined ? '' : `:${writeSecond(second, places)}`)

function writeZone(zone: number | undefined): string {
  if (zone === undefined) return ''
  const minutes = Math.abs(zone)
  return zone === 0 ? 'Z' : `${zone < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** The index of a unit among the fields; a week is seven days. */
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

/** Days, hours, minutes and seconds of an average year and month, for a date that is less precise than the unit. N1 §6.7. */
const perCoarser = [1, 12, 30, 24, 60, 60] as const

/** Undefined beyond the calendar. A unit that moves no such value is a fault. N1 §6.7. */
export function addTo(temporal: Temporal, amount: number, unit: string): Temporal | undefined {
  const { isTime, fields } = temporal
  const [offset, row] = [isTime ? 3 : 0, units.get(unit)]
  if (row === undefined || row[0] < offset) throw new FhirPathFault('type')
  let [field, times] = row
  let count = field === 5 ? amount * times : Math.trunc(amount) * times
  while (field - offset >= fields.length) {
    const isDaysOfYear = field === 2 && fields.length === 1 && !isTime
    count = Math.trunc(count / (isDaysOfYear ? 365 : (perCoarser[field] ?? 1)))
    field -= isDaysOfYear ? 2 : 1
  }
  return isTime ? addToTime(temporal, field - 3, count) : addToDate(temporal, field, count)
}

const secondsPer = [3600, 60, 1] as const

/** Around the clock. */
function addToTime(temporal: Temporal, field: number, count: number): Temporal {
  const { fields } = temporal
  const [hour = 0, minute = 0, second = 0] = fields
  const [whole, fraction] = splitSecond(hour * 3600 + minute * 60 + second + count * (secondsPer[field] ?? 1))
  const rest = ((whole % 86_400) + 86_400) % 86_400
  const all = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, (rest % 60) + fraction]
  return { ...temporal, fields: all.slice(0, fields.length) }
}

function addToDate(temporal: Temporal, field: number, count: number): Temporal | undefined {
  const { fields } = temporal
  const all =
    field < 2 ? addMonths(fields, field === 0 ? count * 12 : count) : fieldsOfDay(fields, delayOf(field, count))
  return withinCalendar({ ...temporal, fields: all.slice(0, fields.length) })
}

const delayOf = (field: number, count: number): number[] => [2, 3, 4, 5].map((own) => (own === field ? count : 0))

/** The last day of a month replaces days that it does not have. */
function addMonths([year = 0, month = 1, day = 1, ...time]: readonly number[], count: number): number[] {
  const months = year * 12 + (month - 1) + count
  const [newYear, newMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  return [newYear, newMonth, Math.min(day, daysIn(newYear, newMonth)), ...time]
}

const withinCalendar = (temporal: Temporal): Temporal | undefined => {
  const [year = 0] = temporal.fields
  return year >= 1 && year <= 9999 ? temporal : undefined
}
