/** The parameters of $everything. R4 patient-operation-everything.html, encounter-operation-everything.html. */
import { invalidField, Problem } from '../../core/problems.ts'
import type { Zone } from '../../fhir-search/parameters/time-zone.ts'
import { openCursor, sealCursor } from '../../store/resources/search/cursor.ts'
import type { Position } from '../../store/resources/search/search.ts'
import type { FhirRequest, ReadExchange } from '../exchange.ts'
import { findText } from '../parameters.ts'
import { parseCount, parseSpan } from '../read/history-request.ts'
import { checkAlone, checkControls } from '../search/control-parameters.ts'

/** The content of a paging link. */
export type AskedEverything = {
  /** Absent: all types that the caller may see. */
  readonly types?: readonly string[]
  readonly limit: number
  readonly since?: string
  /** Care between these instants, both included. */
  readonly start?: string
  readonly end?: string
  readonly after?: Position
}

const listOf = ({ type, id }: FhirRequest): string => `everything|${type}|${id}`

export const sealEverything = ({ tx }: ReadExchange, request: FhirRequest, asked: AskedEverything): string =>
  sealCursor(tx, listOf(request), JSON.stringify(asked))

export function readAskedEverything({ tx, server }: ReadExchange, request: FhirRequest): AskedEverything {
  checkControls(request.parameters)
  checkAlone(server.parameters, request.parameters)
  const cursor = request.parameters.find(([name]) => name === '_cursor')?.[1]
  if (cursor !== undefined) {
    const text = openCursor(tx, listOf(request), cursor)
    if (text === undefined) throw invalidField('_cursor', 'is not a link of this server')
    // Only this server seals it.
    return JSON.parse(text) as AskedEverything
  }
  const types = findText(request, '_type')
  const { zone } = server.parameters
  const since = findText(request, '_since')
  return {
    limit: parseCount(findText(request, '_count'), 200),
    ...(types === undefined ? {} : { types: types.split(',') }),
    ...(since === undefined ? {} : { since: parseSpan(zone, '_since', since)[0] }),
    ...readCare(zone, request),
  }
}

/** An encounter's record holds its own care only: R4 gives that operation no dates. */
function readCare(zone: Zone, request: FhirRequest): Pick<AskedEverything, 'start' | 'end'> {
  const [start, end] = [findText(request, 'start'), findText(request, 'end')]
  const given = start === undefined ? (end === undefined ? undefined : 'end') : 'start'
  if (given !== undefined && request.type !== 'Patient') throw unsupported(given)
  return {
    ...(start === undefined ? {} : { start: parseSpan(zone, 'start', start)[0] }),
    ...(end === undefined ? {} : { end: parseSpan(zone, 'end', end)[1] }),
  }
}

/** Too much would mislead as well as too little. */
const unsupported = (name: string): Problem =>
  new Problem('validation', { errors: [{ field: name, message: 'is not supported here', code: 'not-supported' }] })
