/** From one of FHIRPath's own types to another. FHIRPath N1 §5.5. */
import { findNumberText } from '../core/json/json-numbers.ts'
import { writeDecimalAs } from './decimal.ts'
import { Node, type QuantityValue, quantityNode } from './node.ts'
import { parseQuantity, quantityOf, writeUnit } from './quantity.ts'
import type { SystemName } from './syntax.ts'
import { parseTemporal, writeTemporal } from './temporal.ts'
import { systemTypes } from './types.ts'

/** As a text; undefined for an item that has none. */
export function writeText(node: Node): string | undefined {
  const { value, type, text } = node
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writeDecimalAs(value, text)
  const quantity = type.system === 'Quantity' ? quantityOf(node) : undefined
  return quantity === undefined ? undefined : `${writeAmount(node, quantity)} ${writeUnit(quantity.unit)}`
}

/** The number of a quantity, as it was written if that is known. */
export const writeAmount = ({ value }: Node, quantity: QuantityValue): string =>
  writeDecimalAs(
    quantity.value,
    typeof value === 'object' && value !== null ? findNumberText(value, 'value') : undefined,
  )

const truths: ReadonlyMap<string, boolean> = new Map(
  Object.entries({
    ...{ true: true, t: true, yes: true, y: true, 1: true, '1.0': true },
    ...{ false: false, f: false, no: false, n: false, 0: false, '0.0': false },
  }),
)

function toBoolean({ value }: Node): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return truths.get(value.toLowerCase())
  return value === 1 ? true : value === 0 ? false : undefined
}

function toInteger({ value, type }: Node): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return type.system === 'Integer' ? value : undefined
  return typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined
}

function toDecimal({ value }: Node): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined
}

/** A date is the start of a moment about which no more is known; a moment becomes a date without its time. */
function toTemporal(name: 'Date' | 'DateTime' | 'Time', { value, type }: Node): string | undefined {
  if (typeof value !== 'string' || type.system === 'Quantity') return undefined
  const temporal = parseTemporal(value.startsWith('T') ? value.slice(1) : value)
  if (temporal === undefined || temporal.isTime !== (name === 'Time')) return undefined
  return writeTemporal(name === 'Date' ? { ...temporal, fields: temporal.fields.slice(0, 3) } : temporal)
}

function toQuantity(node: Node): Node | undefined {
  const { value, text } = node
  const parsed = typeof value === 'string' ? parseQuantity(value) : undefined
  if (parsed !== undefined) return quantityNode(parsed, parsed.text)
  if (typeof value === 'boolean') return quantityNode({ value: value ? 1 : 0, unit: '1' }, value ? '1.0' : '0.0')
  const own = quantityOf(node)
  return own && quantityNode(own, typeof value === 'number' ? text : writeAmount(node, own))
}

/** Undefined if it cannot be converted. */
export function convert(node: Node, to: SystemName): Node | undefined {
  if (to === 'Quantity') return toQuantity(node)
  const value = converters[to]?.(node)
  if (value === undefined) return undefined
  return new Node(systemTypes[to], value, undefined, to === 'Decimal' ? textOfDecimal(node) : undefined)
}

/** With as many places as it was written with. */
function textOfDecimal({ value, text }: Node): string | undefined {
  if (typeof value === 'boolean') return value ? '1.0' : '0.0'
  return typeof value === 'string' ? value.replace(/^\+/, '') : text
}

const converters: Readonly<Partial<Record<SystemName, (node: Node) => string | number | boolean | undefined>>> = {
  Boolean: toBoolean,
  Integer: toInteger,
  Decimal: toDecimal,
  String: writeText,
  Date: (node) => toTemporal('Date', node),
  DateTime: (node) => toTemporal('DateTime', node),
  Time: (node) => toTemporal('Time', node),
}
