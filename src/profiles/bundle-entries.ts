/** Entries of a Bundle, and the one resolver of references within a Bundle. R4 bundle.html#references. */

import { type JsonObject, textOf } from '../core/json.ts'
import { isAbsolute, splitRelative, splitRestfulUrl } from '../fhir/reference.ts'
import { listContained } from './references.ts'
import { objectOf, objectsOf } from './rules/members.ts'

export type Entry = {
  readonly index: number
  readonly fullUrl: string | undefined
  readonly resource: JsonObject | undefined
  readonly object: JsonObject
}

export const listEntries = (bundle: JsonObject): Entry[] =>
  objectsOf(bundle, 'entry').map((object, index) => ({
    index,
    object,
    fullUrl: textOf(object, 'fullUrl'),
    resource: objectOf(object, 'resource'),
  }))

export type Resolved = {
  readonly entry: Entry
  /** The resource of the entry, or one contained in it if the reference has a fragment. */
  readonly resource: JsonObject
}

/** `fullUrl` is that of the entry with the reference. */
export type Resolver = (reference: string, fullUrl: string | undefined) => Resolved | undefined

/** Undefined for a target outside the Bundle, and for a relative reference from an entry without a RESTful address, which R4 does not define. */
export function buildResolver(entries: readonly Entry[]): Resolver {
  const byUrl = Map.groupBy(entries, ({ fullUrl }) => fullUrl)
  return (reference, fullUrl) => {
    // Most texts of a resource are neither absolute nor `Type/id`.
    if (!reference.includes('/') && !reference.includes(':')) return undefined
    const [address = '', fragment] = splitOnce(reference, '#')
    const [whole = '', version] = splitOnce(address, '/_history/')
    const base = isAbsolute(whole) ? '' : baseFor(whole, fullUrl)
    const found = base === undefined ? undefined : byUrl.get(base + whole)
    // The resource has the version, not the address of its entry.
    const entry = version === undefined ? found?.[0] : found?.find(({ resource }) => versionOf(resource) === version)
    const resource = entry && findWithin(entry.resource, fragment)
    return entry && resource && { entry, resource }
  }
}

/** The base of a relative reference. */
const baseFor = (reference: string, fullUrl = ''): string | undefined =>
  splitRelative(reference) === undefined ? undefined : splitRestfulUrl(fullUrl)?.base

/** A fragment names a contained resource; an empty one, the resource itself. R4 references.html#contained. */
const findWithin = (resource: JsonObject | undefined, fragment = ''): JsonObject | undefined =>
  fragment === '' ? resource : resource && listContained(resource).find(({ id }) => id === fragment)

const versionOf = (resource: JsonObject | undefined): string | undefined =>
  resource && textOf(objectOf(resource, 'meta'), 'versionId')

function splitOnce(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** The resources of a Parameters by type and id, those in parts too: its resources refer to one another so. R4 parameters.html. */
export function indexParameters(root: JsonObject): ReadonlyMap<string, JsonObject> {
  const index = new Map<string, JsonObject>()
  const add = (parent: JsonObject, name: string): void => {
    for (const parameter of objectsOf(parent, name)) {
      const resource = objectOf(parameter, 'resource')
      const key = `${resource?.['resourceType']}/${resource?.['id']}`
      if (resource !== undefined && !index.has(key)) index.set(key, resource)
      add(parameter, 'part')
    }
  }
  if (root['resourceType'] === 'Parameters') add(root, 'parameter')
  return index
}
