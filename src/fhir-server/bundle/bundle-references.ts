/** References between the entries of a transaction, and to what is found by a search. R4 http.html#trules, bundle.html#references. */
import type { JsonObject, JsonValue } from '../../json.ts'
import { isJsonObject } from '../../json.ts'
import { placeOf } from '../../profiles/findings.ts'

export type Resolution = {
  /** `Type/id` by the fullUrl of the entry that it is. */
  readonly entries: ReadonlyMap<string, string>
  /** `Type/id` by `Type?criteria`. */
  readonly searches: ReadonlyMap<string, string>
}

/** One string that may point to another entry, and where it stands. */
export type Link = { readonly text: string; readonly isReference: boolean; readonly place: string }

/** `http://a/b` of `http://a/b/Patient/1`, which relative references of the entry start from. */
const baseIn = (fullUrl: string | undefined): string | undefined =>
  /^(https?:\/\/.*)\/[A-Z][A-Za-z]+\/[^/]+$/.exec(fullUrl ?? '')?.[1]

/** What a text points to within the Bundle or by search; undefined where that is nothing. */
export function findTarget(
  { entries, searches }: Resolution,
  fullUrl: string | undefined,
  { text, isReference }: Link,
): string | undefined {
  const own = entries.get(text) ?? (isReference ? searches.get(text) : undefined)
  return own ?? (isReference ? entries.get(`${baseIn(fullUrl)}/${text}`) : undefined)
}

/** A Bundle within the Bundle resolves its own references; an identifier's value stays as it is. */
const isOpaque = (object: JsonObject, name: string): boolean =>
  name === 'value' || name === 'div' || (object['resourceType'] === 'Bundle' && name !== 'meta')

/** Every text of a resource that may point to something. */
export function listLinks(value: JsonValue, place: string, name = ''): Link[] {
  if (typeof value === 'string') return [{ text: value, isReference: name === 'reference', place }]
  if (Array.isArray(value)) return value.flatMap((item, index) => listLinks(item, `${place}[${index}]`, name))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([member, item]) =>
    isOpaque(value, member) ? [] : listLinks(item, placeOf(place, member), member),
  )
}

/** A copy with every text replaced that `replace` answers for. Object.assign keeps the texts of numbers, too. */
export function replaceLinks<T extends JsonValue>(value: T, replace: (link: Link) => string | undefined, name = ''): T {
  if (typeof value === 'string')
    return (replace({ text: value, isReference: name === 'reference', place: '' }) ?? value) as T
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.assign(Array.isArray(value) ? [] : {}, value) as Record<string, JsonValue>
  for (const [member, item] of Object.entries(value)) {
    if (!Array.isArray(value) && isOpaque(value as JsonObject, member)) continue
    copy[member] = replaceLinks(item as JsonValue, replace, Array.isArray(value) ? name : member)
  }
  // The same shape as what was copied.
  return copy as unknown as T
}
