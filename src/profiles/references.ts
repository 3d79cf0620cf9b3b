/** References: their form, the type that they point to, contained targets. R4 references.html. */
import { isJsonObject, type JsonObject } from '../json.ts'
import type { Definitions } from './definitions/definitions.ts'
import { type Finding, finding } from './findings.ts'
import type { Visited } from './walk.ts'

/** A reference that only the store can answer. */
export type PendingReference = { readonly expression: string; readonly reference: string }

export const idPattern = /^[A-Za-z0-9\-.]{1,64}$/
const relativePattern = /^([A-Z][A-Za-z]+)\/([A-Za-z0-9\-.]{1,64})(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/
const absolutePattern = /^https?:\/\/[^\s]+$/
const urnPattern = /^urn:(?:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|oid:[0-2](?:\.(?:0|[1-9]\d*))+)$/

/** Type and id of a relative reference. */
export function splitReference(reference: string): { readonly type: string; readonly id: string } | undefined {
  const [, type, id] = relativePattern.exec(reference) ?? []
  return type === undefined || id === undefined ? undefined : { type, id }
}

/** `Type/id` at the end of a relative or absolute reference. */
const typeOf = (definitions: Definitions, reference: string): string | undefined => {
  const tail = /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[^/]+)?$/.exec(reference)?.[1]
  return tail !== undefined && definitions.isResourceType(tail) ? tail : undefined
}

/** Findings of one Reference. */
export function checkReference(definitions: Definitions, visited: Visited): Finding[] {
  const reference = referenceOf(visited)
  if (reference === undefined) return []
  const expression = `${visited.expression}.reference`
  if (reference.startsWith('#'))
    return hasContained(visited, reference) ? [] : [finding('reference-contained', expression)]
  const relative = splitReference(reference)
  const known = relative === undefined || definitions.isResourceType(relative.type)
  const formed = relative !== undefined || absolutePattern.test(reference) || urnPattern.test(reference)
  if (!known || !formed) return [finding('reference-format', expression)]
  const type = typeOf(definitions, reference)
  const targets = visited.member?.targets
  return type === undefined || targets === undefined || targets.includes(type)
    ? []
    : [finding('reference-target', expression)]
}

/** What the store must find: `Type/id`, or a URN that nothing resolved. */
export function findPending(visited: Visited): PendingReference[] {
  const reference = referenceOf(visited)
  if (reference === undefined || reference.startsWith('#') || absolutePattern.test(reference)) return []
  return [{ expression: `${visited.expression}.reference`, reference }]
}

function referenceOf({ value }: Visited): string | undefined {
  const reference = isJsonObject(value) ? value['reference'] : undefined
  return typeof reference === 'string' && reference !== '' ? reference : undefined
}

function hasContained({ container, resource }: Visited, reference: string): boolean {
  if (reference === '#') return container !== resource
  return listContained(container).some((contained) => contained['id'] === reference.slice(1))
}

export function listContained(resource: JsonObject): JsonObject[] {
  const contained = resource['contained']
  return Array.isArray(contained) ? contained.filter(isJsonObject) : []
}
