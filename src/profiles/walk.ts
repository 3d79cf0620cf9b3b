/** Walks a resource along its type's definition: visits every value, and finds what does not fit. R4 json.html. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Definitions } from './definitions/definitions.ts'
import type { Member } from './definitions/element-tables.ts'
import { type Finding, finding, placeOf, type RuleKey } from './findings.ts'

/** One value in its place. `resource` is the nearest resource; `container` the one whose contained resources it may point to. */
export type Visited = {
  readonly value: JsonValue
  readonly type: string
  readonly member?: Member
  readonly expression: string
  readonly resource: JsonObject
  readonly container: JsonObject
}

export type Walk = {
  readonly definitions: Definitions
  readonly visit: (visited: Visited) => readonly Finding[]
}

type Place = Omit<Visited, 'value'>

const report = (rule: RuleKey, place: Place): Finding[] => [finding(rule, place.expression)]

/** What the walk and its visits find, of the resource and all below it. */
export function walkResource(walk: Walk, resource: JsonObject): Finding[] {
  const type = String(resource['resourceType'])
  return walkValue(walk, resource, { type, expression: type, resource, container: resource })
}

function walkValue(walk: Walk, value: JsonValue, place: Place): Finding[] {
  if (place.type === 'Resource') return walkInner(walk, value, place)
  if (value === '') return report('empty-value', place)
  if (walk.definitions.findType(place.type)?.kind === 'primitive-type')
    return typeof value === 'object' ? report('json-type', place) : [...walk.visit({ ...place, value })]
  if (!isJsonObject(value)) return report('object-expected', place)
  const empty = Object.keys(value).every((name) => name === 'resourceType')
  if (empty) return report('empty-value', place)
  return [...walk.visit({ ...place, value }), ...walkMembers(walk, value, place)]
}

/** A contained resource, or one in a Bundle or Parameters, which is its own container. */
function walkInner(walk: Walk, value: JsonValue, place: Place): Finding[] {
  if (!isJsonObject(value)) return report('object-expected', place)
  const type = value['resourceType']
  if (typeof type !== 'string' || !walk.definitions.isResourceType(type)) return report('resource-type', place)
  const container = place.member?.element === 'contained' ? place.container : value
  return walkValue(walk, value, { ...place, type, resource: value, container })
}

function walkMembers(walk: Walk, object: JsonObject, parent: Place): Finding[] {
  const members = walk.definitions.findType(parent.type)?.members
  const choices = new Map<string, string>()
  return Object.entries(object).flatMap(([name, value]) => {
    if (name === 'resourceType' && object === parent.resource) return []
    const plain = name.startsWith('_') ? name.slice(1) : name
    const member = members?.get(plain)
    const place = { ...parent, expression: placeOf(parent.expression, plain) }
    if (member === undefined || (plain !== name && !isPrimitive(walk, member))) return report('element-unknown', place)
    const chosen = choices.get(member.element) ?? plain
    choices.set(member.element, chosen)
    return chosen === plain
      ? walkMember(walk, { object, name, value, member }, place)
      : report('choice-repeated', place)
  })
}

const isPrimitive = (walk: Walk, member: Member): boolean =>
  walk.definitions.findType(member.type)?.kind === 'primitive-type'

type Assigned = {
  readonly object: JsonObject
  readonly name: string
  readonly value: JsonValue
  readonly member: Member
}

function walkMember(walk: Walk, assigned: Assigned, parent: Place): Finding[] {
  const { name, value, member } = assigned
  const place = { ...parent, type: name.startsWith('_') ? 'Element' : member.type, member }
  if (value === null) return report('null-value', place)
  if (member.array !== Array.isArray(value)) return report(member.array ? 'array-expected' : 'single-expected', place)
  if (!Array.isArray(value)) return walkValue(walk, value, place)
  if (value.length === 0) return report('empty-value', place)
  return value.flatMap((item, index) => {
    const at = { ...place, expression: `${place.expression}[${index}]` }
    if (item !== null) return walkValue(walk, item, at)
    return hasPartner(assigned, index) ? [] : report('null-value', at)
  })
}

/** In an array of primitives null stands for the value that its extensions replace, and the other way round. */
function hasPartner({ object, name }: Assigned, index: number): boolean {
  const partner = object[name.startsWith('_') ? name.slice(1) : `_${name}`]
  return Array.isArray(partner) && partner[index] !== undefined && partner[index] !== null
}
