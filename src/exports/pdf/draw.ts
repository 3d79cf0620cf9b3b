/** Draws pages with pdfkit: what is behind the text, the text, and the furniture of every page. */
import type { ReadableDocument } from '../readable-document.ts'
import { type BrokenLine, breakLines } from './break-lines.ts'
import type { FaceName } from './fonts/faces.ts'
import { backwards, openFace } from './fonts/open-face.ts'
import { baselineOf, type Frame, type Galley, type Item, type Style } from './galley.ts'
import type { Page } from './paginate.ts'
import type { Part } from './set-line.ts'
import { colours, contentWidth, pageHeight, pageMargin, pageTop, pageWidth, styles } from './styles.ts'
import type { Tagger } from './tags.ts'

type Drawn = {
  readonly document: ReadableDocument
  readonly pages: readonly Page[]
  /** At the top of every page but the first, with the room below it. */
  readonly running: Galley
  readonly runningGap: number
}

export function drawPages(doc: PDFKit.PDFDocument, tagger: Tagger, drawn: Drawn): void {
  const { document, pages, running, runningGap } = drawn
  const pen = new Pen(doc, tagger)
  for (const [index, page] of pages.entries()) {
    pen.openPage()
    if (document.mark !== undefined) pen.watermark(document.mark.word)
    let top = pageTop
    if (index > 0) {
      pen.place(running, top)
      top += running.height + runningGap
    }
    if (page.head !== undefined) {
      pen.place(page.head.galley, top)
      top += page.head.galley.height
    }
    pen.frames(page.frames, top - page.from)
    pen.items(page.items, top - page.from)
    pen.footer(document, `Page ${index + 1} of ${pages.length}`)
    tagger.close()
    pen.closePage()
  }
}

const rightwards: PDFKit.Mixins.TextOptions = { lineBreak: false, baseline: 'alphabetic' }
const leftwards: PDFKit.Mixins.TextOptions = { ...rightwards, features: [backwards] }

type Place = readonly [size: number, x: number, y: number]

class Pen {
  readonly #doc: PDFKit.PDFDocument
  readonly #tagger: Tagger
  readonly #registered = new Set<FaceName>()
  /** As page descriptions name the faces. */
  readonly #ids = new Map<FaceName, string>()
  readonly #writeContent: () => void
  #colour = ''

  constructor(doc: PDFKit.PDFDocument, tagger: Tagger) {
    this.#doc = doc
    this.#tagger = tagger
    this.#writeContent = gatherContent(doc)
    // pdfkit would lay each text out two times more, for where the next one begins and for lines under it: each has its own place here.
    doc.widthOfString = () => 0
  }

  openPage(): void {
    this.#doc.addPage()
    this.#colour = ''
  }

  closePage(): void {
    this.#writeContent()
  }

  /** A galley that is no part of the text. */
  place({ frames, items }: Galley, y: number): void {
    this.frames(frames, y)
    this.items(items, y)
  }

  frames(frames: readonly Frame[], dy: number): void {
    if (frames.length > 0) this.#tagger.draw(undefined, () => this.#drawFrames(frames, dy))
  }

