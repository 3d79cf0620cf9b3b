/**
 * The operation that finds a patient's documents. International Patient Access 1.1.0 OperationDefinition-docref.html;
 * US Core 6.1 OperationDefinition-docref.html has the same.
 */

import { checkPartAccess } from '../../access/access.ts'
import { accessScopeOf } from '../../access/restriction.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { isId } from '../../fhir/id.ts'
import { tooCostly } from '../../fhir-search/criteria/parse-criterion.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { escapeValue } from '../../fhir-search/criteria/search-values.ts'
import { dateInterval, parseDate } from '../../fhir-search/index/date-interval.ts'
import type { Zone } from '../../fhir-search/parameters/time-zone.ts'
import { parseForReading } from '../../store/resources/content.ts'
import type { Interval } from '../../store/resources/index-rows.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { findText, listInputs, valueOfInput } from '../parameters.ts'
import { findMatches } from '../search/find-matches.ts'
import { linkTo, readAsked } from '../search/search-cursor.ts'
import { parseSearch } from '../search/search-request.ts'
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
    asked: { summary: 'false', elements: [] },
    matches: matches.map(({ stored }) => textOf(stored)),
    included: [],
    isCut: false,
    isOutdated: tx.tenant.isOutdated,
    self: linkTo(exchange, address, link),
    next: undefined,
    ignored: [],
    total: matches.length,
  })
}

const maxDocuments = 1000

type Found = { readonly stored: Stored; readonly content: JsonObject }

/** The patient's documents, newest first, without those entered in error. */
async function findDocuments(exchange: ReadExchange, request: FhirRequest, parameters: Parameters): Promise<Found[]> {
  const searched = parameters.filter(([name]) => ['patient', 'type', '_profile'].includes(name))
  const asked = parseSearch(exchange, { ...request, parameters: [...searched, ['_count', String(maxDocuments)]] })
  const scope = accessScopeOf(exchange.server.parameters, request.caller, [type])
  const { items, next } = await findMatches({ exchange, asked, after: {}, also: [], scope })
  if (next !== undefined) throw tooCostly('patient', 'has more than 1000 documents: add a type')
  return items
    .map((stored) => ({ stored, content: parseForReading(stored) }))
    .filter(({ content }) => content['status'] !== 'entered-in-error')
}

/** In the form of a link: each parameter by its name, from the address or the body. */
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

/** `system|code` in an address, or the codings of a CodeableConcept. */
const listTypes = (request: FhirRequest): string[] =>
  valuesOf(request, 'type').flatMap((value) => {
    if (typeof value === 'string') return [value]
    if (!isJsonObject(value)) return []
    const codings = Array.isArray(value['coding']) ? value['coding'].filter(isJsonObject) : [value]
    return codings.map(({ system, code }) => [system, code].map((part) => escapeValue(String(part ?? ''))).join('|'))
  })

/** The time of the care; undefined if the request does not say it. */
function parseSpan(zone: Zone, parameters: Parameters): Interval | undefined {
  const side = (name: 'start' | 'end'): Interval | undefined => {
    const text = parameters.find(([own]) => own === name)?.[1]
    // An unescaped plus sign in a query is a space.
    const interval = text === undefined ? undefined : parseDate(text.replace(' ', '+'), zone)
    if (text !== undefined && interval === undefined) throw invalidField(name, 'is not a date or a dateTime')
    return interval
  }
  const [start, end] = [side('start'), side('end')]
  if (start === undefined && end === undefined) return undefined
  return { low: start?.low ?? -Infinity, high: end?.high ?? Infinity }
}

/** The time of the care that the document is about, or else the document's own date. */
function careOf(zone: Zone, { content }: Found): Interval | undefined {
  const { context, date } = content
  const period = isJsonObject(context) ? dateInterval(context['period'] ?? null, zone) : undefined
  return period ?? dateInterval(date ?? null, zone)
}

const isWithin = (span: Interval, care: Interval | undefined): boolean =>
  care !== undefined && care.low <= span.high && care.high >= span.low

/** Without start and end the request means the most recent document: the current one of each type. */
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
