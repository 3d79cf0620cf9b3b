/** FHIR dates and instants in an organisation's time zone, as people, HL7 v2 (DTM) and CDA (TS) write them. D32. */

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
  const parts = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(new Date(time))
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((found) => found.type === type)?.value ?? ''
  return {
    year: part('year').padStart(4, '0'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    offset: part('timeZoneName').replace('GMT', '') || '+00:00',
  }
}

/** `20260314112000+0800`; a date has no zone. */
export function hl7Time(time: string, timeZone: string): string {
  const { year, month = '', day = '', hour = '', minute = '', second = '', offset = '' } = parseTime(time, timeZone)
  return `${year}${month}${day}${hour}${minute}${second}${offset.replace(':', '')}`
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
