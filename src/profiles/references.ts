/** The form of references, and what a resource contains. R4 references.html. */
import { isJsonObject, type JsonObject } from '../json.ts'

const relativePattern = /^([A-Z][A-Za-z]+)\/([A-Za-z0-9\-.]{1,64})(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/

/** Type and id of a relative reference. */
export function splitReference(reference: string): { readonly type: string; readonly id: string } | undefined {
  const [, type, id] = relativePattern.exec(reference) ?? []
  return type === undefined || id === undefined ? undefined : { type, id }
}

export function listContained(resource: JsonObject): JsonObject[] {
  const contained = resource['contained']
  return Array.isArray(contained) ? contained.filter(isJsonObject) : []
}
