/** JSON in a form to compare. RFC 8259 gives no order to members; numbers compare as decimals. */
import type { JsonObject, JsonValue } from '../json.ts'
import { numberTextOf } from './json-numbers.ts'

/** Equal text for equal JSON: members by name, no spaces, numbers as decimals. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number') return canonicalNumber(String(value))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((_, at) => canonicalMember(value, String(at))).join()}]`
  const members = Object.keys(value).toSorted()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalMember(value, key)}`).join()}}`
}

function canonicalMember(parent: JsonValue[] | JsonObject, key: string): string {
  const value = (parent as JsonObject)[key] ?? null
  return typeof value === 'number' ? canonicalNumber(numberTextOf(parent, key, value)) : canonicalJson(value)
}

/** `1.50`, `15e-1` and `1.5` are one number, also with more digits than a double holds. */
function canonicalNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`
}
