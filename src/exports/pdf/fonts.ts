/** Embeds DejaVu (free licence, npm dejavu-fonts-ttf): PDF/A forbids fonts that are only named. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const readFont = (name: string): Buffer => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

export const fonts = { plain: readFont('DejaVuSansCondensed'), bold: readFont('DejaVuSansCondensed-Bold') } as const

/** By name pdfkit opens a font once for each document; by content it would do so at every change of style. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [name, content] of Object.entries(fonts)) doc.registerFont(name, content)
}

/** The open font inside pdfkit, which its types omit. */
type OpenFont = { readonly font: { readonly hasGlyphForCodePoint: (codePoint: number) => boolean } }

export const openFontOf = (doc: PDFKit.PDFDocument): OpenFont['font'] =>
  // pdfkit keeps its open font in a member that its types do not name.
  (doc as unknown as { readonly _font: OpenFont })._font.font

/** A character that the font lacks is named, not shown as an empty box. */
export const drawable = (text: string, font: OpenFont['font']): string =>
  text.replace(/[^\u0020-\u007e]/gu, (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (font.hasGlyphForCodePoint(codePoint)) return character
    return isInvisible(character) ? '' : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
  })

/** Joiners and variation selectors have no shape of their own. */
const isInvisible = (character: string): boolean => /\p{Cf}|\p{Variation_Selector}|\s/u.test(character)
