/** A leaf as text: escape sequences, formatting commands and control characters. HL7 v2.4 2.10. */
import type { Decode } from './character-set.ts'
import type { QualityRule } from './quality.ts'

export type Delimiters = {
  readonly field: string
  readonly component: string
  readonly repetition: string
  readonly escape: string
  readonly subComponent: string
}

export type Unescape = (raw: string, note: (rule: QualityRule) => void) => string

/** Commands of formatted text that are a break, or space; the number after them says how many. HL7 v2.4 2.10.6. */
const breaks: Readonly<Record<string, string>> = { br: '\n', sp: '\n', ce: '\n', sk: ' ' }
/** Commands that only say how a text looks. */
const layouts: ReadonlySet<string> = new Set(['fi', 'nf', 'in', 'ti'])

const command = /^\.([a-z]{2})\s*([+-]?\d{0,3})$/i

/** What a receiver may keep of a tab, a line and a text. R4 datatypes.html#string. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

/** Signs for the letter of a sequence: the delimiters themselves, and highlighting, which has no place in a text. */
const signsOf = ({
  field,
  component,
  repetition,
  escape: own,
  subComponent,
}: Delimiters): ReadonlyMap<string, string> =>
  new Map(Object.entries({ F: field, S: component, T: subComponent, R: repetition, E: own, H: '', N: '' }))

const escapePattern = (sign: string): RegExp => {
  const one = sign.replace(/[-/\\^$*+?.()|[\]{}]/g, '\\$&')
  return new RegExp(`${one}([^${one}]{1,8192})${one}`, 'g')
}

/** One pass from left to right: what a sequence stands for is never read as a sequence. */
export function openUnescape(delimiters: Delimiters, decode: Decode): Unescape {
  const signs = signsOf(delimiters)
  const { escape: sign } = delimiters
  const pattern = sign === '' ? undefined : escapePattern(sign)
  return (raw, note) => {
    const text =
      pattern === undefined || !raw.includes(sign)
        ? raw
        : raw.replace(pattern, (whole, body: string) => signs.get(body) ?? readSequence(whole, body, decode, note))
    return cleanText(text, note)
  }
}

/** Line breaks as LF, and without the characters that no FHIR text may have. */
function cleanText(text: string, note: (rule: QualityRule) => void): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  if (lines.search(controls) === -1 && lines.isWellFormed()) return lines
  note('control-character')
  return lines.replace(controls, '').toWellFormed()
}

function readSequence(whole: string, body: string, decode: Decode, note: (rule: QualityRule) => void): string {
  const [, name = '', number = ''] = command.exec(body) ?? []
  const lower = name.toLowerCase()
  if (breaks[lower] !== undefined) return breaks[lower].repeat(Math.max(1, Math.abs(Number(number || 1))))
  if (layouts.has(lower)) return ''
  if (/^X(?:[0-9a-f]{2})+$/i.test(body)) return decode(Buffer.from(body.slice(1), 'hex'))
  // Character sets of other scripts, and what programs agreed among themselves.
  if (/^(?:C[0-9a-f]{4}|M[0-9a-f]{4,6}|Z.*)$/is.test(body)) {
    note('dropped-escape')
    return ''
  }
  note('unknown-escape')
  return whole
}
