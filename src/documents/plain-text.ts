/** Text that every format can hold: without characters that XML 1.0 (2.2) and FHIR `string` forbid, and without controls that reorder a page. */

/** C0 and C1 controls except tab, LF and CR; non-characters; lone surrogates. */
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]|\p{Surrogate}|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}]/gu
/** Unicode bidirectional controls: an open one would change how the next statement reads. */
const bidiControls = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** Keeps line breaks. */
export const plainText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085]/gu, '\n')
    .replace(forbidden, ' ')
    .replace(bidiControls, '')

/** One line, white space collapsed. */
export const plainLine = (text: string): string => plainText(text).replace(/\s+/gu, ' ').trim()
