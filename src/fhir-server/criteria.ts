/** The criteria of conditional interactions. R4 http.html#ccreate, http.html#cond-update. */
import { Problem } from '../problems.ts'
import type { Conditional } from '../store/transaction.ts'
import { baseOf, type FhirServer, type Parameters } from './exchange.ts'
import { answerLeaf } from './filter-conditions.ts'
import { parseFilter } from './parse-filter.ts'
import { isLeaf } from './resolve-filters.ts'

/** `identifier=a|b`, with or without what stands before its question mark. */
export const parseCriteria = (text: string): Parameters => [...new URLSearchParams(text.slice(text.indexOf('?') + 1))]

/** One identifier: R4 http.html#ccreate leaves it to the server which criteria it supports, and this one can be locked. */
export function parseConditional(server: FhirServer, type: string, given: Parameters): Conditional {
  const [name = '', value = ''] = given[0] ?? []
  const context = { parameters: server.parameters, base: baseOf(server), now: 0 }
  const filter = given.length === 1 && name === 'identifier' ? parseFilter(context, type, { name, value }) : undefined
  const [test, ...others] = filter?.kind === 'value' ? filter.tests : []
  if (!filter || !isLeaf(filter) || others.length > 0 || test?.kind !== 'code' || test.code === undefined)
    throw new Problem('validation', { detail: 'The criteria must be one identifier, as identifier=system|value' })
  const { condition } = answerLeaf(server.parameters, type, filter)
  return { space: 'fhir', type, token: { parameter: name, value }, where: [condition] }
}
