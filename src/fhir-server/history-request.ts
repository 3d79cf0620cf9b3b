/** The parameters of a history: which versions, and how many on a page. R4 http.html#history. */
import { invalidField, Problem } from '../problems.ts'
import { openCursor, sealCursor } from '../store/cursor.ts'
import type { VersionSearch } from '../store/versions.ts'
import type { Exchange, FhirRequest } from './exchange.ts'

/** What a paging link holds beside the place where to go on. */
export type AskedHistory = Pick<VersionSearch, 'since' | 'at' | 'limit' | 'after' | 'snapshot'>

const known: ReadonlySet<string> = new Set(['_count', '_since', '_at', '_format', '_pretty', '_cursor'])

const listOf = ({ type, id }: FhirRequest): string => `history|${type}|${id ?? ''}`

export const sealHistory = ({ tx }: Exchange, request: FhirRequest, asked: AskedHistory): string =>
  sealCursor(tx, listOf(request), JSON.stringify(asked))

/** What the parameters ask for, or a link goes on with. */
export function readAskedHistory({ tx }: Exchange, request: FhirRequest): AskedHistory {
  const values = new Map(request.parameters)
  const cursor = values.get('_cursor')
  if (cursor !== undefined) {
    const text = openCursor(tx, listOf(request), cursor)
    if (text === undefined) throw invalidField('_cursor', 'is not a link of this server')
    // Sealed by this server alone.
    return JSON.parse(text) as AskedHistory
  }
  if (request.strict && request.parameters.some(([name]) => !known.has(name))) throw unknownParameter()
  const since = values.get('_since')
  const at = values.get('_at')
  return {
    limit: parseCount(values.get('_count'), 50),
    ...(since === undefined ? {} : { since: parseSpan('_since', since)[0] }),
    ...(at === undefined ? {} : { at: parseSpan('_at', at) }),
  }
}

/** A name that is no parameter's could hold anything, so it is not repeated. */
const unknownParameter = (): Problem =>
  new Problem('validation', {
    errors: [{ field: 'parameter', message: 'is not a parameter of a history', code: 'not-supported' }],
  })

const maxCount = 200

export function parseCount(value: string | undefined, defaultCount: number): number {
  if (value === undefined) return defaultCount
  if (!/^[1-9]\d{0,8}$/.test(value)) throw invalidField('_count', 'must be a positive whole number')
  return Math.min(Number(value), maxCount)
}

const pattern =
  /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-([0-2]\d|3[01])(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/

/** The first instant of a date of any precision, and the first after it; without a time zone it is in UTC. R4 search.html#date. */
export function parseSpan(name: string, value: string): [string, string] {
  // A plus sign of a query that was not escaped is a space.
  const parts = pattern.exec(value.replace(' ', '+'))
  const lowMs = parts === null ? Number.NaN : instantOf(parts)
  if (parts === null || Number.isNaN(lowMs)) throw invalidField(name, 'is not a date, a dateTime or an instant')
  return [new Date(lowMs).toISOString(), new Date(endOf(parts, lowMs)).toISOString()]
}

function instantOf(parts: RegExpExecArray): number {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] =
    parts
  // Date.parse takes 30 February for 1 March.
  const isDay =
    new Date(Date.UTC(2000 + (Number(year) % 400), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  if (!isDay) return Number.NaN
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3)}${zone}`)
}

function endOf([, year, month, day, hour, , second, fraction]: RegExpExecArray, lowMs: number): number {
  if (month === undefined) return Date.UTC(Number(year) + 1, 0)
  if (day === undefined) return Date.UTC(Number(year), Number(month))
  if (hour === undefined) return lowMs + 86_400_000
  if (second === undefined) return lowMs + 60_000
  return lowMs + (fraction === undefined ? 1000 : 1)
}