  #drawFrames(frames: readonly Frame[], dy: number): void {
    const doc = this.#doc
    for (const { x, y, width, height, fill, stroke } of frames) {
      doc.rect(pageMargin + x, y + dy, width, height)
      if (stroke !== undefined) doc.lineWidth(0.5)
      if (fill !== undefined && stroke !== undefined) doc.fillAndStroke(fill, stroke)
      else if (fill !== undefined) doc.fill(fill)
      else if (stroke !== undefined) doc.stroke(stroke)
    }
    this.#colour = ''
  }

  items(items: readonly Item[], dy: number): void {
    for (const item of items)
      this.#tagger.draw(item.tag, () => {
        const [x, y] = [pageMargin + item.x, item.y + dy]
        if ('line' in item) this.line(item.line, item.style, x, y + baselineOf(item.style))
        else this.#doc.image(Buffer.from(item.picture.bytes), x, y, item.picture)
      })
  }

  /** `y` is the letters' foot. */
  line({ spans }: BrokenLine, { size, colour }: Style, x: number, y: number): void {
    const doc = this.#doc
    if (colour !== this.#colour) doc.fillColor(colour)
    this.#colour = colour
    for (const { parts, actual } of spans) {
      if (actual === undefined) this.#parts(parts, [size, x, y])
      else this.#standFor(actual, parts, [size, x, y])
    }
  }

  #parts(parts: readonly Part[], [size, x, y]: Place): void {
    const doc = this.#doc
    for (const { face, text, x: dx, isBackwards } of parts) {
      this.#font(face)
      doc.fontSize(size).text(text, x + dx, y, isBackwards === true ? leftwards : rightwards)
      // The first letters of a face bring the name that the page's resources give it.
      if (!this.#ids.has(face)) this.#ids.set(face, Object.keys(doc.page.fonts).at(-1) ?? '')
    }
  }

  /**
   * What readers by program get for that which is drawn (ISO 32000-1 14.9.4). The mark ends with the coordinates and the font of the
   * letters, because Poppler takes its place and size from there.
   */
  #standFor(actual: string, parts: readonly Part[], place: Place): void {
    const doc = this.#doc
    const turn = () => doc.save().transform(1, 0, 0, -1, 0, pageHeight)
    turn()
    doc.markContent('Span', { actual })
    turn()
    this.#parts(parts, place)
    doc.restore()
    const face = parts.at(-1)?.face
    if (face !== undefined) doc.addContent(`/${this.#ids.get(face)} ${place[0]} Tf`)
    doc.endMarkedContent()
    doc.restore()
  }

  /** By name pdfkit opens a font once for each document. */
  #font(face: FaceName): void {
    if (!this.#registered.has(face)) {
      this.#registered.add(face)
      // pdfkit takes any object with `layout`; its types name files and bytes alone.
      this.#doc.registerFont(face, openFace(face) as unknown as Uint8Array)
    }
    this.#doc.font(face)
  }

  /** Behind the text of a page that nobody may rely on. */
  watermark(word: string): void {
    const doc = this.#doc
    this.#tagger.draw(undefined, () => {
      const [line] = breakLines(word, styles.watermark, pageHeight)
      if (line === undefined) return
      doc.save()
      doc.rotate(-55, { origin: [pageWidth / 2, pageHeight / 2] })
      // The page says the word in its text and in its footer; here it would stand between the lines that a program reads.
      const silent = { ...line, spans: line.spans.map((span) => ({ ...span, actual: '\u200b' })) }
      this.line(silent, styles.watermark, (pageWidth - line.width) / 2, pageHeight / 2 + styles.watermark.size / 3)
      doc.restore()
    })
    this.#colour = ''
  }

  footer({ mark, title, documentId }: ReadableDocument, number: string): void {
    const y = pageHeight - 40
    const word = mark === undefined ? '' : `${mark.word}   `
    this.frames([{ x: 0, width: contentWidth, y: y - 6, height: 0.5, fill: colours.line }], 0)
    this.#tagger.draw(undefined, () => {
      const end = breakLines(number, styles.footer, contentWidth)[0]
      const foot = y + styles.footer.size
      const identity = `   Document ${documentId}`
      const room = contentWidth - (end?.width ?? 0) - 16
      const start = breakLines(`${word}${shortTitle(title)}${identity}`, styles.footer, room)[0]
      if (start !== undefined) this.line(start, styles.footer, pageMargin, foot)
      if (end !== undefined) this.line(end, styles.footer, pageMargin + contentWidth - end.width, foot)
    })
  }
}

/** The identity of the document has to find room behind it. Every page asks, so only the beginning of a long title is looked at. */
const shortTitle = (title: string): string =>
  title.length <= 40 ? title : `${[...title.slice(0, 80)].slice(0, 39).join('')}…`

/**
 * Gathers the content of a page, so that the page gets it in one piece: a page keeps each piece in memory of its own until it is full.
 * Call the result before a page ends.
 */
function gatherContent(doc: PDFKit.PDFDocument): () => void {
  let pieces: string[] = []
  doc.addContent = (piece: string) => {
    pieces.push(piece)
    return doc
  }
  return () => {
    // Each piece is a line of the content.
    if (pieces.length > 0) doc.page.write(pieces.join('\n'))
    pieces = []
  }
}
