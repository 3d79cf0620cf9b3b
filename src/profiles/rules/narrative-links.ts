/** Targets that links and images of a narrative may have. R4 narrative.html#security, #images. */

import { isJsonObject, type JsonValue } from '../../core/json.ts'

/** Says what the value of an attribute names. */
export const linkAttributes: ReadonlySet<string> = new Set(['href', 'src', 'cite', 'longdesc', 'usemap'])

const runs = /^(?:javascript|vbscript|livescript):/i
const expression = /(?:javascript|vbscript|livescript)\s*:|expression\s*\(/i
const notImage = /^data:(?!image\/(?:png|gif|jpe?g|webp);)/i
/** Names, not places. */
const names = /^(?:urn|cid):/i

/** Whether a target is well-formed and no code runs there. `value` is the text as written. */
export function isLink(attribute: string, value: string): boolean {
  if (attribute !== 'href' && attribute !== 'src') return !runs.test(decode(value)) && !notImage.test(decode(value))
  const text = decodeReferences(value)
  const plain = decode(value)
  // Blanks in inline data do no harm. RFC 2397.
  if (text === '' || (/\s/.test(text) && !plain.startsWith('data:'))) return false
  return !runs.test(plain) && !notImage.test(plain) && !names.test(plain)
}

export const isStyle = (value: string): boolean => !expression.test(decode(value))

/** Lists the ids of a resource and of all in it, and the names of anchors in its narratives. */
export function listFragments(value: JsonValue, found: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value) listFragments(item, found)
  if (!isJsonObject(value)) return found
  for (const [name, member] of Object.entries(value)) {
    if (name === 'id' && typeof member === 'string') found.add(member)
    if (name === 'div' && typeof member === 'string') for (const one of listNames(member)) found.add(one)
    if (typeof member === 'object') listFragments(member, found)
  }
  return found
}

const listNames = (div: string): string[] =>
  [...div.matchAll(/[ \t\r\n](?:id|name)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, double, single]) => double ?? single ?? '',
  )

/** Character references and white space can hide a scheme. */
const decode = (value: string): string => decodeReferences(value).replace(/[\u0000-\u0020]/g, '')

const decodeReferences = (value: string): string => (value.includes('&#') ? replaceReferences(value) : value)

const replaceReferences = (value: string): string =>
  value
    .replace(/&#(\d{1,7});/g, (_, digits: string) => codePoint(Number.parseInt(digits, 10)))
    .replace(/&#x([0-9A-Fa-f]{1,6});/g, (_, digits: string) => codePoint(Number.parseInt(digits, 16)))

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
