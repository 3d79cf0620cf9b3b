/** FHIR search interactions of a type, a compartment and the system, by GET and by POST. R4 search.html, http.html#search; STORE.md "Search". */
import { invalidField } from '../../core/problems.ts'
import type { Stored } from '../../store/resources/content.ts'
import type { Condition } from '../../store/resources/search/search-conditions.ts'
import { checkAccess, checkConcerned, checkPartAccess, findPartAccess } from '../access.ts'
import { searchAuditEvents } from '../audit/audit-search.ts'
import type { FhirReply, FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { buildMembership, listMemberTypes } from '../index/compartments.ts'
import { versionedTypes } from '../resource-types.ts'
import { findMatches } from './find-matches.ts'
import { gatherRelated } from './related-codes.ts'
import { checkLookedAt, listLookedAt } from './resolve-filters.ts'
import { restrict } from './search-access.ts'
import { readAsked, sealAsked } from './search-cursor.ts'
import type { Filter } from './search-filters.ts'
import { listNames, parseSearch, type SearchRequest } from './search-request.ts'
import { unsupported } from './search-values.ts'
import { searchsetReply, textOf } from './searchset.ts'

export const search: Look = async (exchange, request) => {
  const { type, caller } = request
  if (type === 'AuditEvent')
    return searchAuditEvents(exchange, ofPatient(request), checkAccess(caller, type, 'search-type'))
  checkConcerned(type, checkPartAccess(caller, type, 'search-type'))
  return answer(exchange, request)
}

/** Audit records name the patient whom they concern; the other compartments are not told by them. */
function ofPatient({ compartment, ...request }: FhirRequest): FhirRequest {
  if (compartment === undefined) return request
  if (!compartment.startsWith('Patient/')) throw unsupported('AuditEvent', 'is found in compartments of patients alone')
  return { ...request, parameters: [...request.parameters, ['patient', compartment]] }
}

/** Every type that the caller may search, or those of `_type`. */
export const searchSystem: Look = async (exchange, request) => answerAll(exchange, request, versionedTypes)

/** Resources of a type, or with `*` of every type, in the compartment of one. */
export const searchCompartment =
  (compartment: string): Look =>
  async (exchange, request) => {
    const within = { ...request, compartment: `${compartment}/${request.id}` }
    if (request.type !== '') return search(exchange, within)
    return answerAll(exchange, within, listMemberTypes(compartment))
  }

async function answerAll(exchange: ReadExchange, request: FhirRequest, types: readonly string[]): Promise<FhirReply> {
  const served = types.filter((type) => versionedTypes.includes(type))
  const open = listOpen(request, served)
  // Where nothing is open, this says why.
  if (open.length === 0) checkAccess(request.caller, served[0] ?? '', 'search-type')
  return answer(exchange, { ...request, types: open })
}

const listOpen = ({ caller }: FhirRequest, types: readonly string[]): readonly string[] =>
  types.filter((type) => findPartAccess(caller, type, 'search-type') !== undefined)

async function answer(exchange: ReadExchange, request: FhirRequest): Promise<FhirReply> {
  const { tx, server } = exchange
  const { type } = request
  const link = readAsked(exchange, request)
  const related = await gatherRelated(exchange, link.parameters)
  const asked = withinScopes(parseSearch(exchange, { ...request, ...link }, related), request)
  checkLookedAt({ exchange }, asked.filters)
  const also: Condition[] =
    link.compartment === undefined ? [] : [buildMembership(server.parameters, link.compartment, asked.types)]
  const restriction = restrict(server.parameters, request.caller, [
    ...asked.types,
    ...asked.filters.flatMap(listLookedAt),
    ...asked.includes.flatMap((include) => include.types),
  ])
  const found = await findMatches({ exchange, asked, after: link.after, also, restriction })
  const { items, included } = found
  tx.record('fhir.search', {
    count: items.length + included.items.length,
    query: listNames(asked),
    ...(type === '' ? {} : { resourceType: type }),
    ...patientOf({ asked, request, items, compartment: link.compartment }),
  })
  return searchsetReply(server, {
    type,
    asked,
    matches: items.map(textOf),
    included: included.items.map(textOf),
    isCut: included.isCut,
    isOutdated: tx.tenant.isOutdated,
    self: sealAsked(exchange, type, link),
    next: found.next === undefined ? undefined : sealAsked(exchange, type, { ...link, after: found.next }),
    ignored: asked.ignored,
    total: found.total,
  })
}

/** Only what the caller may read is included. */
function withinScopes(asked: SearchRequest, { caller }: FhirRequest): SearchRequest {
  if (asked.types.length === 0) throw invalidField('_type', 'names no type that may be searched')
  const includes = asked.includes.flatMap((include) => {
    const interaction = include.isReverse ? 'search-type' : 'read'
    const types = include.types.filter((type) => findPartAccess(caller, type, interaction) !== undefined)
    return types.length === 0 ? [] : [{ ...include, types }]
  })
  return { ...asked, includes }
}

type Searched = {
  readonly asked: SearchRequest
  readonly request: FhirRequest
  readonly items: readonly Stored[]
  readonly compartment: string | undefined
}

/** Whose record was looked through, where there is one: the caller is kept to it, the search names it, or it is what was found. */
function patientOf({ asked, request: { caller }, items, compartment = '' }: Searched): { patientId?: string } {
  const kept = asked.types.map((type) => findPartAccess(caller, type, 'search-type')?.patient)
  const named = [...asked.filters.flatMap(listTargets), compartment].flatMap(
    (target) => /^Patient\/(.+)$/.exec(target)?.[1] ?? [],
  )
  const found = items.map(({ type, id }) => (type === 'Patient' ? id : undefined))
  const patientId = [kept, named, found].map(onlyOne).find((id) => id !== undefined)
  return patientId === undefined ? {} : { patientId }
}

const listTargets = (filter: Filter): readonly string[] =>
  filter.kind === 'value' && !filter.isNegated && !filter.isIdentifier
    ? filter.tests.flatMap((test) => (test.kind === 'targets' ? test.targets : []))
    : []

const onlyOne = (ids: readonly (string | undefined)[]): string | undefined =>
  new Set(ids).size === 1 ? ids[0] : undefined
