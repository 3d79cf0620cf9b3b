/** Search values to tokens, and the criteria of conditional interactions. R4 search.html, http.html#cond-update. */
import { invalidField, Problem } from '../problems.ts'
import type { Criterion } from '../store/search.ts'
import type { Conditional } from '../store/transaction.ts'
import { baseOf, type FhirServer, type Parameters } from './exchange.ts'
import type { CompiledParameter } from './search-parameters.ts'

type Parameter = Pick<CompiledParameter, 'code' | 'type' | 'token' | 'target'>

const unescapeValue = (text: string): string => text.replace(/\\([,|$\\])/g, '$1')

/** Alternatives, parted by commas that no backslash escapes. */
const listAlternatives = (value: string): string[] =>
  (value.match(/(?:\\[\s\S]|[^\\,])+/g) ?? []).map(unescapeValue).filter((alternative) => alternative !== '')

/** One criterion, or undefined where the value is empty, which R4 leaves out. */
export function buildCriterion(
  server: FhirServer,
  parameter: Parameter,
  asked: { name: string; value: string },
): Criterion | undefined {
  const alternatives = listAlternatives(asked.value)
  const modifier = asked.name.split(':')[1]
  if (alternatives.length === 0) return undefined
  if (parameter.type === 'token') {
    if (modifier !== undefined) throw invalidField(parameter.code, 'the modifier is not supported')
    if (alternatives.some((value) => value.endsWith('|')))
      throw invalidField(parameter.code, 'needs a value after the system')
    return { parameter: parameter.token, values: alternatives }
  }
  if (modifier !== undefined && !server.parameters.isResourceType(modifier))
    throw invalidField(parameter.code, 'the modifier is not supported')
  const type = modifier ?? parameter.target
  const values = alternatives.flatMap((value) => referenceValue(server, value, { parameter, type }))
  return { parameter: parameter.token, values }
}

type Target = { readonly parameter: Parameter; readonly type: string | undefined }

/** An id, `Type/id` or our own absolute address, to `Type/id`; of another type than asked for there is none. */
function referenceValue(server: FhirServer, value: string, { parameter, type }: Target): string[] {
  const own = `${baseOf(server)}/`
  const relative = value.startsWith(own) ? value.slice(own.length) : value
  if (/^https?:\/\//.test(relative)) return [relative]
  const [, named = type, id] = /^(?:([A-Z][A-Za-z]+)\/)?([A-Za-z0-9\-.]{1,64})$/.exec(relative) ?? []
  if (id === undefined) throw invalidField(parameter.code, 'must be an id, Type/id or an absolute URL')
  if (named === undefined) throw invalidField(parameter.code, 'needs Type/id, since it may be of several types')
  return type === undefined || named === type ? [`${named}/${id}`] : []
}

/** `identifier=a|b`, with or without what stands before its question mark. */
export const parseCriteria = (text: string): Parameters => [...new URLSearchParams(text.slice(text.indexOf('?') + 1))]

/** Criteria of conditional interactions: one identifier. R4 http.html#ccreate leaves it to the server which it supports. */
export function parseConditional(server: FhirServer, type: string, given: Parameters): Conditional {
  const [name = '', value = ''] = given[0] ?? []
  const parameter = server.parameters.find(type, 'identifier')
  const criterion =
    name === 'identifier' && parameter !== undefined ? buildCriterion(server, parameter, { name, value }) : undefined
  const token = criterion?.values[0]
  if (given.length !== 1 || parameter === undefined || criterion?.values.length !== 1 || token === undefined) {
    throw new Problem('validation', { detail: 'The criteria must be one identifier, as identifier=system|value' })
  }
  return { space: 'fhir', type, token: { parameter: parameter.token, value: token } }
}
