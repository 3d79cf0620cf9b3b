/** Contained resources: each has an id of its own, and something points to it. R4 references.html#contained, dom-3. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts'
import { eachText, objectsOf, textOf } from './members.ts'
import { readNarrative } from './narrative.ts'
import type { Site } from './site.ts'

/** Of every resource that may contain others. */
export function checkContained(resource: JsonObject, site: Site): void {
  if (resource['contained'] === undefined) return
  const contained = objectsOf(resource, 'contained')
  const ids = contained.map((one) => textOf(one, 'id'))
  site.enter('contained')
  contained.forEach((one, index) => {
    site.enter(index)
    const id = ids[index]
    if (id === undefined) site.report('contained-id')
    else if (ids.indexOf(id) < index) site.report('contained-duplicate', 'id')
    if (!pointsOut(one) && (id === undefined || !isPointedTo(resource, one, id))) site.report('contained-orphan')
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

/** By a reference, canonical or uri of the resource or of another one that it contains, or a link of its narrative. */
function isPointedTo(resource: JsonObject, target: JsonObject, id: string): boolean {
  const wanted = `#${id}`
  let found = false
  const visit = (text: string, name: string): void => {
    found ||= text === wanted || (name === 'div' && text.includes(wanted) && readNarrative(text).fragments.includes(id))
  }
  for (const [name, member] of Object.entries(resource)) {
    const values: JsonValue = name === 'contained' ? objectsOf(resource, name).filter((one) => one !== target) : member
    eachText(values, visit, name)
  }
  return found
}

/** R4 element.html#id: an id of an element is unique in its resource. */
export function checkElementIds(resource: JsonObject, site: Site): void {
  // The elements of a snapshot have the ids of those of its differential.
  if (resource['resourceType'] === 'StructureDefinition') return
  const repeated = findRepeated(resource, { known: undefined }, true)
  if (repeated) site.report('element-id-duplicate')
}

type Ids = { known: Set<JsonValue> | undefined }

/** Resources inside have ids of their own. */
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
