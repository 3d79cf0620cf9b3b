/** Equality, equivalence and order of items. FHIRPath N1 §6.1, §6.2. */
import { isJsonObject, type JsonValue } from '../core/json.ts'
import { writeDecimal } from './decimal.ts'
import { FhirPathFault } from './errors.ts'
import type { Collection, Node } from './node.ts'
import {
  type ConvertUnit,
  compareQuantities,
  isEquivalentNumber,
  isEquivalentQuantity,
  quantityOf,
} from './quantity.ts'
import { compareTemporals, parseTemporal } from './temporal.ts'

const temporal: ReadonlySet<string | undefined> = new Set(['Date', 'DateTime', 'Time'])

/** A resource, a data type or a backbone element. */
const isComplex = ({ type }: Node): boolean => !type.isPrimitive && type.system !== 'Quantity'

/** The text of a simple JSON value. */
const textOf = (value: JsonValue): string | undefined => (typeof value === 'object' ? undefined : String(value))

/** Undefined if the precision of dates does not decide. */
export function isEqual(left: Node, right: Node, convert?: ConvertUnit): boolean | undefined {
  const [a, b] = [left.value, right.value]
  const [kind, other] = [left.type.system, right.type.system]
  if (isComplex(left) || isComplex(right)) return isComplex(left) && isComplex(right) && isSameJson(a, b)
  if (kind === 'Quantity' || other === 'Quantity') return isEqualQuantity(left, right, convert)
  if (a === undefined || b === undefined) return false
  // As the reference validator: profiles compare codes, numbers and booleans with their texts.
  if (typeof a !== 'string' || typeof b !== 'string')
    return a === b || (typeof a !== typeof b && textOf(a) === textOf(b))
  if (a === b) return true
  if (!temporal.has(kind) || !temporal.has(other)) return false
  return isEqualTemporal(a, b)
}

function isEqualTemporal(left: string, right: string): boolean | undefined {
  const [one, other] = [parseTemporal(left), parseTemporal(right)]
  if (one === undefined || other === undefined || one.isTime !== other.isTime) return false
  const order = compareTemporals(one, other)
  return order === undefined ? undefined : order === 0
}

function isEqualQuantity(left: Node, right: Node, convert: ConvertUnit | undefined): boolean | undefined {
  const [one, other] = [quantityOf(left), quantityOf(right)]
  if (one === undefined || other === undefined) return isSameJson(left.value, right.value)
  const order = compareQuantities(one, other, convert)
  return order === undefined ? undefined : order === 0
}

/** Members in any order; items of an array in order. */
function isSameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true
  if (Array.isArray(left))
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index]))
    )
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => isSameJson(left[name], right[name]))
}

/** Items in order. */
export function areEqual(left: Collection, right: Collection, convert?: ConvertUnit): boolean | undefined {
  if (left.length === 0 || right.length === 0) return undefined
  if (left.length !== right.length) return false
  let isKnown = true
  for (const [index, item] of left.entries()) {
    const other = right[index]
    const equal = other !== undefined && isEqual(item, other, convert)
    if (equal === false) return false
    if (equal === undefined) isKnown = false
  }
  return isKnown ? true : undefined
}

const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

export function isEquivalent(left: Node, right: Node, convert?: ConvertUnit): boolean {
  const [a, b] = [left.value, right.value]
  if (isComplex(left) || isComplex(right)) return isComplex(left) && isComplex(right) && isEquivalentJson(a, b)
  const [one, other] = [quantityOf(left), quantityOf(right)]
  if (typeof a === 'number' && typeof b === 'number') return isEquivalentNumber(a, b)
  if (left.type.system === 'Quantity' || right.type.system === 'Quantity')
    return one !== undefined && other !== undefined && isEquivalentQuantity(one, other, convert)
  if (typeof a !== 'string' || typeof b !== 'string') return a === b
  if (temporal.has(left.type.system) && temporal.has(right.type.system)) return isEqualTemporal(a, b) ?? false
  return plain(a) === plain(b)
}

/** Pairs of items that may be compared. */
const maxPairs = 1_000_000

/** In any order, without ids. */
function isEquivalentJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === 'string' && typeof right === 'string') return plain(left) === plain(right)
  if (typeof left === 'number' && typeof right === 'number') return isEquivalentNumber(left, right)
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length * right.length > maxPairs) throw new FhirPathFault('limit')
    return left.length === right.length && left.every((item) => right.some((other) => isEquivalentJson(item, other)))
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  names.delete('id')
  return [...names].every((name) => isEquivalentJson(left[name], right[name]))
}

export function areEquivalent(left: Collection, right: Collection, convert?: ConvertUnit): boolean {
  if (left.length !== right.length) return false
  if (left.length * right.length > maxPairs) throw new FhirPathFault('limit')
  return left.every((item) => right.some((other) => isEquivalent(item, other, convert)))
}

/** The texts of two days are in their order. */
const areDays = (left: string, right: string): boolean =>
  left.length === 10 && right.length === 10 && left[4] === '-' && right[4] === '-'

/** Below, equal to or above zero; undefined if it cannot be decided. */
export function compareNodes(left: Node, right: Node, convert?: ConvertUnit): number | undefined {
  const [a, b] = [left.value, right.value]
  if (a === undefined || b === undefined) return undefined
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const isText = typeof a === 'string' && typeof b === 'string'
  if (isText && temporal.has(left.type.system) !== temporal.has(right.type.system)) throw new FhirPathFault('type')
  if (isText && temporal.has(left.type.system) && !areDays(a, b)) {
    const [one, other] = [parseTemporal(a), parseTemporal(b)]
    return one === undefined || other === undefined ? undefined : compareTemporals(one, other)
  }
  if (isText) return a === b ? 0 : a < b ? -1 : 1
  if (left.type.system !== 'Quantity' && right.type.system !== 'Quantity') throw new FhirPathFault('type')
  const [one, other] = [quantityOf(left), quantityOf(right)]
  return one === undefined || other === undefined ? undefined : compareQuantities(one, other, convert)
}

/** The same for equal items, and for no others; undefined if only a comparison decides. */
export function keyOf(node: Node): string | undefined {
  const { value, type } = node
  if (typeof value === 'string') return temporal.has(type.system) ? undefined : `s${value}`
  if (typeof value === 'number') return `n${writeDecimal(value)}`
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return isComplex(node) ? `o${sortedJson(value)}` : undefined
}

function sortedJson(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`
  if (!isJsonObject(value)) return JSON.stringify(value) ?? ''
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedJson(value[name])}`).join()}}`
}
