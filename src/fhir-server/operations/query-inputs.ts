/** Search parameters of an operation, from its address and its Parameters body, in the form of a search's query. R4 operations.html#request. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { escapeValue } from '../../fhir-search/criteria/search-values.ts'
import type { FhirRequest } from '../exchange.ts'
import { listInputs, valueOfInput } from '../parameters.ts'

export const listQuery = (request: FhirRequest): Parameters => [
  ...request.parameters,
  ...listInputs(request).map((input) => {
    const { name } = input
    if (typeof name !== 'string') throw invalidField('Parameters.parameter.name', 'is missing')
    return [name, textOf(name, valueOfInput(input))] as const
  }),
]

/** A simple value as it is; a reference by its address; a Coding or CodeableConcept as its codes. */
function textOf(name: string, value: JsonValue | undefined): string {
  if (isJsonObject(value)) {
    const text = typeof value['reference'] === 'string' ? escapeValue(value['reference']) : codesOf(value)
    if (text !== '') return text
  } else if (value !== undefined && value !== null && !Array.isArray(value)) return String(value)
  throw invalidField(fieldOf(name), 'must have a simple value, a Reference, a Coding or a CodeableConcept')
}

const codesOf = (value: JsonObject): string => {
  const codings = Array.isArray(value['coding']) ? value['coding'].filter(isJsonObject) : [value]
  return codings
    .filter(({ code }) => typeof code === 'string')
    .map(
      ({ system, code }) =>
        `${typeof system === 'string' ? `${escapeValue(system)}|` : ''}${escapeValue(String(code))}`,
    )
    .join(',')
}

/** D36: a name that does not look like one could hold anything. */
const fieldOf = (name: string): string => (/^_?[a-z]+(?:-[a-z]+)*$/.test(name) ? name : 'Parameters.parameter')
