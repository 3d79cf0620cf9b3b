/** The references in the JSON of a resource: listed. R4 references.html#literal. */

import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { OwnAddresses } from '../fhir/own-addresses.ts'
import { findLocalTarget } from '../fhir/reference.ts'
import { isOpaque } from '../fhir/replace-links.ts'
import { placeOf } from '../profiles/findings.ts'

/** A reference, and where it stands. */
export type Link = { readonly text: string; readonly place: string }

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
