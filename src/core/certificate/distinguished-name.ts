/** Distinguished names as text, for comparison. RFC 4514; RFC 8705 2.1.2. */

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
  return type === '' ? '' : `${type.toUpperCase()}=${readEscapes(trim(value))}`
}

/** A space that is escaped belongs to the value. */
const trim = (value: string): string => value.trimStart().replace(/(\\[\s\S])\s+$|\s+$/, (_, kept = '') => kept)

/** Pairs of hexadecimal digits are bytes of UTF-8. RFC 4514 2.4 */
const readEscapes = (value: string): string =>
  value
    .replace(/(?:\\[0-9A-Fa-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'))
    .replace(/\\([\s\S])/g, '$1')
