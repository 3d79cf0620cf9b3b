/** The parameters of a history: which versions, and how many on a page. R4 http.html#history. */
import { invalidField, Problem } from '../../core/problems.ts'
import { instantText, parseDate } from '../../fhir-search/index/date-interval.ts'
import type { Zone } from '../../fhir-search/parameters/time-zone.ts'
import type { VersionSearch } from '../../store/resources/read/versions.ts'
import { openCursor, sealCursor } from '../../store/resources/search/cursor.ts'
import type { FhirRequest, ReadExchange } from '../exchange.ts'
import { checkAlone, checkControls } from '../search/control-parameters.ts'

/** The content of a paging link beside its position. */
export type AskedHistory = Pick<VersionSearch, 'since' | 'at' | 'limit' | 'after' | 'snapshot'>

const known: ReadonlySet<string> = new Set(['_count', '_since', '_at', '_format', '_pretty', '_cursor'])

const listOf = ({ type, id }: FhirRequest): string => `history|${type}|${id ?? ''}`

export const sealHistory = ({ tx }: ReadExchange, request: FhirRequest, asked: AskedHistory): string =>
  sealCursor(tx, listOf(request), JSON.stringify(asked))

/** The parameters of the request, or those of the link. */
export function readAskedHistory({ tx, server }: ReadExchange, request: FhirRequest): AskedHistory {
  checkControls(request.parameters)
  checkAlone(server.parameters, request.parameters)
  const values = new Map(request.parameters)
  const cursor = values.get('_cursor')
  if (cursor !== undefined) {
    const text = openCursor(tx, listOf(request), cursor)
    if (text === undefined) throw invalidField('_cursor', 'is not a link of this server')
    // Only this server seals it.
    return JSON.parse(text) as AskedHistory
  }
  if (request.strict && request.parameters.some(([name]) => !known.has(name))) throw unknownParameter()
  const { zone } = server.parameters
  const since = values.get('_since')
  const at = values.get('_at')
  return {
    limit: parseCount(values.get('_count'), 50),
    ...(since === undefined ? {} : { since: parseSpan(zone, '_since', since)[0] }),
    ...(at === undefined ? {} : { at: parseSpan(zone, '_at', at) }),
  }
}

/** An unknown name could hold anything, so it is not repeated. */
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

/** The years that the database's instants and ours have in common. */
const first = Date.parse('0001-01-01T00:00:00Z') * 1000
const last = Date.parse('9999-12-31T23:59:59Z') * 1000

/** The first and last instant of a date of any precision; without a time zone it is in this one. R4 search.html#date. */
export function parseSpan(zone: Zone, name: string, value: string): [string, string] {
  // An unescaped plus sign in a query is a space.
  const interval = parseDate(value.replace(' ', '+'), zone)
  if (interval === undefined) throw invalidField(name, 'is not a date, a dateTime or an instant')
  const within = (time: number): string => instantText(Math.min(Math.max(time, first), last))
  return [within(interval.low), within(interval.high)]
}
