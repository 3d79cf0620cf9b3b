/**
 * The operation that answers where a patient's documents are. International Patient Access 1.1.0 OperationDefinition-docref.html;
 * US Core 6.1 OperationDefinition-docref.html has the same.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { isId } from '../../fhir/id.ts'
import { parseForReading, type Stored } from '../../store/resources/content.ts'
import type { Interval } from '../../store/resources/index-rows.ts'
import { checkPartAccess } from '../access.ts'
import type { FhirRequest, Look, Parameters, ReadExchange } from '../exchange.ts'
import { dateInterval, parseDate } from '../index/date-interval.ts'
import type { Zone } from '../index/time-zone.ts'
import { findText, listInputs, valueOfInput } from '../parameters.ts'
import { findMatches } from '../search/find-matches.ts'
import { tooCostly } from '../search/parse-filter.ts'
import { restrict } from '../search/search-access.ts'
import { readAsked, sealAsked } from '../search/search-cursor.ts'
import { parseSearch } from '../search/search-request.ts'
import { escapeValue } from '../search/search-values.ts'
import { searchsetReply, textOf } from '../search/searchset.ts'

const type = 'DocumentReference'
const address = `${type}/$docref`

export const docref: Look = async (exchange, request) => {
  const { tx, server } = exchange
  checkPartAccess(request.caller, type, 'search-type')
  const link = readAsked(exchange, { ...request, type: address, parameters: listParameters(request) })
  const patientId = link.parameters.find(([name]) => name === 'patient')?.[1] ?? ''
  const { zone } = server.parameters
  const span = parseSpan(zone, link.parameters)
  const isEmpty = link.parameters.some(([name, value]) => name === 'on-demand' && value === 'true')
  const found = isEmpty ? [] : await findDocuments(exchange, request, link.parameters)
  const matches =
    span === undefined ? keepLatest(zone, found) : found.filter((one) => isWithin(span, careOf(zone, one)))
  tx.record('fhir.search', { resourceType: type, count: matches.length, patientId })
  return searchsetReply(server, {
    type: address,
    asked: { summary: 'false', elements: [] },
    matches: matches.map(({ stored }) => textOf(stored)),
    included: [],
    isCut: false,
    isOutdated: tx.tenant.isOutdated,
    self: sealAsked(exchange, address, link),
    next: undefined,
    ignored: [],
    total: matches.length,
  })
}

const maxDocuments = 1000

type Found = { readonly stored: Stored; readonly content: JsonObject }

/** Those of the patient, newest first; one that was entered in error is none. */
async function findDocuments(exchange: ReadExchange, request: FhirRequest, parameters: Parameters): Promise<Found[]> {
  const searched = parameters.filter(([name]) => ['patient', 'type', '_profile'].includes(name))
  const asked = parseSearch(exchange, { ...request, parameters: [...searched, ['_count', String(maxDocuments)]] })
  const restriction = restrict(exchange.server.parameters, request.caller, [type])
  const { items, next } = await findMatches({ exchange, asked, after: {}, also: [], restriction })
  if (next !== undefined) throw tooCostly('patient', 'has more than 1000 documents: add a type')
  return items
    .map((stored) => ({ stored, content: parseForReading(stored) }))
    .filter(({ content }) => content['status'] !== 'entered-in-error')
}

/** As a link holds them: each parameter by its name, from the address or the body. */
function listParameters(request: FhirRequest): Parameters {
  if (request.parameters.some(([name]) => name === '_cursor')) return request.parameters
  const patient = findText(request, 'patient')
  if (patient === undefined || !isId(patient)) throw invalidField('patient', 'must be an id')
  const onDemand = findText(request, 'on-demand') ?? 'false'
  if (!['true', 'false'].includes(onDemand)) throw invalidField('on-demand', 'must be true or false')
  const [types, profiles] = [listTypes(request), listTexts(request, 'profile')]
  return [
    ['patient', patient],
    ['on-demand', onDemand],
    ...['start', 'end'].flatMap((name) => listTexts(request, name).map((value) => [name, value] as const)),
    ...(types.length === 0 ? [] : [['type', types.join(',')] as const]),
    ...(profiles.length === 0 ? [] : [['_profile', profiles.map(escapeValue).join(',')] as const]),
  ]
}

const valuesOf = (request: FhirRequest, name: string): JsonValue[] => [
  ...request.parameters.flatMap(([own, value]) => (own === name ? [value] : [])),
  ...listInputs(request).flatMap((input) => (input['name'] === name ? (valueOfInput(input) ?? []) : [])),
]

const listTexts = (request: FhirRequest, name: string): string[] =>
  valuesOf(request, name).flatMap((value) => (typeof value === 'string' ? [value] : []))

/** `system|code` of an address, or the codings of a CodeableConcept. */
const listTypes = (request: FhirRequest): string[] =>
  valuesOf(request, 'type').flatMap((value) => {
    if (typeof value === 'string') return [value]
    if (!isJsonObject(value)) return []
    const codings = Array.isArray(value['coding']) ? value['coding'].filter(isJsonObject) : [value]
    return codings.map(({ system, code }) => [system, code].map((part) => escapeValue(String(part ?? ''))).join('|'))
  })

/** What the care was in; undefined where nothing says so. */
function parseSpan(zone: Zone, parameters: Parameters): Interval | undefined {
  const side = (name: 'start' | 'end'): Interval | undefined => {
    const text = parameters.find(([own]) => own === name)?.[1]
    // A plus sign of a query that was not escaped is a space.
    const interval = text === undefined ? undefined : parseDate(text.replace(' ', '+'), zone)
    if (text !== undefined && interval === undefined) throw invalidField(name, 'is not a date or a dateTime')
    return interval
  }
  const [start, end] = [side('start'), side('end')]
  if (start === undefined && end === undefined) return undefined
  return { low: start?.low ?? -Infinity, high: end?.high ?? Infinity }
}

/** When the care was that the document is about; the document's own date where that is not said. */
function careOf(zone: Zone, { content }: Found): Interval | undefined {
  const { context, date } = content
  const period = isJsonObject(context) ? dateInterval(context['period'] ?? null, zone) : undefined
  return period ?? dateInterval(date ?? null, zone)
}

const isWithin = (span: Interval, care: Interval | undefined): boolean =>
  care !== undefined && care.low <= span.high && care.high >= span.low

/** Without a start and an end the most recent document is asked for: of each type the current one. */
function keepLatest(zone: Zone, found: readonly Found[]): Found[] {
  const latest = new Map<string, Found>()
  const byCare = found
    .filter(({ content }) => content['status'] === 'current')
    .toSorted((a, b) => (careOf(zone, b)?.high ?? -Infinity) - (careOf(zone, a)?.high ?? -Infinity) || 0)
  for (const one of byCare) {
    const key = JSON.stringify(one.content['type'] ?? null)
    if (!latest.has(key)) latest.set(key, one)
  }
  return [...latest.values()]
}
