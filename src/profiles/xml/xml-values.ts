/** Puts the content of an XML element into JSON. R4 json.html#primitive. */

import { keepNumberText } from '../../core/json/json-numbers.ts'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import { type Element, unquoted } from '../definitions/elements.ts'

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function listIn(object: JsonObject, name: string): JsonValue[] {
  const list = object[name]
  if (Array.isArray(list)) return list
  const made: JsonValue[] = []
  object[name] = made
  return made
}

/** Counts the occurrences of the element. */
export function countIn(object: JsonObject, { name, array }: Element): number {
  const list = object[name]
  if (!array) return list === undefined && object[`_${name}`] === undefined ? 0 : 1
  return Array.isArray(list) ? list.length : 0
}

export function putValue(object: JsonObject, { name, array }: Element, value: JsonValue): void {
  if (array) listIn(object, name).push(value)
  else object[name] = value
}

export type Primitive = {
  /** Its attribute. */
  readonly text: string | undefined
  /** Its id and extensions. */
  readonly partner: JsonObject
}

/** Returns the reason if the text is no value of its type. */
export function putPrimitive(object: JsonObject, element: Element, { text, partner }: Primitive): string | undefined {
  const { name, array } = element
  const value = text === undefined ? null : parsePrimitive(element.type, text)
  if (value === undefined) return `not a ${unquoted[element.type]}`
  if (array) {
    const list = listIn(object, name)
    if (typeof value === 'number') keepNumberText(list, String(list.length), text ?? '')
    list.push(value)
  } else if (value !== null) {
    if (typeof value === 'number') keepNumberText(object, name, text ?? '')
    object[name] = value
  }
  if (Object.keys(partner).length > 0) putPartner(object, element, partner)
  return undefined
}

function putPartner(object: JsonObject, { name, array }: Element, partner: JsonObject): void {
  if (!array) {
    object[`_${name}`] = partner
    return
  }
  const partners = listIn(object, `_${name}`)
  padTo(partners, listIn(object, name).length - 1)
  partners.push(partner)
}

function padTo(list: JsonValue[], length: number): void {
  while (list.length < length) list.push(null)
}

function parsePrimitive(type: string, text: string): string | number | boolean | undefined {
  const kind = unquoted[type]
  if (kind === undefined) return text
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : undefined)
  const number = numberForm.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** Aligns the two lists at the end: both have the same length, and a list of nulls only is left out. */
export function alignPrimitives(object: JsonObject): void {
  for (const name of Object.keys(object)) {
    const partners = object[name]
    const values = object[name.slice(1)]
    if (!name.startsWith('_') || !Array.isArray(partners) || !Array.isArray(values)) continue
    padTo(partners, values.length)
    if (values.every((value) => value === null)) delete object[name.slice(1)]
  }
}
