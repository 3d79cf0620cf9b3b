/** The parameters of a search, each to a filter or a setting. R4 search.html, search.html#errors. */
import { invalidField, Problem } from '../../core/problems.ts'
import type { FhirRequest, ReadExchange } from '../exchange.ts'
import { isPrincipal } from '../index/principal-dates.ts'
import { findResourceType, versionedTypes } from '../resource-types.ts'
import { type IncludeRequest, parseInclude } from './include-request.ts'
import { type FilterContext, parseFilter, tooCostly } from './parse-filter.ts'
import type { RelatedCodes } from './related-code.ts'
import type { Filter } from './search-filters.ts'
import type { Parameter } from './search-parameters.ts'
import { notSupported, unsupported } from './search-values.ts'

export type SortKey = { readonly parameter: Parameter; readonly isDescending: boolean }

const summaries = ['true', 'text', 'data', 'count', 'false'] as const
const totals = ['none', 'estimate', 'accurate'] as const

export type SearchRequest = {
  readonly types: readonly string[]
  readonly filters: readonly Filter[]
  readonly sort: readonly SortKey[]
  /** None are shown where it is 0. */
  readonly count: number
  /** Whether all that is found is counted. */
  readonly isCounted: boolean
  readonly summary: (typeof summaries)[number]
  readonly elements: readonly string[]
  readonly includes: readonly IncludeRequest[]
  /** Names of parameters that were left out; empty text for one that no definition knows. */
  readonly ignored: readonly string[]
}

const defaultCount = 50
const maxCount = 1000
const maxParameters = 100
const maxCharacters = 100_000

/** They change the form of the answer, or nothing. */
const settings: ReadonlySet<string> = new Set([
  '_count',
  '_format',
  '_pretty',
  '_total',
  '_sort',
  '_summary',
  '_elements',
  '_include',
  '_revinclude',
  '_type',
  '_contained',
  '_cursor',
])

/** They would find less: leaving them out would answer another question. */
const refused: ReadonlySet<string> = new Set(['_text', '_content', '_filter', '_query', '_list'])

const codeOf = (name: string): string => /^[^:.]*/.exec(name)?.[0] ?? ''

export function parseSearch(exchange: ReadExchange, request: FhirRequest, related?: RelatedCodes): SearchRequest {
  const { server, tx, reindexes } = exchange
  checkSize(request)
  const types = listTypes(request)
  const context = { parameters: server.parameters, now: Date.parse(tx.at), reindexes, related }
  const ignored: string[] = []
  const filters: Filter[] = []
  for (const [name, value] of request.parameters) {
    const code = codeOf(name)
    if (refused.has(code)) throw unsupported(code, 'is not supported')
    if (settings.has(code)) continue
    const filter = parseOne(context, types, { name, value })
    if (filter === undefined) ignored.push(server.parameters.isPublished(code) || looksLikeCode.test(code) ? code : '')
    else if (filter !== null) filters.push(filter)
  }
  if (request.strict && ignored.length > 0) throw unknownParameters(ignored)
  return { types, filters, ignored, ...parseSettings(context, types, request) }
}

function checkSize({ parameters }: FhirRequest): void {
  const characters = parameters.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (parameters.length > maxParameters || characters > maxCharacters)
    throw tooCostly('parameter', 'there are more than 100, or they are too long')
}

/** Which part of each resource is shown. R4 search.html#summary, #elements. */
export function parseSubset(parameters: FhirRequest['parameters']): Pick<SearchRequest, 'summary' | 'elements'> {
  const last = (name: string): string => parameters.findLast(([other]) => other === name)?.[1] ?? ''
  return {
    summary: oneOf('_summary', last('_summary'), summaries) ?? 'false',
    elements: last('_elements')
      .split(',')
      .filter((name) => name !== ''),
  }
}

function parseSettings(context: FilterContext, types: readonly string[], { parameters }: FhirRequest) {
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

/** Of several types only what all resources have is searched. */
function parseOne(context: FilterContext, types: readonly string[], asked: { name: string; value: string }) {
  const [type = '', ...others] = types
  if (others.length > 0 && !asked.name.startsWith('_')) return undefined
  if (others.length > 0 && asked.name.startsWith('_has')) throw unsupported('_has', 'needs a search of one type')
  return parseFilter(context, type, asked)
}

/** Of the address, or of `_type`, or every type that is kept. */
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
function parseSort({ parameters }: FilterContext, types: readonly string[], value: string): SortKey[] {
  return value
    .split(',')
    .filter((key) => key !== '')
    .map((key) => {
      const isDescending = key.startsWith('-')
      const parameter = parameters.find(types[0] ?? '', isDescending ? key.slice(1) : key)
      const isOpen = types.length === 1 || parameter?.code === '_lastUpdated' || parameter?.code === '_id'
      if (parameter === undefined || !isOpen || parameter.type === 'composite' || parameter.type === 'special')
        throw unsupported('_sort', 'names a parameter by which nothing is sorted here')
      return { parameter, isDescending }
    })
}

/** The order that the database has, where it has it. */
export function orderOf({ types, sort }: Pick<SearchRequest, 'types' | 'sort'>) {
  const [first, second] = sort
  if (first === undefined) return { by: 'date', isDescending: true } as const
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

/** D36: a name that no published parameter has and that is not even written as one could hold anything, so it is not repeated. */
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

/** What was searched by: the names that a definition knows. */
export const listNames = ({ filters }: Pick<SearchRequest, 'filters'>): readonly string[] => [
  ...new Set(filters.map(({ kind, parameter }) => (kind === 'has' ? '_has' : parameter.code))),
]
