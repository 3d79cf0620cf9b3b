/** A document as PDF/A-1b (ISO 19005-1): A4, fonts embedded, only the content of the input. */
import PDFDocument from 'pdfkit'
import type { ExportInput } from '../export-input.ts'
import { type FlatBlock, flattenBlocks, flattenSections } from '../narrative-blocks.ts'
import { buildReadableDocument, type ReadableDocument, type ReadableSection } from '../readable-document.ts'
import { fonts, registerFonts } from './fonts.ts'
import { escapeMetadata } from './metadata.ts'
import {
  colours,
  contentWidth,
  drawBanner,
  drawFooters,
  drawWatermark,
  type Pen,
  pageMargin,
  prepareText,
  type Style,
} from './page.ts'

const styles = {
  letterhead: { font: 'bold', size: 13, colour: colours.accent },
  contact: { font: 'plain', size: 8, colour: colours.soft },
  title: { font: 'bold', size: 17, colour: colours.ink },
  label: { font: 'plain', size: 9, colour: colours.soft },
  value: { font: 'plain', size: 9, colour: colours.ink },
  mark: { font: 'bold', size: 11, colour: colours.alert },
  heading: { font: 'bold', size: 11, colour: colours.accent },
  subheading: { font: 'bold', size: 9.5, colour: colours.ink },
  body: { font: 'plain', size: 9.5, colour: colours.ink },
  approval: { font: 'bold', size: 9.5, colour: colours.ink },
} as const satisfies Readonly<Record<string, Style>>

export async function renderPdf(input: ExportInput): Promise<Uint8Array> {
  const document = buildReadableDocument(input)
  const doc = openDocument(input, document)
  const bytes = collect(doc)
  const pen: Pen = { doc, style: styles.body }
  doc.addPage()
  openPage(pen, document, true)
  doc.on('pageAdded', () => continuePage(pen, document))
  drawTitle(pen, document)
  const sections = flattenSections(document.sections)
  for (const section of sections) {
    // A signature never starts a page without the end of the signed text.
    const following = section === sections.at(-1) ? approvalHeight(document) : 0
    drawSection(pen, section, following)
  }
  drawApproval(pen, document)
  drawFooters(pen, document)
  doc.end()
  return bytes
}

/** pdfkit derives the file identifier from these, so they must differ between editions. */
function openDocument(input: ExportInput, document: ReadableDocument): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    subset: 'PDF/A-1b',
    pdfVersion: '1.4',
    size: 'A4',
    margins: { top: 40, bottom: 64, left: pageMargin, right: pageMargin },
    bufferPages: true,
    lang: 'en-AU',
    displayTitle: true,
    // pdfkit would otherwise name a standard font, which PDF/A forbids.
    font: fonts.plain as unknown as string,
    autoFirstPage: false,
    info: {
      Title: document.title,
      Author: document.organization.name,
      Subject: `${document.mark?.word ?? 'Final'} ${document.documentId}`,
      Creator: 'Banksia',
      Producer: 'Banksia',
      CreationDate: new Date(input.at),
      ModDate: new Date(input.at),
    },
  })
  registerFonts(doc)
  escapeMetadata(doc)
  return doc
}

const collect = (doc: PDFKit.PDFDocument): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })

function openPage(pen: Pen, document: ReadableDocument, isFirst: boolean): void {
  const { doc } = pen
  if (document.mark !== undefined) drawWatermark(pen, document.mark.word)
  doc.x = pageMargin
  doc.y = 40
  if (isFirst) drawLetterhead(pen, document)
  drawBanner(pen, document, isFirst)
}

/** A text that continues on a page keeps its style. */
function continuePage(pen: Pen, document: ReadableDocument): void {
  const { style } = pen
  openPage(pen, document, false)
  prepareText(pen, style, '')
}

