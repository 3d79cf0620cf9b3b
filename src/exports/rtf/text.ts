/** Text and paragraphs of RTF 1.9, with the styles of the sheet: control words are ours, content passes through `escapeRtf`. */

/** RTF 1.9 "Unicode RTF": each UTF-16 unit as a signed number. */
export const escapeRtf = (text: string): string =>
  text.replace(/[\\{}]|[^\u0020-\u007e]/g, (unit) => {
    if (unit === '\n') return '\\line '
    if (unit === '\\' || unit === '{' || unit === '}') return `\\${unit}`
    const code = unit.charCodeAt(0)
    return code < 0x20 ? ' ' : `\\u${code > 0x7fff ? code - 0x10000 : code}?`
  })

/** Numbers of the styles, with names that word processors know, and what a reader without style sheets applies. */
// biome-ignore format: one row a style
const styles = {
  normal:     { number: 0,  name: 'Normal',       controls: '\\f0\\fs20\\cf1' },
  title:      { number: 1,  name: 'heading 1',    controls: '\\outlinelevel0\\sb120\\sa60\\keepn\\f0\\b\\fs34\\cf1' },
  heading2:   { number: 2,  name: 'heading 2',    controls: '\\outlinelevel1\\sb240\\sa80\\keepn\\f0\\b\\fs24\\cf3' },
  heading3:   { number: 3,  name: 'heading 3',    controls: '\\outlinelevel2\\sb160\\sa60\\keepn\\f0\\b\\fs21\\cf3' },
  heading4:   { number: 4,  name: 'heading 4',    controls: '\\outlinelevel3\\sb120\\sa40\\keepn\\f0\\b\\fs20\\cf1' },
  heading5:   { number: 5,  name: 'heading 5',    controls: '\\outlinelevel4\\sb120\\sa40\\keepn\\f0\\b\\i\\fs20\\cf1' },
  heading6:   { number: 6,  name: 'heading 6',    controls: '\\outlinelevel5\\sb120\\sa40\\keepn\\f0\\i\\fs20\\cf1' },
  bullet:     { number: 7,  name: 'List Bullet',  controls: '\\sa60\\f0\\fs20\\cf1' },
  numbered:   { number: 8,  name: 'List Number',  controls: '\\sa60\\f0\\fs20\\cf1' },
  body:       { number: 9,  name: 'Body Text',    controls: '\\sa60\\f0\\fs20\\cf1' },
  header:     { number: 10, name: 'header',       controls: '\\f0\\fs17\\cf1' },
  footer:     { number: 11, name: 'footer',       controls: '\\f0\\fs15\\cf2' },
  address:    { number: 12, name: 'envelope address', controls: '\\f0\\fs20\\cf1' },
  salutation: { number: 13, name: 'Salutation',   controls: '\\sb240\\sa120\\f0\\fs20\\cf1' },
  closing:    { number: 14, name: 'Closing',      controls: '\\sb240\\sa120\\keepn\\f0\\fs20\\cf1' },
  signature:  { number: 15, name: 'Signature',    controls: '\\keep\\f0\\fs20\\cf1' },
  caption:    { number: 16, name: 'caption',      controls: '\\sb120\\sa60\\keepn\\f0\\b\\fs18\\cf2' },
} as const

export type StyleName = keyof typeof styles

export const headingStyles = ['title', 'heading2', 'heading3', 'heading4', 'heading5', 'heading6'] as const

/** The style sheet of the file. */
export const styleSheet = `{\\stylesheet${Object.values(styles)
  .map(({ number, name, controls }) => `{\\s${number}${controls}${number === 0 ? '' : '\\sbasedon0'}\\snext0 ${name};}`)
  .join('\n')}}`

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u
const firstLetter = /\p{L}/u

/** By its first letter, as a browser's `dir="auto"` decides. UAX 9 P2. */
const isRightToLeft = (text: string): boolean => rightToLeft.test(firstLetter.exec(text)?.[0] ?? '')

/** Opens a paragraph of a style; `text` is what it shows, without control words. */
export const openParagraph = (style: StyleName, text: string, more = ''): string => {
  const { number, controls } = styles[style]
  return `\\pard\\plain\\s${number}${controls}${isRightToLeft(text) ? '\\rtlpar\\qr' : ''}${more} `
}

/** A paragraph of plain text. */
export const paragraph = (style: StyleName, text: string, more = ''): string =>
  `{${openParagraph(style, text, more)}${escapeRtf(text)}\\par}`

/** A paragraph with control words of ours in it. */
export const marked = (style: StyleName, content: string, more = ''): string =>
  `{${openParagraph(style, '', more)}${content}\\par}`
