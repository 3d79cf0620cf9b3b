/** HTML of our own pages: every value in a template is escaped, unless it is HTML itself. */
import { escapeMarkup } from '../markup.ts'

export type Html = { readonly html: string }
type Value = string | number | undefined | Html | readonly Html[]

/** `undefined` is empty. */
function textOf(value: Value): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeMarkup(String(value))
  return 'html' in value ? value.html : value.map((part) => part.html).join('')
}

export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  html: parts.map((part, at) => part + textOf(values[at])).join(''),
})
