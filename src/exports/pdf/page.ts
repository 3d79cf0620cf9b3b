/** Parts of every page of a PDF: patient, document, page number, and whether it is still valid. */

import type { Labelled, ReadableDocument } from '../readable-document.ts'
import { drawable, type fonts, openFontOf } from './fonts.ts'

export const pageMargin = 54
const pageWidth = 595.28
export const contentWidth = pageWidth - 2 * pageMargin
const pageHeight = 841.89

export const colours = {
  ink: '#1b1f24',
  soft: '#5b6470',
  line: '#c9d0d8',
  banner: '#eef2f6',
  accent: '#1f5673',
  alert: '#a4161a',
  alertGround: '#fbeaea',
} as const

export type Style = { readonly font: keyof typeof fonts; readonly size: number; readonly colour: string }

/** The document and the present style. A page that begins inside a text draws in its own style and then restores it. */
export type Pen = { readonly doc: PDFKit.PDFDocument; style: Style }

/** Sets the style and returns the text in a form that the font can draw. */
export function prepareText(pen: Pen, style: Style, text: string): string {
  const { doc } = pen
  pen.style = style
  doc.font(style.font).fontSize(style.size).fillColor(style.colour)
  return drawable(text, openFontOf(doc))
}

const labelStyle: Style = { font: 'plain', size: 7, colour: colours.soft }
const valueStyle: Style = { font: 'plain', size: 9, colour: colours.ink }
const nameStyle: Style = { font: 'bold', size: 11.5, colour: colours.ink }

/** The patient banner: every row on the first page, the identity alone on later ones. Moves the pen below it. */
export function drawBanner(pen: Pen, document: ReadableDocument, isFirst: boolean): void {
  const { doc } = pen
  const rows = isFirst ? document.banner : document.banner.slice(0, 4)
  const columns = 4
  const cellWidth = (contentWidth - 20) / columns
  const name = prepareText(pen, nameStyle, document.patientName)
  const nameHeight = doc.heightOfString(name, { width: contentWidth - 20 })
  const heights = inRows(rows, columns).map((row) => Math.max(...row.map((cell) => cellHeight(pen, cell, cellWidth))))
  const top = doc.y
  const height = nameHeight + heights.reduce((sum, rowHeight) => sum + rowHeight, 0) + 16
  doc.rect(pageMargin, top, contentWidth, height).fill(colours.banner)
  doc.rect(pageMargin, top, 3, height).fill(colours.accent)
  doc.text(prepareText(pen, nameStyle, document.patientName), pageMargin + 12, top + 7, { width: contentWidth - 20 })
  let y = top + nameHeight + 10
  for (const [index, row] of inRows(rows, columns).entries()) {
    for (const [column, cell] of row.entries())
      drawCell(pen, cell, [pageMargin + 12 + column * cellWidth, y, cellWidth])
    y += heights[index] ?? 0
  }
  doc.x = pageMargin
  doc.y = top + height + 14
}

const inRows = (cells: readonly Labelled[], columns: number): readonly (readonly Labelled[])[] =>
  Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => cells.slice(row * columns, (row + 1) * columns))

function cellHeight(pen: Pen, cell: Labelled, width: number): number {
  const { doc } = pen
  const value = prepareText(pen, valueStyle, cell.value)
  return doc.heightOfString(value, { width: width - 8 }) + 14
}

function drawCell(pen: Pen, cell: Labelled, [x, y, width]: readonly [number, number, number]): void {
  const { doc } = pen
  doc.text(prepareText(pen, labelStyle, cell.label), x, y, { width: width - 8 })
  doc.text(prepareText(pen, valueStyle, cell.value), x, y + 9, { width: width - 8 })
}

/** Behind the text of a page that nobody may rely on. */
export function drawWatermark(pen: Pen, word: string): void {
  const { doc } = pen
  doc.save()
  doc.rotate(-55, { origin: [pageWidth / 2, pageHeight / 2] })
  const style: Style = { font: 'bold', size: 104, colour: '#f3dcdc' }
  const text = prepareText(pen, style, word)
  doc.text(text, pageWidth / 2 - 420, pageHeight / 2 - 60, { width: 840, align: 'center', lineBreak: false })
  doc.restore()
}

/** Drawn last, when the number of pages is known. */
export function drawFooters(pen: Pen, document: ReadableDocument): void {
  const { doc } = pen
  const { start, count } = doc.bufferedPageRange()
  const style: Style = { font: 'plain', size: 7.5, colour: colours.soft }
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Below the bottom margin a text would open a new page.
    doc.page.margins.bottom = 0
    const y = pageHeight - 40
    doc
      .moveTo(pageMargin, y - 6)
      .lineTo(pageWidth - pageMargin, y - 6)
      .lineWidth(0.5)
      .stroke(colours.line)
    const mark = document.mark === undefined ? '' : `${document.mark.word}   `
    const left = prepareText(pen, style, `${mark}${document.title}   Document ${document.documentId}`)
    doc.text(left, pageMargin, y, { width: contentWidth - 80, height: 10, ellipsis: true })
    const right = prepareText(pen, style, `Page ${page - start + 1} of ${count}`)
    doc.text(right, pageWidth - pageMargin - 80, y, { width: 80, align: 'right' })
  }
}
