/** Values of search parameters, by their type. R4 search.html#ptypes. */
import { invalidField, Problem } from '../../core/problems.ts'
import type { Prefix } from '../../store/resources/search/predicates.ts'
import { findFine, parseDate } from '../index/date-interval.ts'
import { previous } from '../index/index-values.ts'
import { foldText } from '../index/text-folding.ts'
import type { ParameterType } from '../parameters/search-parameters.ts'
import { toWall, type Zone } from '../parameters/time-zone.ts'
import type { ValueTest } from './search-criteria.ts'

/** The facts that a parser of values needs. */
export type ValueContext = {
  readonly code: string
  /** After the colon. */
  readonly modifier: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** For dates without a zone. */
  readonly zone: Zone
  readonly parseTarget: (text: string) => readonly string[]
  /** The components of a composite. */
  readonly components: readonly ParameterType[]
}

type Read = (text: string, context: ValueContext) => ValueTest

/** Parts of a value, at a separator that no backslash escapes; they stay escaped. */
export const splitValue = (text: string, separator: ',' | '|' | '$'): string[] => {
  const parts = ['']
  for (const piece of text.match(/\\[\s\S]|[\s\S]/g) ?? []) {
    if (piece === separator) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

/** R4 search.html#escaping. */
export const escapeValue = (text: string): string => text.replaceAll(/[\\,|$]/g, '\\$&')

const unescapeValue = (text: string): string => text.replaceAll(/\\([,|$\\])/g, '$1')

const partsOf = (text: string): string[] => splitValue(text, '|').map(unescapeValue)

const readCode: Read = (text, { code: name }) => {
  const [first = '', second, ...more] = partsOf(text)
  if (more.length > 0) throw invalidField(name, 'must be a code, or system|code')
  if (second === undefined) return { kind: 'code', code: first }
  if (second === '' && first === '') throw invalidField(name, 'must be a code, or system|code')
  return { kind: 'code', system: first, ...(second === '' ? {} : { code: second }) }
}

const readOfType: Read = (text, { code: name }) => {
  const [system, type, value, ...more] = partsOf(text)
  if (system === undefined || !type || !value || more.length > 0) throw invalidField(name, 'must be system|code|value')
  return { kind: 'of-type', system, type, value }
}

const prefixPattern = /^(eq|ne|gt|lt|ge|le|sa|eb|ap)(?=[\d+.-])/
const defaultPrefix: Prefix = 'eq'

function splitPrefix(text: string): { prefix: Prefix; rest: string } {
  const prefix = prefixPattern.exec(text)?.[1]
  // The pattern lists the prefixes.
  return prefix === undefined
    ? { prefix: defaultPrefix, rest: text }
    : { prefix: prefix as Prefix, rest: text.slice(2) }
}

const readDate: Read = (text, { code: name, now, zone }) => {
  const { prefix, rest } = splitPrefix(unescapeValue(text))
  // An unescaped plus sign has become a space.
  const date = rest.replace(/ (?=\d{2}:\d{2}$)/, '+')
  const interval = parseDate(date, zone)
  if (interval === undefined) throw invalidField(name, 'must be a date or a time')
  const margin = prefix === 'ap' ? Math.floor(Math.abs(now * 1000 - interval.low) / 10) : 0
  const test = { prefix, low: interval.low - margin, high: interval.high + margin }
  const fine = prefix === 'ap' ? undefined : findFine(date)
  return { kind: 'interval', test, ...(fine && { fine }), date: { text: date, wall: toWall(zone, test) } }
}

const numberPattern = /^([+-]?)(\d{1,20})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/

/** R4 search.html#number: without a comparison a number means every number that rounds to it. */
function readNumberTest(text: string, name: string): ValueTest & { kind: 'interval' } {
  const { prefix, rest } = splitPrefix(text)
  const [, sign = '', whole, fraction = '', exponent = '0'] = numberPattern.exec(rest) ?? []
  if (whole === undefined) throw invalidField(name, 'must be a number')
  const value = Number(rest)
  if (prefix === 'ap') {
    const margin = Math.abs(value) / 10
    return { kind: 'interval', test: { prefix, low: value - margin, high: value + margin } }
  }
  if (prefix !== 'eq' && prefix !== 'ne') return { kind: 'interval', test: { prefix, low: value, high: value } }
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -10n : 10n)
  const scale = Number(exponent) - fraction.length - 1
  const [low, high] = [Number(`${digits - 5n}e${scale}`), previous(Number(`${digits + 5n}e${scale}`))]
  // A number with all digits of a double may have neighbours nearer than half of its last digit.
  return { kind: 'interval', test: { prefix, low: Math.min(low, value), high: Math.max(high, value) } }
}

const readNumber: Read = (text, { code }) => readNumberTest(unescapeValue(text), code)

/** `5.4|http://unitsofmeasure.org|mg`, `5.4||mg`, `5.4|http://unitsofmeasure.org` in any unit of the system, or the number alone. */
const readQuantity: Read = (text, { code: name }) => {
  const [number = '', system = '', code = '', ...more] = partsOf(text)
  if (more.length > 0) throw invalidField(name, 'must be number|system|code')
  const test = readNumberTest(number, name)
  if (code !== '') return { ...test, unit: `${system}|${code}` }
  return system === '' ? test : { ...test, unitSystem: system }
}

const readText =
  (how: 'starts' | 'exact' | 'contains' | 'sounds'): Read =>
  (text, { code }) => {
    const asked = unescapeValue(text)
    // Nothing would be left to look for, and every text begins with nothing.
    if (how !== 'exact' && foldText(asked) === '') throw invalidField(code, 'must have a letter or a digit')
    return { kind: 'text', how, text: asked }
  }

const readUri =
  (how: 'equals' | 'below' | 'above'): Read =>
  (text) => ({ kind: 'uri', how, value: unescapeValue(text) })

const readReference: Read = (text, { parseTarget }) => ({ kind: 'targets', targets: parseTarget(unescapeValue(text)) })

const readComposite: Read = (text, context) => {
  const parts = splitValue(text, '$')
  if (parts.length !== context.components.length)
    throw invalidField(context.code, 'must have a value for each component')
  return { kind: 'tuple', parts: context.components.map((type, index) => readPart(type, parts[index] ?? '', context)) }
}

function readPart(type: ParameterType, text: string, context: ValueContext): ValueTest {
  const read = readers[`${type}:`]
  if (read === undefined || type === 'composite')
    throw invalidField(context.code, 'has a component that is not supported')
  return read(text, context)
}

const kmIn: Readonly<Record<string, number>> = { km: 1, m: 0.001, '[mi_i]': 1.609344, '[mi_us]': 1.609347 }

/** R4 location.html#near: latitude|longitude|distance|units, 5 km without a distance. */
const readNear: Read = (text, { code: name }) => {
  const [latitude, longitude, distance = '5', units = 'km'] = partsOf(text)
  const numbers = [latitude, longitude, distance].map((part) =>
    numberPattern.test(part ?? '') ? Number(part) : Number.NaN,
  )
  const [north = Number.NaN, east = Number.NaN, length = Number.NaN] = numbers
  const km = length * (kmIn[units === '' ? 'km' : units] ?? Number.NaN)
  if (numbers.some(Number.isNaN) || Number.isNaN(km))
    throw invalidField(name, 'must be latitude|longitude|distance|units')
  return { kind: 'near', latitude: north, longitude: east, km }
}

/** By the parameter's type and modifier. `:missing`, `:not`, `:in`, types and `:identifier` are parsed before. */
// biome-ignore format: one row a line
const readers: Readonly<Record<string, Read>> = {
  'token:':           readCode,
  'token:not':        readCode,
  'token:of-type':    readOfType,
  'token:text':       (text) => ({ kind: 'display', text: unescapeValue(text) }),
  'reference:':       readReference,
  'string:':          readText('starts'),
  'string:exact':     readText('exact'),
  'string:contains':  readText('contains'),
  'string:sounds':    readText('sounds'),
  'uri:':             readUri('equals'),
  'uri:below':        readUri('below'),
  'uri:above':        readUri('above'),
  'date:':            readDate,
  'number:':          readNumber,
  'quantity:':        readQuantity,
  'composite:':       readComposite,
  'special:':         readNear,
}

const maxAlternatives = 1000

/** The alternatives of a value; none if it is empty, which R4 ignores. */
export function parseValues(type: ParameterType, value: string, context: ValueContext): ValueTest[] {
  const read = readers[`${type}:${context.modifier ?? ''}`]
  if (read === undefined) throw unsupported(context.code, 'the modifier is not supported')
  const alternatives = splitValue(value, ',').filter((text) => text !== '')
  if (alternatives.length > maxAlternatives) throw invalidField(context.code, 'has more than 1000 alternatives')
  return alternatives.map((text) => read(text, context))
}

export const notSupported = (field: string, message: string) => ({ field, message, code: 'not-supported' })

export const unsupported = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [notSupported(field, message)] })
