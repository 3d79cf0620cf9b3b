/** Distinguished names as text, for comparison. RFC 4514; RFC 8705 2.1.2. */
import { isUtf8 } from 'node:buffer'

/** Attributes of one relative name, each `TYPE=value`, in the order of the alphabet; the most specific name first. */
type DistinguishedName = readonly (readonly string[])[]

/** As `node:crypto` prints the subject of a certificate: one relative name a line, in the order of the encoding, its values escaped as in RFC 4514. */
export const nameOfLines = (lines: string): string => lines.split('\n').reverse().join(',').replaceAll(' + ', '+')

/** Undefined for a text that is no name. */
export function parseName(text: string): DistinguishedName | undefined {
  const names = cut(text, ',').map((name) => cut(name, '+').map(readAttribute).sort())
  return names.every((name) => name.every((attribute) => attribute !== '')) ? names : undefined
}

/** Types are compared without their case, values as they are: a certificate of another spelling is another one. */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [parseName(one), parseName(other)]
  return first !== undefined && second !== undefined && JSON.stringify(first) === JSON.stringify(second)
}

/** At the unescaped marks. */
const cut = (text: string, mark: ',' | '+'): readonly string[] =>
  text.match(new RegExp(`(?:\\\\[\\s\\S]|[^\\\\${mark}])+`, 'g')) ?? ['']

function readAttribute(text: string): string {
  const [, type = '', value = ''] = /^\s*([A-Za-z][\w-]*|\d+(?:\.\d+)+)\s*=([\s\S]*)$/.exec(text) ?? []
  const read = readEscapes(trim(value.trimStart()))
  return type === '' || read === undefined ? '' : `${type.toUpperCase()}=${read}`
}

/** A space that is escaped belongs to the value. */
const trim = (value: string): string => /^((?:\\[\s\S]|[^\\])*?)\s*$/.exec(value)?.[1] ?? value

/** Pairs of hexadecimal digits are bytes of UTF-8, and an escaped backslash begins no pair. Undefined if the bytes are no text. RFC 4514 2.4 */
function readEscapes(value: string): string | undefined {
  let isText = true
  const read = value.replace(/((?:\\[0-9A-Fa-f]{2})+)|\\([\s\S])/g, (_, pairs: string | undefined, sign: string) => {
    if (pairs === undefined) return sign
    const bytes = Buffer.from(pairs.replaceAll('\\', ''), 'hex')
    isText &&= isUtf8(bytes)
    return bytes.toString('utf8')
  })
  return isText ? read : undefined
}
