/** Quantities with units of UCUM or of the calendar. FHIRPath N1 §2.2, §6.1, §6.6, R4 fhirpath.html#quantity. */
import { isJsonObject } from '../core/json.ts'
import { placesOf, roundTo, toDecimal } from './decimal.ts'
import type { Node, QuantityValue } from './node.ts'
import { convertOrdinaryUnit } from './unit-conversion.ts'

export type ConvertUnit = (from: string, to: string) => number | undefined

const ucum = 'http://unitsofmeasure.org'

/** UCUM codes for calendar units. N1 §6.1: years and months are no definite durations. */
const calendar: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ year: 'a', years: 'a', month: 'mo', months: 'mo' },
    ...{ week: 'wk', weeks: 'wk', day: 'd', days: 'd', hour: 'h', hours: 'h', minute: 'min', minutes: 'min' },
    ...{ second: 's', seconds: 's', millisecond: 'ms', milliseconds: 'ms' },
  }),
)

/** Seconds of the definite units of time. */
const seconds: ReadonlyMap<string, number> = new Map(
  Object.entries({ wk: 604_800, d: 86_400, h: 3600, min: 60, s: 1, ms: 0.001 }),
)

/** Reads a Quantity of FHIR or FHIRPath; undefined without a number, or if a comparator leaves it open. */
export function quantityOf(node: Node): QuantityValue | undefined {
  const { value, type } = node
  if (typeof value === 'number' && type.isPrimitive) return { value, unit: '1' }
  if (type.system !== 'Quantity' || !isJsonObject(value)) return undefined
  const { value: number, unit, code, system, comparator } = value
  if (typeof number !== 'number' || comparator !== undefined) return undefined
  if (type.namespace === 'System') return { value: number, unit: typeof unit === 'string' ? unit : '1' }
  if (system === ucum && typeof code === 'string') return { value: number, unit: code }
  const plain = [code, unit].find((text) => typeof text === 'string')
  return { value: number, unit: typeof plain === 'string' ? plain : '1' }
}

/** How many of `to` one of `from` is. */
function factorOf(from: string, to: string, convert: ConvertUnit | undefined): number | undefined {
  if (from === to) return 1
  const [one, other] = [calendar.get(from) ?? from, calendar.get(to) ?? to]
  // A calendar year is not UCUM's year, which has 365.25 days.
  if (one === other) return one === 'a' || one === 'mo' ? undefined : 1
  const [short, long] = [seconds.get(one), seconds.get(other)]
  if (short !== undefined && long !== undefined) return short / long
  if ((calendar.has(from) && !seconds.has(one)) || (calendar.has(to) && !seconds.has(other)))
    return calendarFactor(one, other)
  return convert?.(one, other) ?? convertOrdinaryUnit(one, other)
}

const calendarFactor = (one: string, other: string): number | undefined =>
  one === 'a' && other === 'mo' ? 12 : one === 'mo' && other === 'a' ? 1 / 12 : undefined

/** The value of a quantity in another unit. */
export function valueIn(quantity: QuantityValue, unit: string, convert?: ConvertUnit): number | undefined {
  const factor = factorOf(quantity.unit, unit, convert)
  return factor === undefined ? undefined : toDecimal(quantity.value * factor)
}

export function compareQuantities(
  left: QuantityValue,
  right: QuantityValue,
  convert?: ConvertUnit,
): number | undefined {
  const own = valueIn(left, right.unit, convert)
  return own === undefined ? undefined : own - right.value
}

/** As precise as the less precise of both. N1 §6.1 (equivalent). */
export function isEquivalentNumber(left: number, right: number): boolean {
  const places = Math.min(placesOf(left), placesOf(right))
  return roundTo(left, places) === roundTo(right, places)
}

/** Calendar words and their UCUM codes mean the same. */
export function isEquivalentQuantity(left: QuantityValue, right: QuantityValue, convert?: ConvertUnit): boolean {
  const unitOf = ({ unit }: QuantityValue): string => calendar.get(unit) ?? unit
  const factor = factorOf(unitOf(left), unitOf(right), convert)
  if (factor === undefined) return false
  // The less precise one has the larger last digit: 4 'g' before 4040 'mg'.
  const isLeftCoarse = factor * 10 ** -placesOf(left.value) >= 10 ** -placesOf(right.value)
  const [coarse, fine] = isLeftCoarse ? [left.value, right.value / factor] : [right.value, left.value * factor]
  const places = placesOf(coarse)
  return roundTo(coarse, places) === roundTo(toDecimal(fine) ?? fine, places)
}

/** Whether one can be converted to the unit of the other. */
export const areComparable = (left: QuantityValue, right: QuantityValue, convert?: ConvertUnit): boolean =>
  factorOf(left.unit, right.unit, convert) !== undefined

const quantityPattern = /^([+-]?\d+(?:\.\d+)?)\s*(?:'([^']+)'|([a-z]+))?$/

/** N1 §5.5 (toQuantity). `text` is the number as it was written. */
export function parseQuantity(whole: string): (QuantityValue & { readonly text: string }) | undefined {
  const [, number, unit, word] = quantityPattern.exec(whole.trim()) ?? []
  if (number === undefined || (word !== undefined && !calendar.has(word))) return undefined
  return { value: Number(number), unit: unit ?? word?.replace(/s$/, '') ?? '1', text: number.replace('+', '') }
}

/** In the form of an expression. */
export const writeUnit = (unit: string): string => (calendar.has(unit) ? unit : `'${unit}'`)
