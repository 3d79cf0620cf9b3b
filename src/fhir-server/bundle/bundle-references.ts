/** References between the entries of a transaction, and to what is found by a search. R4 http.html#trules, bundle.html#references. */

import type { JsonObject, JsonValue } from '../../core/json.ts'
import { isJsonObject } from '../../core/json.ts'
import { splitRestfulUrl } from '../../fhir/reference.ts'
import { placeOf } from '../../profiles/findings.ts'

export type Resolution = {
  /** `Type/id` by the fullUrl of the entry that it is. */
  readonly entries: ReadonlyMap<string, string>
  /** Of the fullUrls: most texts of a resource have another, and are not hashed to learn that they are none. */
  readonly lengths: ReadonlySet<number>
  /** `Type/id` by `Type?criteria`. */
  readonly searches: ReadonlyMap<string, string>
}

/** A reference, and where it stands. */
export type Link = { readonly text: string; readonly place: string }

/** What a text points to within the Bundle or, as a reference, by search; undefined where that is nothing. */
export type FindTarget = (text: string, isReference: boolean) => string | undefined

/** For the texts of the entry that has this fullUrl. */
export function openTargets({ entries, lengths, searches }: Resolution, fullUrl: string | undefined): FindTarget {
  const base = splitRestfulUrl(fullUrl ?? '')?.base
  return (text, isReference) => {
    const own = lengths.has(text.length) ? entries.get(text) : undefined
    if (own !== undefined || !isReference) return own
    return searches.get(text) ?? (base === undefined ? undefined : entries.get(`${base}${text}`))
  }
}

/** A Bundle within the Bundle resolves its own references; an identifier's value stays as it is. */
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

/** With every text replaced that `find` answers for; what holds none stays the same object. Object.assign keeps the texts of numbers, too. */
export function replaceLinks(value: JsonValue, find: FindTarget, name = ''): JsonValue {
  if (typeof value === 'string') return find(value, name === 'reference') ?? value
  if (typeof value !== 'object' || value === null) return value
  const isArray = Array.isArray(value)
  const members = value as Readonly<Record<string, JsonValue>>
  let copy: Record<string, JsonValue> | undefined
  for (const member in members) {
    const item = members[member] ?? null
    if (!isArray && isOpaque(value, member)) continue
    const replaced = replaceLinks(item, find, isArray ? name : member)
    if (replaced === item) continue
    copy ??= Object.assign(isArray ? [] : {}, value) as Record<string, JsonValue>
    copy[member] = replaced
  }
  // The same shape as what was copied.
  return (copy as JsonValue | undefined) ?? value
}
