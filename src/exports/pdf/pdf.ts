/**
 * A document as PDF: A4, fonts embedded, only the content of the input. `default` is PDF/A-3a (ISO 19005-3) and PDF/UA-1
 * (ISO 14289-1), with the document's structure; `plain` is the same without an attachment; `archive-1b` is PDF/A-1b (ISO 19005-1),
 * which every reader of messages takes. D135, D144.
 */
import PDFDocument from 'pdfkit'
import { stringifyJson } from '../../core/json.ts'
import type { Appearance } from '../appearance.ts'
import { DocumentRefused } from '../check-document.ts'
import { defaultPreset, type ExportInput, presetOf } from '../export-input.ts'
import { pdfInMessages } from '../presets.ts'
import { buildReadableDocument, type ReadableDocument } from '../readable-document.ts'
import { setBanner } from './banner.ts'
import { composeDocument } from './compose.ts'
import { drawPages } from './draw.ts'
import type { Pictures } from './galley.ts'
import { claimPdfUa, escapeMetadata } from './metadata.ts'
import { paginate } from './paginate.ts'
import { preparePictures } from './pictures.ts'
import { pageBottom, pageTop } from './styles.ts'
import { openTagger, untagged } from './tags.ts'

/** Between the running head and the text. */
const runningGap = 14

export async function renderPdf(input: ExportInput): Promise<Uint8Array> {
  const document = buildReadableDocument(input)
  const { appearance = {} } = input
  const isAccessible = presetOf(input) !== pdfInMessages
  const { galley, root } = composeDocument(document, appearance, picturesOf(appearance))
  const running = setBanner(document)
  const room = pageBottom - pageTop
  const pages = paginate(galley, room, room - running.height - runningGap)
  const doc = openDocument(input, document, isAccessible)
  const bytes = collect(doc)
  const tagger = isAccessible ? openTagger(doc, root) : untagged
  drawPages(doc, tagger, { document, pages, running, runningGap })
  if (presetOf(input) === defaultPreset && appearance.attachBundle === true) attachBundle(doc, input)
  doc.end()
  return bytes
}

function picturesOf(appearance: Appearance): Pictures {
  try {
    return preparePictures(appearance)
  } catch {
    // Whatever is wrong inside of an image: zlib and the reader throw errors of many kinds.
    throw new DocumentRefused([{ element: 'appearance', message: 'has a broken image' }])
  }
}

/** pdfkit derives the file identifier from these, so they must differ between editions. */
function openDocument(input: ExportInput, document: ReadableDocument, isAccessible: boolean): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    ...(isAccessible
      ? { subset: 'PDF/A-3a', pdfVersion: '1.7', tagged: true }
      : { subset: 'PDF/A-1b', pdfVersion: '1.4' }),
    size: 'A4',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    lang: 'en-AU',
    displayTitle: true,
    // pdfkit would otherwise name a standard font, which PDF/A forbids.
    font: '',
    // It would keep every word of the document.
    fontLayoutCache: false,
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
  escapeMetadata(doc)
  if (isAccessible) claimPdfUa(doc)
  return doc
}

/** ISO 19005-3 6.8: an attachment tells its type, its date, and what it is to the document. */
function attachBundle(doc: PDFKit.PDFDocument, { bundle, at, documentId }: ExportInput): void {
  const date = new Date(at)
  const options = {
    name: `${documentId}.json`,
    type: 'application/fhir+json',
    description: 'The same document as FHIR R4',
    relationship: 'Alternative',
    creationDate: date,
    modifiedDate: date,
  }
  // pdfkit knows the relationship; its types do not, and refuse it in a literal alone.
  doc.file(Buffer.from(stringifyJson(bundle)), options)
}

const blockBytes = 1 << 18

/**
 * Takes the place of the stream's queue, so it is called before anything is drawn. pdfkit writes an object in several small pieces, and
 * the queue keeps each as a buffer of its own until the document has ended.
 */
function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const full: Buffer[] = []
  let open = Buffer.allocUnsafe(blockBytes)
  let used = 0
  const append = (piece: Uint8Array): void => {
    if (used + piece.length > open.length) {
      full.push(open.subarray(0, used))
      open = Buffer.allocUnsafe(Math.max(blockBytes, piece.length))
      used = 0
    }
    open.set(piece, used)
    used += piece.length
  }
  // The header is there from the start.
  const begun: Buffer | null = doc.read()
  if (begun !== null) append(begun)
  return new Promise((resolve, reject) => {
    doc.on('error', reject)
    doc.push = (piece: Uint8Array | null): boolean => {
      if (piece === null) resolve(Buffer.concat([...full, open.subarray(0, used)]))
      else append(piece)
      return true
    }
  })
}
