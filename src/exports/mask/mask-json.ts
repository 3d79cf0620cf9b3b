/** FHIR as JSON with each value masked: members, their order and the types of resources stay. R4 json.html. */
import { isJsonObject, JsonError, type JsonValue, parseJsonBytes } from '../../core/json.ts'
import { findResourceType } from '../../fhir/resource-types.ts'
import { maskLeaf, opaque } from './mask-leaf.ts'

/** Names of elements, and of elements beside a primitive. Any other name may be a value. */
const elementName = /^_?[a-z][A-Za-z]{0,63}$/

/** True for the name of a resource type. An OperationOutcome counts too: it is never stored, but a receiver may answer with one. */
export const isResourceType = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && (value === 'OperationOutcome' || findResourceType(value) !== undefined)

export function maskJson(bytes: Uint8Array): string {
  try {
    return JSON.stringify(maskValue(parseJsonBytes(bytes)), undefined, 2)
  } catch (error) {
    if (error instanceof JsonError) return opaque
    throw error
  }
}

function maskValue(value: JsonValue): JsonValue {
  if (value === null) return null
  if (Array.isArray(value)) return value.map(maskValue)
  if (!isJsonObject(value)) return maskLeaf(String(value))
  const members = Object.entries(value).map(([name, own]) => {
    const shown = elementName.test(name) ? name : maskLeaf(name)
    return [shown, name === 'resourceType' && isResourceType(own) ? own : maskValue(own)] as const
  })
  return Object.fromEntries(members)
}
