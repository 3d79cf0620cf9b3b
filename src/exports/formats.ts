/** The formats of a released document and their renderers. docs/design/exports-and-delivery.md#formats. */

import { stringifyJson } from '../core/json.ts'
import { addressDocument } from '../documents/addressed-document.ts'
import { type DocumentFormat, documentFormats, findDocumentFormat } from '../documents/formats.ts'
import { renderCda } from './cda/cda.ts'
import { checkDocument, DocumentRefused } from './check-document.ts'
import { type ExportInput, presetOf } from './export-input.ts'
import { renderHl7v2 } from './hl7v2/hl7v2.ts'
import { renderHtml } from './html/html.ts'
import { renderPdf } from './pdf/pdf.ts'
import { findFileForm } from './presets.ts'
import { renderRtf } from './rtf/rtf.ts'
import { renderText } from './text/text.ts'

type Render = (input: ExportInput) => Uint8Array | Promise<Uint8Array>

const renderers: Readonly<Record<DocumentFormat, Render>> = {
  bundle: ({ bundle, recipient }) =>
    Buffer.from(stringifyJson(recipient === undefined ? bundle : addressDocument(bundle, recipient))),
  hl7v2: renderHl7v2,
  cda: renderCda,
  pdf: renderPdf,
  rtf: renderRtf,
  html: renderHtml,
  text: renderText,
}

export const exportFormats = documentFormats

export type ExportFormat = DocumentFormat

export type Rendering = { readonly bytes: Uint8Array; readonly mediaType: string; readonly fileExtension: string }

export const findFormat = findDocumentFormat

/** Pure: the same input gives the same bytes. Throws DocumentRefused, PresetUnknown. */
export async function renderFormat(format: ExportFormat, input: ExportInput): Promise<Rendering> {
  const refusals = checkDocument(format, input)
  if (refusals.length > 0) throw new DocumentRefused(refusals)
  const { mediaType, fileExtension } = findFileForm(format, presetOf(input))
  return { bytes: await renderers[format](input), mediaType, fileExtension }
}
