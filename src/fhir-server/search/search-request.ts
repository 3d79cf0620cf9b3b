/** The parameters of a search, each to a criterion or a setting. R4 search.html, search.html#errors. */

import { invalidField, Problem } from '../../core/problems.ts'
import { findResourceType, versionedTypes } from '../../fhir/resource-types.ts'
import { parseFilters } from '../../fhir-search/criteria/filter-criteria.ts'
import {
  type CriterionContext,
  listTargetTypes,
  parseCriterion,
  tooCostly,
} from '../../fhir-search/criteria/parse-criterion.ts'
import { type Listed, parseListed } from '../../fhir-search/criteria/parse-list.ts'
import type { RelatedCodes } from '../../fhir-search/criteria/related-code.ts'
import {
  type GivenParameter,
  listFiltered,
  type Parameters,
  type SearchCriterion,
  type SearchFilter,
} from '../../fhir-search/criteria/search-criteria.ts'
import { notSupported, unsupported } from '../../fhir-search/criteria/search-values.ts'
import { isPrincipal } from '../../fhir-search/index/principal-dates.ts'
import type { Parameter } from '../../fhir-search/parameters/search-parameters.ts'
import { type Subset, summaries } from '../../fhir-search/results/subset.ts'
import type { FhirRequest, ReadExchange } from '../exchange.ts'
import { checkControls, codeOf, isControl, listObeyed } from './control-parameters.ts'
import { type IncludeRequest, parseInclude } from './include-request.ts'

export type SortKey = { readonly parameter: Parameter; readonly isDescending: boolean }

const totals = ['none', 'estimate', 'accurate'] as const

export type SearchRequest = Subset & {
  readonly types: readonly string[]
  readonly criteria: readonly SearchCriterion[]
  /** What `_filter` asks beside criteria. */
  readonly filters: readonly SearchFilter[]
  /** A match is in a List of each. */
  readonly lists: readonly Listed[]
  readonly sort: readonly SortKey[]
  /** With 0 none are shown. */
  readonly count: number
  /** True if the total is wanted. */
  readonly isCounted: boolean
  readonly includes: readonly IncludeRequest[]
  /** Names of ignored parameters; empty text for one that no definition knows. */
  readonly ignored: readonly string[]
  /** What was understood, as it was given. */
  readonly used: { readonly criteria: Parameters; readonly controls: Parameters }
}

const defaultCount = 50
const maxCount = 1000
const maxParameters = 100
const maxCharacters = 100_000
/** Of all parameters together: before the database sees a search, each costs some tenths of a millisecond. */
const maxAlternatives = 2_000
/** Each is read from each match. D112. */
const maxSortKeys = 20

/** They would find less, so ignoring them would answer another question. */
const refused: ReadonlySet<string> = new Set(['_text', '_content', '_query'])

export function parseSearch(exchange: ReadExchange, request: FhirRequest, related?: RelatedCodes): SearchRequest {
  const { server, tx, reindexes } = exchange
  checkSize(request)
  checkControls(request.parameters)
  const types = listTypes(request)
  const context = { parameters: server.parameters, now: Date.parse(tx.at), reindexes, related }
  const ignored: string[] = []
  const criteria: SearchCriterion[] = []
  const filters: SearchFilter[] = []
  const lists: Listed[] = []
  const used: [string, string][] = []
  for (const [name, value] of request.parameters) {
    const code = codeOf(name)
    if (refused.has(code)) throw unsupported(code, 'is not supported')
    if (isControl(code)) continue
    if (code === '_list') lists.push(...parseListed(server.parameters.addresses, { name, value }))
    if (code === '_filter') filters.push(...parseFilters(context, types, { name, value }))
    if (code === '_list' || code === '_filter') {
      used.push([name, value])
      continue
    }
    const criterion = parseOne(context, types, { name, value })
    if (criterion === undefined)
      ignored.push(server.parameters.isPublished(code) || looksLikeCode.test(code) ? code : '')
    else if (criterion !== null) {
      criteria.push(criterion)
      used.push([name, value])
    }
  }
  if (request.strict && ignored.length > 0) throw unknownParameters(ignored)
  const settings = parseSettings(context, types, request)
  const controls = listObeyed(request.parameters, settings.count)
  return {
    types: keepReached(context, types, criteria),
    ...joinFilters(criteria, filters),
    lists,
    ignored,
    used: { criteria: used, controls },
    ...settings,
  }
}

/** A comparison of a filter that must hold by itself is a criterion like any other. */
const joinFilters = (criteria: readonly SearchCriterion[], all: readonly SearchFilter[]) => ({
  criteria: [...criteria, ...all.flatMap((filter) => (filter.kind === 'test' ? [filter.criterion] : []))],
  filters: all.filter(({ kind }) => kind !== 'test'),
})

function checkSize({ parameters }: FhirRequest): void {
  const characters = parameters.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (parameters.length > maxParameters || characters > maxCharacters)
    throw tooCostly('parameter', 'there are more than 100, or they are too long')
  const alternatives = parameters.reduce((sum, [, value]) => sum + value.split(',').length, 0)
  if (alternatives > maxAlternatives) throw tooCostly('parameter', 'they have more than 2000 alternatives together')
}

/** The wanted part of each resource. R4 search.html#summary, #elements. */
export function parseSubset(parameters: FhirRequest['parameters']): Subset {
  const last = (name: string): string => parameters.findLast(([other]) => other === name)?.[1] ?? ''
  return {
    summary: oneOf('_summary', last('_summary'), summaries) ?? 'false',
    elements: last('_elements')
      .split(',')
      .filter((name) => name !== ''),
  }
}

