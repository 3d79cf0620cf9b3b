/** The parameters of a search, each to a criterion or a setting. R4 search.html, search.html#errors. */
import { invalidField, Problem } from '../problems.ts'
import type { Criterion } from '../store/search.ts'
import { buildCriterion } from './criteria.ts'
import type { FhirRequest, FhirServer } from './exchange.ts'

export type SearchRequest = {
  readonly where: readonly Criterion[]
  readonly count: number
  /** Names of parameters that were left out; empty text for one that no definition knows. */
  readonly ignored: readonly string[]
}

const defaultCount = 50
const maxCount = 200
/** They change the form of the answer, or nothing. */
const settings: ReadonlySet<string> = new Set(['_count', '_format', '_pretty', '_total'])
const id = { code: '_id', type: 'token', token: '_id', target: undefined } as const

export function parseSearch(server: FhirServer, request: FhirRequest): SearchRequest {
  const { type, parameters, strict } = request
  const ignored: string[] = []
  const where = parameters.flatMap(([name, value]) => {
    const code = name.split(':')[0] ?? name
    if (settings.has(name)) return []
    const parameter = code === '_id' ? id : server.parameters.find(type, code)
    if (parameter === undefined) ignored.push(server.parameters.isPublished(code) ? code : '')
    return parameter === undefined ? [] : (buildCriterion(server, parameter, { name, value }) ?? [])
  })
  if (strict && ignored.length > 0) throw unknownParameters(ignored)
  return { where: where.toSorted((a, b) => selectivity(a) - selectivity(b)), count: parseCount(parameters), ignored }
}

/** The most selective criterion drives the search. */
const selectivity = ({ parameter }: Criterion): number => {
  const rank = ['_id', 'identifier', 'encounter', 'patient'].indexOf(parameter)
  return rank < 0 ? 9 : rank
}

export const ignoredText = (name: string): string =>
  name === '' ? 'A parameter is unknown and was left out' : `The parameter ${name} is not supported and was left out`

/** A name that is no published parameter's could hold anything, so it is not repeated. */
const unknownParameters = (names: readonly string[]): Problem =>
  new Problem('validation', {
    errors: names.map((name) => ({
      field: name === '' ? 'parameter' : name,
      message: 'is not a supported search parameter',
      code: 'not-supported',
    })),
  })

function parseCount(parameters: FhirRequest['parameters']): number {
  const value = parameters.find(([name]) => name === '_count')?.[1]
  if (value === undefined) return defaultCount
  if (!/^[1-9]\d{0,8}$/.test(value)) throw invalidField('_count', 'must be a positive whole number')
  return Math.min(Number(value), maxCount)
}
