/** HL7 v2 encoding: structure to text with every leaf escaped. HL7 v2.4 2.5 (delimiters), 2.10 (escape sequences); ADRM 00046.1. */

/** One component, or its sub-components. */
export type Component = string | readonly string[]

/** Text that may hold line breaks: data type FT. */
type FormattedText = { readonly formatted: string }

/** A single value, formatted text, components, or repetitions of components. */
export type Field =
  | string
  | FormattedText
  | readonly Component[]
  | { readonly repetitions: readonly (readonly Component[])[] }

/** Fields by number; missing ones are empty. */
export type Segment = { readonly name: string; readonly fields: Readonly<Record<number, Field>> }

const escapes: Readonly<Record<string, string>> = {
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
  '\\': '\\E\\',
}
const lineBreak = /\r\n?|[\n\u0085\u2028\u2029]/g
const controls = /[\u0000-\u001f\u007f-\u009f]/g

const escapeLine = (text: string): string =>
  text
    .replaceAll('\t', ' ')
    .replace(controls, '')
    .toWellFormed()
    .replace(/[|^&~\\]/g, (character) => escapes[character] ?? '')

/** A line break would end the segment, so it becomes a space; other control characters are dropped. */
export const escapeText = (text: string): string => escapeLine(text.replace(lineBreak, ' '))

/** HL7 v2.4 2.10.6: `\.br\` begins a new line. */
export const escapeFormattedText = (text: string): string => text.split(lineBreak).map(escapeLine).join('\\.br\\')

const withoutEmptyTail = (parts: readonly string[]): readonly string[] =>
  parts.slice(0, parts.findLastIndex((part) => part !== '') + 1)

const renderComponent = (component: Component): string =>
  typeof component === 'string' ? escapeText(component) : withoutEmptyTail(component.map(escapeText)).join('&')

const renderComponents = (components: readonly Component[]): string =>
  withoutEmptyTail(components.map(renderComponent)).join('^')

function renderField(field: Field): string {
  if (typeof field === 'string') return escapeText(field)
  if ('formatted' in field) return escapeFormattedText(field.formatted)
  if ('repetitions' in field) return field.repetitions.map(renderComponents).join('~')
  return renderComponents(field)
}

function renderSegment({ name, fields }: Segment): string {
  const last = Math.max(0, ...Object.keys(fields).map(Number))
  const values = Array.from({ length: last }, (_, index) => renderField(fields[index + 1] ?? ''))
  // MSH-1 is the separator itself, and MSH-2 is not escaped.
  const written = name === 'MSH' ? ['^~\\&', ...values.slice(2)] : values
  return [name, ...withoutEmptyTail(written)].join('|')
}

/** MSH first; each segment ends with CR. */
export const renderMessage = (segments: readonly Segment[]): string =>
  segments.map((segment) => `${renderSegment(segment)}\r`).join('')