function parseSettings(context: CriterionContext, types: readonly string[], { parameters }: FhirRequest) {
  const last = (name: string): string => parameters.findLast(([other]) => other === name)?.[1] ?? ''
  const total = oneOf('_total', last('_total'), totals)
  const { summary, elements } = parseSubset(parameters)
  const count = summary === 'count' ? 0 : parseCount(last('_count'))
  oneOf('_contained', last('_contained'), ['false'])
  return {
    count,
    isCounted: total === 'accurate' || total === 'estimate' || count === 0,
    summary,
    elements,
    sort: parseSort(context, types, last('_sort')),
    includes: parameters.flatMap(([name, value]) => parseInclude(context, types, { name, value }) ?? []),
  }
}

/** Of several types, those that every `_has` leads to: references of a parameter and of its narrower ones share index rows. */
const keepReached = (
  context: CriterionContext,
  types: readonly string[],
  criteria: readonly SearchCriterion[],
): readonly string[] =>
  types.length === 1
    ? types
    : criteria.reduce((kept, criterion) => {
        if (criterion.kind !== 'has') return kept
        const targets = listTargetTypes(context, criterion.source.type, criterion.parameter)
        return targets.includes('Resource') ? kept : kept.filter((type) => targets.includes(type))
      }, types)

/** A search of several types takes only parameters of all resources. */
function parseOne(context: CriterionContext, types: readonly string[], asked: GivenParameter) {
  const [type = '', ...others] = types
  if (others.length > 0 && !asked.name.startsWith('_')) return undefined
  return parseCriterion(others.length > 0 ? { ...context, types } : context, type, asked)
}

/** From the address, or from `_type`, or every stored type. */
function listTypes({ type, types, parameters }: FhirRequest): readonly string[] {
  if (type !== '') return [type]
  const asked = parameters.filter(([name]) => name === '_type').flatMap(([, value]) => value.split(','))
  const isUnknown = asked.some((name) => findResourceType(name) === undefined || !versionedTypes.includes(name))
  if (isUnknown) throw invalidField('_type', 'names a type that is not served here')
  const open = types ?? versionedTypes
  return asked.length === 0 ? open : open.filter((name) => asked.includes(name))
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T | undefined {
  const known = allowed.find((one) => one === value)
  if (value !== '' && known === undefined) throw unsupported(name, 'has a value that is not supported')
  return known
}

/** R4 search.html#sort. */
function parseSort({ parameters }: CriterionContext, types: readonly string[], value: string): SortKey[] {
  const keys = value.split(',').filter((key) => key !== '')
  if (keys.length > maxSortKeys) throw tooCostly('_sort', `has more than ${maxSortKeys} keys`)
  return keys.map((key) => {
    const isDescending = key.startsWith('-')
    const parameter = parameters.find(types[0] ?? '', isDescending ? key.slice(1) : key)
    const isOpen = types.length === 1 || parameter?.code === '_lastUpdated' || parameter?.code === '_id'
    if (parameter === undefined || !isOpen || parameter.type === 'composite' || parameter.type === 'special')
      throw unsupported('_sort', 'names a parameter by which nothing is sorted here')
    return { parameter, isDescending }
  })
}

/** The order of a search that names none. */
export const newest = { by: 'date', isDescending: true } as const

/** The order of the database, if it has one. */
export function orderOf({ types, sort }: Pick<SearchRequest, 'types' | 'sort'>) {
  const [first, second] = sort
  if (first === undefined) return newest
  const { parameter, isDescending } = first
  if (parameter.code === '_id') return { by: 'id', isDescending } as const
  if (second !== undefined) return undefined
  if (parameter.code === '_lastUpdated') return { by: 'updated', isDescending } as const
  return types.length === 1 && isPrincipal(types[0] ?? '', parameter.code)
    ? ({ by: 'date', isDescending } as const)
    : undefined
}

export const ignoredText = (name: string): string =>
  name === '' ? 'A parameter is unknown and was left out' : `The parameter ${name} is not supported and was left out`

/** D36: a name that no published parameter has, and that does not even look like one, could hold anything, so it is not repeated. */
const looksLikeCode = /^_?[a-z]+(?:-[a-z]+)*$/

const unknownParameters = (names: readonly string[]): Problem =>
  new Problem('validation', {
    errors: names.map((name) => notSupported(name === '' ? 'parameter' : name, 'is not a supported search parameter')),
  })

function parseCount(value: string): number {
  if (value === '') return defaultCount
  if (!/^\d{1,9}$/.test(value)) throw invalidField('_count', 'must be a whole number')
  return Math.min(Number(value), maxCount)
}

/** For a posted search, whose link shows no value. */
export const listUsed = ({ used }: Pick<SearchRequest, 'used'>): readonly string[] => [
  ...new Set([...used.criteria, ...used.controls].map(([name]) => name)),
]

/** Every criterion, also those of a filter. */
export const listCriteria = ({ criteria, filters }: Pick<SearchRequest, 'criteria' | 'filters'>) => [
  ...criteria,
  ...filters.flatMap(listFiltered),
]

/** Names of the search's parameters, as far as a definition knows them. */
export const listNames = (asked: Pick<SearchRequest, 'criteria' | 'filters' | 'lists'>): readonly string[] => [
  ...new Set([
    ...listCriteria(asked).map(({ kind, parameter }) => (kind === 'has' ? '_has' : parameter.code)),
    ...(asked.lists.length === 0 ? [] : ['_list']),
  ]),
]
