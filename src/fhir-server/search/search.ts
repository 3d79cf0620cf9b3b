/** FHIR search interactions of a type, a compartment and the system, by GET and by POST. R4 search.html, http.html#search; docs/design/store.md#search. */

import { checkAccess, checkConcerned, checkPartAccess, findPartAccess } from '../../access/access.ts'
import { accessScopeOf } from '../../access/restriction.ts'
import { invalidField } from '../../core/problems.ts'
import { versionedTypes } from '../../fhir/resource-types.ts'
import type { SearchCriterion } from '../../fhir-search/criteria/search-criteria.ts'
import { unsupported } from '../../fhir-search/criteria/search-values.ts'
import { buildMembership, listMemberTypes } from '../../fhir-search/index/compartments.ts'
import type { Predicate } from '../../store/resources/search/predicates.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { FhirReply, FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { searchAuditEvents } from './audit-search.ts'
import { findMatches } from './find-matches.ts'
import { gatherRelated } from './related-codes.ts'
import { checkLookedAt, listLookedAt } from './resolve-criteria.ts'
import { linkTo, readAsked, selfOf } from './search-cursor.ts'
import { listCriteria, listNames, listUsed, parseSearch, type SearchRequest } from './search-request.ts'
import { searchsetReply, textOf } from './searchset.ts'

export const search: Look = async (exchange, request) => {
  const { type, caller } = request
  if (type === 'AuditEvent')
    return searchAuditEvents(exchange, ofPatient(request), checkAccess(caller, type, 'search-type'))
  checkConcerned(type, checkPartAccess(caller, type, 'search-type'))
  return answer(exchange, request)
}

/** Audit records name the patient; they do not know other compartments. */
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
  // If no type is open, this throws the reason.
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
  checkLookedAt({ exchange }, listCriteria(asked))
  const also: Predicate[] =
    link.compartment === undefined ? [] : [buildMembership(server.parameters, link.compartment, asked.types)]
  const scope = accessScopeOf(server.parameters, request.caller, [
    ...asked.types,
    ...listCriteria(asked).flatMap(listLookedAt),
    ...asked.includes.flatMap((include) => include.types),
  ])
  const found = await findMatches({ exchange, asked, after: link.after, also, scope })
  const { items, included } = found
  tx.record('fhir.search', {
    count: items.length + included.items.length,
    query: listNames(asked),
    ...(type === '' ? {} : { resourceType: type }),
    ...patientOf({ asked, request, items, compartment: link.compartment }),
  })
  return searchsetReply(server, {
    asked,
    matches: items.map(textOf),
    included: included.items.map(textOf),
    isCut: included.isCut,
    isOutdated: tx.tenant.isOutdated,
    self: selfOf(exchange, { type, asked, link }),
    next: found.next === undefined ? undefined : linkTo(exchange, type, { ...link, after: found.next }),
    ignored: asked.ignored,
    used: link.isForm === true ? listUsed(asked) : undefined,
    total: found.total,
  })
}

/** Includes only resources that the caller may read. */
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

/** The patient whose record was searched, if there is one: the caller is kept to it, the search names it, or all results belong to it. */
export function patientOf({ asked, request: { caller }, items, compartment = '' }: Searched): { patientId?: string } {
  const kept = asked.types.map((type) => findPartAccess(caller, type, 'search-type')?.patient)
  const named = [...asked.criteria.flatMap(listTargets), compartment].flatMap(
    (target) => /^Patient\/(.+)$/.exec(target)?.[1] ?? [],
  )
  const found = items.map(({ type, id }) => (type === 'Patient' ? id : undefined))
  const patientId = [kept, named, found].map(onlyOne).find((id) => id !== undefined)
  return patientId === undefined ? {} : { patientId }
}

const listTargets = (criterion: SearchCriterion): readonly string[] =>
  criterion.kind === 'value' && !criterion.isNegated && !criterion.isIdentifier
    ? criterion.tests.flatMap((test) => (test.kind === 'targets' ? test.targets : []))
    : []

const onlyOne = (ids: readonly (string | undefined)[]): string | undefined =>
  new Set(ids).size === 1 ? ids[0] : undefined
