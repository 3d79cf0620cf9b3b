/** Replaces the references in the JSON of a resource. R4 references.html#literal, http.html#trules. */
import type { JsonObject, JsonValue } from '../core/json.ts'

/** The target of a text within the Bundle or, for a reference, by search; undefined if there is none. */
export type FindTarget = (text: string, isReference: boolean) => string | undefined

/** A Bundle within the Bundle resolves its own references, and the value of an identifier stays as it is. */
export const isOpaque = (object: JsonObject, name: string): boolean =>
  name === 'value' || name === 'div' || (name !== 'meta' && object['resourceType'] === 'Bundle')

/** Replaces every text for which `find` answers; an object without such texts stays the same object. */
export function replaceLinks(value: JsonValue, find: FindTarget, name = ''): JsonValue {
  if (typeof value === 'string') return find(value, name === 'reference') ?? value
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? replaceInArray(value, find, name) : replaceInObject(value, find)
}

// Object.assign keeps the texts of numbers too.
function replaceInArray(items: JsonValue[], find: FindTarget, name: string): JsonValue[] {
  let copy: JsonValue[] | undefined
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] ?? null
    const replaced = replaceLinks(item, find, name)
    if (replaced === item) continue
    copy ??= Object.assign([], items)
    copy[at] = replaced
  }
  return copy ?? items
}

function replaceInObject(object: JsonObject, find: FindTarget): JsonObject {
  let copy: JsonObject | undefined
  for (const member in object) {
    const item = object[member] ?? null
    if (typeof item === 'number' || typeof item === 'boolean' || isOpaque(object, member)) continue
    const replaced = replaceLinks(item, find, member)
    if (replaced === item) continue
    copy ??= Object.assign({}, object)
    copy[member] = replaced
  }
  return copy ?? object
}
