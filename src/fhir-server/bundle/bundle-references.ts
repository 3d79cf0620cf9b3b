/** References between the entries of a transaction, and to resources that a search finds. R4 http.html#trules, bundle.html#references. */

import type { JsonObject, JsonValue } from '../../core/json.ts'
import { isJsonObject } from '../../core/json.ts'
import { splitRestfulUrl } from '../../fhir/reference.ts'
import { placeOf } from '../../profiles/findings.ts'

export type Resolution = {
  /** `Type/id` by the fullUrl of the entry. */
  readonly entries: ReadonlyMap<string, string>
  /** Lengths of the fullUrls: most texts of a resource have another length and need no lookup. */
  readonly lengths: ReadonlySet<number>
  /** `Type/id` by `Type?criteria`. */
  readonly searches: ReadonlyMap<string, string>
}

/** A reference, and where it stands. */
export type Link = { readonly text: string; readonly place: string }

/** The target of a text within the Bundle or, for a reference, by search; undefined if there is none. */
export type FindTarget = (text: string, isReference: boolean) => string | undefined

/** For texts of the entry with this fullUrl. */
export function openTargets({ entries, lengths, searches }: Resolution, fullUrl: string | undefined): FindTarget {
  const base = splitRestfulUrl(fullUrl ?? '')?.base
  return (text, isReference) => {
    const own = lengths.has(text.length) ? entries.get(text) : undefined
    if (own !== undefined || !isReference) return own
    return searches.get(text) ?? (base === undefined ? undefined : entries.get(`${base}${text}`))
  }
}

/** A Bundle within the Bundle resolves its own references, and the value of an identifier stays as it is. */
const isOpaque = (object: JsonObject, name: string): boolean =>
  name === 'value' || name === 'div' || (name !== 'meta' && object['resourceType'] === 'Bundle')

/** Every reference of a resource. */
export function listLinks(value: JsonValue, place: string): readonly Link[] {
  const links: Link[] = []
  collectLinks(value, { place, name: '' }, links)
  return links
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
