/** Names that somebody else chose, on a page: short, on one line, and without signs that turn the text around it. Unicode UAX 9. */
import { type Html, html } from '../../core/page/html.ts'

const mostSigns = 120
const mostWholeSigns = 300

/** Controls, and what sets the direction of the text beyond the name. */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu

export function shorten(text: string): string {
  const signs = [...flatten(text)]
  return signs.length > mostSigns ? `${signs.slice(0, mostSigns).join('')}…` : signs.join('')
}

const flatten = (text: string): string => text.toWellFormed().replace(unseen, ' ').replace(/\s+/g, ' ').trim()

/** Whether a text may stand on a page as it is: nothing in it is hidden, and nobody skips its end. */
export const isShowable = (text: string): boolean => text.length <= mostWholeSigns && flatten(text) === text

/** HTML "bdi": the direction of the name ends with it. */
export const showName = (text: string): Html => html`<bdi>${shorten(text)}</bdi>`
