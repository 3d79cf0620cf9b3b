/** Time is a parameter, so that a test can set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** RFC 3339 in UTC with milliseconds. */
export const isoAt = (date: Date): string => date.toISOString()

const zoneParts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

type Offset = (ms: number) => number

/** Making one takes longer than a hundred uses. Only names of IANA zones come in, which are some hundreds. */
const opened = new Map<string, Offset>()

/** How far the clocks of a time zone are ahead of UTC at an instant, in milliseconds of whole seconds: the IANA time zone database, by ECMA-402. Throws for a name that is no IANA zone. */
export function openOffset(timeZone: string): Offset {
  const known = opened.get(timeZone) ?? makeOffset(timeZone)
  opened.set(timeZone, known)
  return known
}

function makeOffset(timeZone: string): Offset {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', era: 'short', ...zoneParts })
  // Many times of one second follow each other. An offset changes at the begin of a second.
  let last = { second: Number.NaN, offset: 0 }
  return (ms) => {
    const second = Math.floor(ms / 1000)
    if (second !== last.second) last = { second, offset: findOffset(format, ms) }
    return last.offset
  }
}

function findOffset(format: Intl.DateTimeFormat, ms: number): number {
  const found = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second } = found
  const wall = Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const own = new Date(wall).setUTCFullYear(
    found['era'] === 'BC' ? 1 - Number(year) : Number(year),
    Number(month) - 1,
    Number(day),
  )
  return own - Math.floor(ms / 1000) * 1000
}

/** An offset is no zone: it knows no summer time. IANA Time Zone Database, as this Node has it. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