function write(pen: Pen, style: Style, text: string, options: PDFKit.Mixins.TextOptions = {}): void {
  const { doc } = pen
  doc.text(prepareText(pen, style, text), { width: contentWidth, ...options })
}

function drawLetterhead(pen: Pen, { organization }: ReadableDocument): void {
  const { doc } = pen
  write(pen, styles.letterhead, organization.name)
  if (organization.lines.length > 0) write(pen, styles.contact, organization.lines.join('   |   '))
  doc.moveDown(1)
}

function drawTitle(pen: Pen, { title, about, mark }: ReadableDocument): void {
  const { doc } = pen
  write(pen, styles.title, title)
  doc.moveDown(0.2)
  for (const { label, value } of about) {
    doc.text(prepareText(pen, styles.label, `${label}  `), pageMargin, doc.y, { width: contentWidth, continued: true })
    doc.text(prepareText(pen, styles.value, value))
  }
  doc.moveDown(0.8)
  if (mark !== undefined) drawMark(pen, mark)
}

function drawMark(pen: Pen, { word, explanation }: NonNullable<ReadableDocument['mark']>): void {
  const { doc } = pen
  const text = prepareText(pen, styles.mark, `${word}. ${explanation}`)
  const height = doc.heightOfString(text, { width: contentWidth - 24 }) + 14
  const top = doc.y
  doc.rect(pageMargin, top, contentWidth, height).fillAndStroke(colours.alertGround, colours.alert)
  doc.text(prepareText(pen, styles.mark, `${word}. ${explanation}`), pageMargin + 12, top + 7, {
    width: contentWidth - 24,
  })
  doc.x = pageMargin
  doc.y = top + height + 12
}

/** A heading never ends a page. */
function drawSection(pen: Pen, section: ReadableSection, following: number): void {
  const { doc } = pen
  const { title } = section
  const blocks = flattenBlocks(section.blocks)
  keepTogether(pen, 60)
  write(pen, styles.heading, title)
  const y = doc.y + 1
  doc
    .moveTo(pageMargin, y)
    .lineTo(pageMargin + contentWidth, y)
    .lineWidth(0.5)
    .stroke(colours.line)
  doc.y = y + 5
  for (const [index, block] of blocks.entries()) {
    if (index === blocks.length - 1) keepTogether(pen, 32 + following)
    drawBlock(pen, block)
  }
  doc.moveDown(0.7)
}

function drawBlock(pen: Pen, { kind, text }: FlatBlock): void {
  if (kind === 'heading') write(pen, styles.subheading, text, { paragraphGap: 2 })
  else if (kind === 'item') drawItem(pen, text)
  else write(pen, styles.body, text, { lineGap: 0.5, paragraphGap: 2 })
}

function drawItem(pen: Pen, text: string): void {
  const { doc } = pen
  keepTogether(pen, 24)
  const top = doc.y
  doc.text(prepareText(pen, styles.body, '•'), pageMargin + 4, top, { width: 10 })
  doc.x = pageMargin + 16
  doc.y = top
  write(pen, styles.body, text, { width: contentWidth - 16, lineGap: 0.5, paragraphGap: 2 })
  doc.x = pageMargin
}

const approvalHeight = ({ approval }: ReadableDocument): number => 20 + 14 * approval.length

function drawApproval(pen: Pen, document: ReadableDocument): void {
  const { doc } = pen
  const [name = '', ...details] = document.approval
  keepTogether(pen, approvalHeight(document))
  doc.moveDown(0.4)
  const top = doc.y
  doc
    .moveTo(pageMargin, top)
    .lineTo(pageMargin + contentWidth, top)
    .lineWidth(0.8)
    .stroke(colours.accent)
  doc.y = top + 8
  write(pen, styles.approval, name)
  for (const detail of details) write(pen, styles.label, detail, { lineGap: 1 })
}

function keepTogether(pen: Pen, height: number): void {
  const { doc } = pen
  if (doc.y + height > doc.page.maxY()) doc.addPage()
}
