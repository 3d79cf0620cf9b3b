/** One item of a collection: a value with its type. R4 json.html#primitive, fhirpath.html. */

import { keepNumberText, numberTextOf } from '../core/json/json-numbers.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { SystemName } from './syntax.ts'
import { type Member, systemTypes, type Type, type TypeTable } from './types.ts'

/** A Quantity of FHIRPath itself. N1 §4.1.8. */
export type QuantityValue = { readonly value: number; readonly unit: string }

export class Node {
  readonly type: Type
  /** Undefined for a primitive with extensions only. A date or time is its text. */
  readonly value: JsonValue | undefined
  /** Id and extensions of a primitive. */
  readonly extras: JsonObject | undefined
  /** The text of a decimal, if JavaScript would write it otherwise. */
  readonly text: string | undefined

  constructor(type: Type, value: JsonValue | undefined, extras?: JsonObject, text?: string) {
    this.type = type
    this.value = value
    this.extras = extras
    this.text = text
  }
}

export type Collection = readonly Node[]

export const empty: Collection = []
export const yes = new Node(systemTypes.Boolean, true)
export const no = new Node(systemTypes.Boolean, false)

const [onlyYes, onlyNo]: readonly [Collection, Collection] = [[yes], [no]]

export const ofTruth = (truth: boolean | undefined): Collection =>
  truth === undefined ? empty : truth ? onlyYes : onlyNo

export const ofText = (value: string): Collection => [new Node(systemTypes.String, value)]
export const ofInteger = (value: number): Collection => [new Node(systemTypes.Integer, value)]
export const ofDecimal = (value: number, text?: string): Collection => [
  new Node(systemTypes.Decimal, value, undefined, text),
]
export const ofSystem = (type: SystemName, value: JsonValue): Collection => [new Node(systemTypes[type], value)]
/** `text` is the number as it was written. */
export function quantityNode({ value, unit }: QuantityValue, text?: string): Node {
  const json = { value, unit }
  if (text !== undefined) keepNumberText(json, 'value', text)
  return new Node(systemTypes.Quantity, json)
}

/** The node of a resource or an element of any type. */
export function resourceNode(types: TypeTable, resource: JsonObject): Node | undefined {
  const name = resource['resourceType']
  const type = typeof name === 'string' ? types.find(name) : undefined
  return type === undefined ? undefined : new Node(type, resource)
}

const objectOf = (value: JsonValue | undefined): JsonObject | undefined =>
  value !== undefined && isJsonObject(value) ? value : undefined

/** Adds the value of an object's member. A resource inside a resource has the type that it names. */
export function pushMember(out: Node[], types: TypeTable, parent: JsonObject, member: Member): void {
  const value = parent[member.name]
  if (value === undefined && (!member.isPrimitive || parent[member.extras] === undefined)) return
  if (!member.isPrimitive) pushComplex(out, types, value, member.type)
  else if (Array.isArray(value) || Array.isArray(parent[member.extras])) pushPrimitives(out, parent, member)
  else {
    const text = member.type.system === 'Decimal' ? textAt(parent, member.name, value) : undefined
    pushPrimitive(out, new Node(member.type, value ?? undefined, objectOf(parent[member.extras]), text))
  }
}

function pushComplex(out: Node[], types: TypeTable, value: JsonValue | undefined, type: Type): void {
  if (Array.isArray(value)) {
    for (const item of value) pushComplex(out, types, item, type)
  } else if (value !== undefined && value !== null) {
    const own = type.isResource ? resourceNode(types, objectOf(value) ?? {}) : undefined
    out.push(own ?? new Node(type, value))
  }
}

function pushPrimitives(out: Node[], parent: JsonObject, { name, extras, type }: Member): void {
  const values = parent[name]
  const others = parent[extras]
  const list = Array.isArray(values) ? values : []
  const otherList = Array.isArray(others) ? others : []
  const length = Math.max(list.length, otherList.length)
  for (let index = 0; index < length; index += 1) {
    const value = list[index]
    const text = type.system === 'Decimal' ? textAt(list, String(index), value) : undefined
    pushPrimitive(out, new Node(type, value ?? undefined, objectOf(otherList[index]), text))
  }
}

function pushPrimitive(out: Node[], node: Node): void {
  if (node.value !== undefined || node.extras !== undefined) out.push(node)
}

function textAt(parent: object, key: string, value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'number') return undefined
  const text = numberTextOf(parent, key, value)
  return text === String(value) ? undefined : text
}
