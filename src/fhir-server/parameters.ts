/** Parameters resources: input and output of an operation. R4 operations.html, parameters.html. */
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import { invalidField } from '../core/problems.ts'
import type { FhirRequest } from './exchange.ts'

/** The parameters of a body, which may be absent. A resource instead of a Parameters is the parameter `resource`. */
export function listInputs({ body }: FhirRequest): readonly JsonObject[] {
  if (body === undefined) return []
  if (!isJsonObject(body) || typeof body['resourceType'] !== 'string')
    throw invalidField('Parameters', 'is expected, or a resource')
  if (body['resourceType'] !== 'Parameters') return [{ name: 'resource', resource: body }]
  const parameters = body['parameter'] ?? []
  if (!Array.isArray(parameters)) throw invalidField('Parameters.parameter', 'must be an array')
  return parameters.filter(isJsonObject)
}

/** Its value of any type, or its resource. */
export function valueOfInput(input: JsonObject | undefined): JsonValue | undefined {
  if (input === undefined) return undefined
  const name = Object.keys(input).find((key) => /^value[A-Z]/.test(key))
  return name === undefined ? input['resource'] : input[name]
}

/** A simple parameter, from the address or from the body. */
export function findText(request: FhirRequest, name: string): string | undefined {
  const given = request.parameters.find(([own]) => own === name)?.[1]
  const value = given ?? valueOfInput(listInputs(request).find((input) => input['name'] === name))
  if (value === undefined) return undefined
  if (typeof value === 'object') throw invalidField(name, 'must be a simple value')
  return String(value)
}
