/** Contained resources: each has an id of its own, and something refers to it. R4 references.html#contained, dom-3. */
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts'
import { eachText, objectsOf } from './members.ts'
import { readNarrative } from './narrative.ts'
import type { Site } from './site.ts'

/** For every resource that may contain others. */
export function checkContained(resource: JsonObject, site: Site): void {
  if (resource['contained'] === undefined) return
  const contained = objectsOf(resource, 'contained')
  const ids = contained.map((one) => textOf(one, 'id'))
  const pointers = listPointers(resource, contained)
  const seen = new Set<string>()
  site.enter('contained')
  contained.forEach((one, index) => {
    site.enter(index)
    const id = ids[index]
    if (id === undefined) site.report('contained-id')
    else if (seen.has(id)) site.report('contained-duplicate', 'id')
    else seen.add(id)
    const isPointedTo = [...(pointers.get(`#${id}`) ?? [])].some((source) => source !== index)
    if (!pointsOut(one) && (id === undefined || !isPointedTo)) site.report('contained-orphan')
    site.leave()
  })
  site.leave()
}

/** It refers to the resource around it. */
function pointsOut(contained: JsonObject): boolean {
  let found = false
  eachText(contained, (text) => {
    found ||= text === '#'
  })
  return found
}

/**
 * Fragments in a reference, canonical or uri of the resource or of a contained one, or in a link of its narrative: the sources of
 * each fragment, contained ones by number; two are enough.
 */
function listPointers(
  resource: JsonObject,
  contained: readonly JsonObject[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const pointers = new Map<string, Set<number>>()
  const add = (fragment: string, source: number): void => {
    const sources = pointers.get(fragment) ?? new Set()
    pointers.set(fragment, sources)
    if (sources.size < 2) sources.add(source)
  }
  const visitor =
    (source: number) =>
    (text: string, name: string): void => {
      if (text.startsWith('#')) add(text, source)
      if (name === 'div' && text.includes('#')) for (const id of readNarrative(text).fragments) add(`#${id}`, source)
    }
  const outside = visitor(-1)
  for (const name in resource) if (name !== 'contained') eachText(resource[name] ?? null, outside, name)
  for (const [index, one] of contained.entries()) eachText(one, visitor(index))
  return pointers
}

/** R4 element.html#id: an id of an element is unique in its resource. */
export function checkElementIds(resource: JsonObject, site: Site): void {
  // Elements of a snapshot have the ids of those in its differential.
  if (resource['resourceType'] === 'StructureDefinition') return
  const repeated = findRepeated(resource, { known: undefined }, true)
  if (repeated) site.report('element-id-duplicate')
}

type Ids = { known: Set<JsonValue> | undefined }

/** Inner resources have ids of their own. */
function findRepeated(value: JsonObject, ids: Ids, isResource: boolean): boolean {
  for (const name in value) {
    const member = value[name]
    if (name === 'id' && !isResource && typeof member === 'string') {
      ids.known ??= new Set()
      if (ids.known.has(member)) return true
      ids.known.add(member)
    } else if (Array.isArray(member)) {
      for (const item of member) if (isJsonObject(item) && isRepeatedIn(item, ids)) return true
    } else if (isJsonObject(member) && isRepeatedIn(member, ids)) return true
  }
  return false
}

const isRepeatedIn = (value: JsonObject, ids: Ids): boolean =>
  value['resourceType'] === undefined && findRepeated(value, ids, false)
