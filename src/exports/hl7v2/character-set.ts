/** ISO 8859-1 for receivers that read nothing else: typographic signs by a table, and no letter lost. HL7 v2.4 table 0211; D131. */
import { scriptOf } from '../pdf/scripts.ts'
import type { Component, Field, Segment } from './encoding.ts'

/** The letters that each sign is written by; a letter of another script has no place here, as its name would read wrong. */
// biome-ignore format: one row a line
const signs: Readonly<Record<string, string>> = {
  '‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", 'ʼ': "'", '“': '"', '”': '"', '„': '"', '‟': '"', '″': '"', '‹': '<', '›': '>',
  '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', '⁃': '-', '•': '-', '‣': '-', '●': '-', '▪': '-', '◦': '-',
  '…': '...', '†': '+', '‡': '++', '‰': ' per 1000', '№': 'No.', '™': '(TM)', '€': 'EUR', '⁄': '/', '∕': '/', '∙': '·', '⋅': '·',
  '≥': '>=', '≤': '<=', '⩾': '>=', '⩽': '<=', '≠': '<>', '≈': '~', '≃': '~', '∼': '~', '→': '->', '←': '<-', '↔': '<->', '⇒': '=>',
  '↑': '(up)', '↓': '(down)', '∞': 'infinity', '√': 'root', '⅓': '1/3', '⅔': '2/3', '⅛': '1/8', '⅜': '3/8', '⅝': '5/8', '⅞': '7/8',
  // Greek mu stands in units for the micro sign, which ISO 8859-1 has.
  'μ': 'µ', '℃': '°C', '℉': '°F', 'ℓ': 'l', 'ﬁ': 'fi', 'ﬂ': 'fl', 'ﬀ': 'ff', 'ﬃ': 'ffi', 'ﬄ': 'ffl',
  '⁰': '^0', '⁴': '^4', '⁵': '^5', '⁶': '^6', '⁷': '^7', '⁸': '^8', '⁹': '^9', '⁺': '^+', '⁻': '^-',
  '₀': '0', '₁': '1', '₂': '2', '₃': '3', '₄': '4', '₅': '5', '₆': '6', '₇': '7', '₈': '8', '₉': '9',
}

const beyond = /[^\u0000-\u00ff]/gu
const spaces = /[\u2000-\u200a\u202f\u205f\u3000]/gu
/** They show nothing: joiners, marks of direction, variation selectors. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector}/gu

/** Letters outside of ISO 8859-1 stay, for `nameForeign` to name. */
export function writeLatin1(text: string): string {
  if (text.search(beyond) === -1) return text
  return text
    .normalize('NFC')
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(beyond, (sign) => signs[sign] ?? sign)
}

function nameOf(character: string): string {
  const script = scriptOf(character)
  if (script !== undefined) return `letters of the ${script} script`
  if (/\p{Extended_Pictographic}/u.test(character)) return 'emoji'
  if (/\p{Mark}/u.test(character)) return 'combining marks'
  return /\p{Letter}/u.test(character) ? 'letters of another script' : 'signs'
}

/** The signs of a text that ISO 8859-1 cannot hold, in words that repeat none of them. */
export function nameForeign(text: string): readonly string[] {
  const names = new Set<string>()
  const seen = new Set(writeLatin1(text).match(beyond))
  for (const character of seen) names.add(nameOf(character))
  return [...names]
}

const writeComponent = (component: Component): Component =>
  typeof component === 'string' ? writeLatin1(component) : component.map(writeLatin1)

function writeField(field: Field): Field {
  if (typeof field === 'string') return writeLatin1(field)
  if ('formatted' in field) return { formatted: writeLatin1(field.formatted) }
  if ('repetitions' in field)
    return { repetitions: field.repetitions.map((components) => components.map(writeComponent)) }
  return field.map(writeComponent)
}

export const writeSegmentLatin1 = ({ name, fields }: Segment): Segment => ({
  name,
  fields: Object.fromEntries(Object.entries(fields).map(([number, field]) => [number, writeField(field)])),
})

/** Every text of a field. */
export function listTextsOf(field: Field): readonly string[] {
  if (typeof field === 'string') return [field]
  if ('formatted' in field) return [field.formatted]
  return 'repetitions' in field ? field.repetitions.flat(2) : field.flat()
}

/** Throws RangeError for a letter that ISO 8859-1 lacks: a wrong letter in a name is another name. */
export function encodeLatin1(text: string): Uint8Array {
  const [name] = nameForeign(text)
  if (name !== undefined) throw new RangeError(`${name} have no place in ISO 8859-1`)
  return Buffer.from(text, 'latin1')
}
