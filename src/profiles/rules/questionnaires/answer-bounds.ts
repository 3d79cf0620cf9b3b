/** Bounds of one answer: minimum, maximum, decimal places, length and form. R4 questionnaire-profiles.html; D118. */

import { numberTextOf } from '../../../core/json/json-numbers.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { FhirPathFault } from '../../../fhirpath/errors.ts'
import { compilePattern } from '../../../fhirpath/pattern/pattern-matcher.ts'
import { convertOrdinaryUnit } from '../../../fhirpath/unit-conversion.ts'
import type { RuleKey } from '../../findings.ts'
import { extensionNumber, extensionValues } from './item-extensions.ts'

/** An answer and its value, by its JSON name: `valueInteger`. */
export type Answered = { readonly answer: JsonObject; readonly name: string; readonly value: JsonValue }

/** Steps left for all patterns of a validation. */
export type Steps = { left: number }

/** Lists the bounds that an answer does not keep. */
export function* findBroken(answered: Answered, item: JsonObject, steps: Steps): Generator<RuleKey> {
  const { name, value } = answered
  if (item['extension'] !== undefined) {
    yield* sidesOf(answered, item)
    const places = extensionNumber(item, 'maxDecimalPlaces')
    if (places !== undefined && decimalsOf(answered) > places) yield 'response-places'
    if (typeof value === 'string') yield* formsOf(value, item, steps)
  }
  const { maxLength } = item
  if (typeof value === 'string' && typeof maxLength === 'number' && value.length > maxLength) yield 'response-length'
  // R4 valueset-item-type.html: the answer to a string is short; a text may have lines.
  if (name === 'valueString' && item['type'] === 'string' && /[\r\n]/.test(String(value))) yield 'response-line-break'
}

function* sidesOf({ name, value }: Answered, item: JsonObject): Generator<RuleKey> {
  for (const bound of extensionValues(item, 'minValue')) yield* sideOf(compareTo(name, value, bound), 'minimum')
  for (const bound of extensionValues(item, 'maxValue')) yield* sideOf(compareTo(name, value, bound), 'maximum')
}

function* sideOf(order: number | undefined, side: 'minimum' | 'maximum'): Generator<RuleKey> {
  if (order === undefined) yield 'response-incomparable'
  else if (side === 'minimum' ? order < 0 : order > 0) yield `response-${side}`
}

/** Negative if the answer is less; `undefined` if they have no order; 0, too, for a bound of another kind. */
function compareTo(name: string, value: JsonValue, bound: JsonValue): number | undefined {
  if (typeof value === 'number' && typeof bound === 'number') return value - bound
  if (name === 'valueQuantity') return isJsonObject(value) && isJsonObject(bound) ? compareQuantities(value, bound) : 0
  if (typeof value !== 'string' || typeof bound !== 'string') return 0
  if (name === 'valueTime') return compareTexts(withoutZeros(value), withoutZeros(bound))
  if (name !== 'valueDate' && name !== 'valueDateTime') return 0
  // A date of less precision counts as its first moment (D118); no order follows from a text that is no date.
  const order = Date.parse(value) - Date.parse(bound)
  return Number.isNaN(order) ? 0 : order
}

/** `10:00:00.50` as `10:00:00.5`; no longer text is a time. */
const withoutZeros = (time: string): string => (time.length > 40 ? time : time.replace(/\.?0*$(?<=\.\d*)/, ''))

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const ucum = 'http://unitsofmeasure.org'

/** Compares by coded units alone: the words of a unit have no order. R4 datatypes.html#Quantity. */
function compareQuantities(given: JsonObject, bound: JsonObject): number | undefined {
  const [one, other] = [given['value'], bound['value']]
  if (typeof one !== 'number' || typeof other !== 'number') return undefined
  if (given['comparator'] !== undefined || typeof given['code'] !== 'string' || typeof bound['code'] !== 'string')
    return undefined
  if (given['system'] === undefined || given['system'] !== bound['system']) return undefined
  if (given['code'] === bound['code']) return one - other
  const factor = given['system'] === ucum ? convertOrdinaryUnit(given['code'], bound['code']) : undefined
  // Twelve digits: 0.1 kg are 100 g, whatever the last bit says.
  return factor === undefined ? undefined : Number((one * factor).toPrecision(12)) - other
}

/** Digits after the point of a number written in full: `1.20` has two, `1.2e-3` has four, `1.2e3` none. */
function decimalsOf({ answer, name, value }: Answered): number {
  const [parent, key] = isJsonObject(value) ? [value, 'value'] : [answer, name]
  const number = parent[key]
  if (typeof number !== 'number' || name === 'valueInteger') return 0
  const [, fraction = '', exponent = '0'] = decimal.exec(numberTextOf(parent, key, number)) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

const decimal = /^-?\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

function* formsOf(text: string, item: JsonObject, steps: Steps): Generator<RuleKey> {
  const least = extensionNumber(item, 'minLength')
  if (least !== undefined && text.length < least) yield 'response-short'
  for (const regex of extensionValues(item, 'regex'))
    if (typeof regex === 'string' && !isOfForm(text, regex, steps)) yield 'response-form'
}

const stepsOfText = 1000

/** The whole text has the form. A form that cannot be read, or takes too long, is not kept. */
function isOfForm(text: string, regex: string, steps: Steps): boolean {
  const spend = (count: number): void => {
    steps.left -= count
    if (steps.left < 0) throw new FhirPathFault('limit')
  }
  try {
    spend(stepsOfText)
    return compilePattern(`^(?:${regex})$`).find(text, 0, { spend }) !== undefined
  } catch (error) {
    if (error instanceof FhirPathFault) return false
    throw error
  }
}
