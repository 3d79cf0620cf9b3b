/** JSON to compare by. RFC 8259 says nothing of order; numbers are the decimals that their texts say. */
import { type JsonObject, type JsonValue, numberTextOf } from './json.ts'

/** The same text for whatever is the same JSON: members by name, no blanks, numbers as the decimals that they are. */
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

/** `1.50`, `15e-1` and `1.5` are one number, with more digits than a double holds. */
function canonicalNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`
}
