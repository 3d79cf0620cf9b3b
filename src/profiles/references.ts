/** The contained resources of a resource. R4 references.html#contained. */
import { isJsonObject, type JsonObject } from '../core/json.ts'

export function listContained(resource: JsonObject): JsonObject[] {
  const contained = resource['contained']
  return Array.isArray(contained) ? contained.filter(isJsonObject) : []
}
