/** The references in the JSON of a resource: listed, and replaced. R4 references.html#literal, http.html#trules. */

import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { OwnAddresses } from '../fhir/own-addresses.ts'
import { findLocalTarget } from '../fhir/reference.ts'
import { placeOf } from '../profiles/findings.ts'

/** A reference, and where it stands. */
export type Link = { readonly text: string; readonly place: string }

/** The target of a text within the Bundle or, for a reference, by search; undefined if there is none. */
export type FindTarget = (text: string, isReference: boolean) => string | undefined

/** A Bundle within the Bundle resolves its own references, and the value of an identifier stays as it is. */
const isOpaque = (object: JsonObject, name: string): boolean =>
  name === 'value' || name === 'div' || (name !== 'meta' && object['resourceType'] === 'Bundle')

/** Every reference of a resource. */
export function listLinks(value: JsonValue, place: string): readonly Link[] {
  const links: Link[] = []
  collectLinks(value, { place, name: '' }, links)
  return links
}

/** The targets of a resource, as `Type/id`. */
export function listTargets(addresses: OwnAddresses, resource: JsonObject): string[] {
  const targets = listLinks(resource, '').flatMap(({ text }) => findLocalTarget(addresses, text) ?? [])
  return [...new Set(targets)]
}

function collectLinks(value: JsonValue, { place, name }: { place: string; name: string }, links: Link[]): void {
  if (typeof value === 'string') {
    if (name === 'reference') links.push({ text: value, place })
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectLinks(item, { place: `${place}[${index}]`, name }, links)
  } else if (isJsonObject(value)) {
    for (const member in value) {
      const item = value[member] ?? null
      if ((typeof item === 'object' || member === 'reference') && !isOpaque(value, member))
        collectLinks(item, { place: placeOf(place, member), name: member }, links)
    }
  }
}

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
