/** Values of primitives: JSON type, form, range, and whether a date exists. R4 datatypes.html#primitive, json.html#primitive. */

import type { JsonValue } from '../../core/json.ts'
import { idPattern } from '../../fhir/id.ts'
import type { RuleKey } from '../findings.ts'

/** Says what is wrong with a value; `undefined` if nothing is. */
type PrimitiveCheck = (value: JsonValue) => RuleKey | undefined

const zone = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))'
const timeOfDay = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?'
const year = '(?!0000)\\d{4}'
const day = `${year}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])`
const date = `${year}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\\d|3[01]))?)?`

const patterns = {
  code: /^[^\s\u00a0]+(?: [^\s\u00a0]+)*$/,
  date: new RegExp(`^${date}$`),
  dateTime: new RegExp(`^(?:${date}|${day}T${timeOfDay}${zone})$`),
  id: idPattern,
  instant: new RegExp(`^${day}T${timeOfDay}${zone}$`),
  time: new RegExp(`^${timeOfDay}$`),
} as const

const oid = /^[0-2](?:\.(?:0|[1-9]\d*))+$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** A string holds no character below 32 except tab, line feed and carriage return. R4 datatypes.html#string. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
/** Starts of text in another direction, and their ends. Unicode UAX #9. */
const directed = /[\u202a-\u202e\u2066-\u2069]/
/** An element or a comment of HTML; a line break is none, nor is an address between angle brackets. R4 datatypes.html#markdown. */
const markup = /<(?!br\s*\/?>)(?:\/?[a-z]\w*(?:\s[^<>]*)?\/?|!--[\s\S]*?--)>/i
const ink = /\S/
const edge = /^\s|\s$/
const maxStringLength = 1024 * 1024

const text =
  (check: (value: string) => RuleKey | undefined): PrimitiveCheck =>
  (value) => {
    if (typeof value !== 'string') return 'json-type'
    if (value === '') return 'empty-value'
    if (value.length > maxStringLength) return 'too-long'
    const rule = check(value)
    if (rule !== undefined && rule !== 'blank-edge') return rule
    if (control.test(value)) return value.includes('\f') ? 'primitive-format' : 'control-character'
    return directed.test(value) && !isClosed(value) ? 'direction-open' : rule
  }

/** Each change of direction has its end, and each end a beginning. */
function isClosed(value: string): boolean {
  const open: string[] = []
  for (const character of value) {
    if (/[\u202a\u202b\u202d\u202e]/.test(character)) open.push('\u202c')
    else if (/[\u2066-\u2068]/.test(character)) open.push('\u2069')
    else if (/[\u202c\u2069]/.test(character) && open.pop() !== character) return false
  }
  return open.length === 0
}

const formOf = (pattern: RegExp): PrimitiveCheck =>
  text((value) => (pattern.test(value) ? undefined : 'primitive-format'))

const wholeNumber =
  (least: number, most: number): PrimitiveCheck =>
  (value) => {
    if (typeof value !== 'number') return 'json-type'
    return Number.isInteger(value) && value >= least && value <= most ? undefined : 'primitive-format'
  }

/** Forms of whole numbers, without another sign, fraction or exponent. R4 datatypes.html#integer. */
export const wholeForms: Readonly<Record<string, RegExp>> = {
  integer: /^-?(?:0|[1-9]\d*)$/,
  positiveInt: /^[1-9]\d*$/,
  unsignedInt: /^(?:0|[1-9]\d*)$/,
}

const dated = (pattern: RegExp): PrimitiveCheck =>
  text((value) => {
    if (!pattern.test(value) || !isDay(value)) return 'primitive-format'
    const first = value.charCodeAt(0)
    // From 1800 to 2099, as no record of care is older or later.
    return (first === 49 && value.charCodeAt(1) >= 56) || (first === 50 && value.charCodeAt(1) === 48)
      ? undefined
      : 'date-unlikely'
  })

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether the month has the day that a date names. */
function isDay(value: string): boolean {
  const day = Number(value.slice(8, 10))
  if (value.length < 10 || day < 29) return true
  const month = Number(value.slice(5, 7))
  if (month !== 2) return day <= (monthDays[month - 1] ?? 0)
  const year = Number(value.slice(0, 4))
  return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function checkUri(value: string): RuleKey | undefined {
  if (/\s/.test(value) || value.startsWith('oid:') || value.startsWith('uuid:')) return 'primitive-format'
  if (value.startsWith('urn:oid:')) return isOid(value.slice(8)) ? undefined : 'primitive-format'
  if (value.startsWith('urn:uuid:')) return uuid.test(value.slice(9)) ? undefined : 'primitive-format'
  return undefined
}

/** No arc below 1.3 is as short as three small numbers. */
const isOid = (value: string): boolean => oid.test(value) && (value.lastIndexOf('.') > 3 || value.startsWith('1.3'))

/** An absolute address, with a version after a bar, or a fragment. R4 references.html#canonical. */
const canonical = /^(?:#|[a-z][a-z0-9+.-]*:)/i

function checkBase64(value: JsonValue): RuleKey | undefined {
  if (typeof value !== 'string') return 'json-type'
  if (value === '') return 'empty-value'
  if (!/\s/.test(value)) return isBase64(value) ? undefined : 'primitive-format'
  return isBase64(value.replace(/[ \t\r\n]/g, '')) ? 'base64-blank' : 'primitive-format'
}

/** Decodes, because that is five times as fast as a pattern: a character that is none of base64 makes the bytes fewer. */
function isBase64(value: string): boolean {
  // Node decodes the alphabet of addresses too (RFC 4648 5).
  if (value.length % 4 !== 0 || value.includes('-') || value.includes('_')) return false
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0
  return Buffer.from(value, 'base64').length === (value.length / 4) * 3 - padding
}

const string = text((value) => {
  if (!ink.test(value)) return 'blank-value'
  return edge.test(value) ? 'blank-edge' : undefined
})

/** Checks by type; narrative.ts checks xhtml. */
export const primitives: Readonly<Record<string, PrimitiveCheck>> = {
  base64Binary: checkBase64,
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'json-type'),
  canonical: text((value) => checkUri(value) ?? (canonical.test(value) ? undefined : 'canonical-relative')),
  code: formOf(patterns.code),
  date: dated(patterns.date),
  dateTime: dated(patterns.dateTime),
  decimal: (value) => (typeof value === 'number' ? undefined : 'json-type'),
  id: formOf(patterns.id),
  instant: dated(patterns.instant),
  integer: wholeNumber(-2147483648, 2147483647),
  markdown: text((value) => {
    if (!ink.test(value)) return 'blank-value'
    return markup.test(value) ? 'markdown-markup' : undefined
  }),
  oid: text((value) => (value.startsWith('urn:oid:') ? checkUri(value) : 'primitive-format')),
  positiveInt: wholeNumber(1, 2147483647),
  string,
  time: formOf(patterns.time),
  unsignedInt: wholeNumber(0, 2147483647),
  uri: text(checkUri),
  url: text(checkUri),
  uuid: text((value) => (value.startsWith('urn:uuid:') ? checkUri(value) : 'primitive-format')),
}
