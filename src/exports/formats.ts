/** The forms in which a released document leaves: one row a format. DESIGN.md "Documents, exports, channels". */
import { stringifyJson } from '../json.ts'
import { renderCda } from './cda.ts'
import type { ExportInput } from './export-input.ts'
import { renderHl7v2 } from './hl7v2.ts'
import { renderPdf } from './pdf.ts'
import { renderRtf } from './rtf.ts'

type FormatRow = {
  readonly format: string
  readonly mediaType: string
  /** With the dot. */
  readonly fileExtension: string
  readonly render: (input: ExportInput) => Uint8Array | Promise<Uint8Array>
}

const renderBundle = ({ bundle }: ExportInput): Uint8Array => Buffer.from(stringifyJson(bundle))

// biome-ignore format: one row a line
export const exportFormats = [
  { format: 'bundle', mediaType: 'application/fhir+json',    fileExtension: '.json', render: renderBundle },
  { format: 'hl7v2',  mediaType: 'x-application/hl7-v2+er7', fileExtension: '.hl7',  render: renderHl7v2 },
  { format: 'cda',    mediaType: 'application/xml',          fileExtension: '.xml',  render: renderCda },
  { format: 'pdf',    mediaType: 'application/pdf',          fileExtension: '.pdf',  render: renderPdf },
  { format: 'rtf',    mediaType: 'application/rtf',          fileExtension: '.rtf',  render: renderRtf },
] as const satisfies readonly FormatRow[]

export type ExportFormat = (typeof exportFormats)[number]['format']

export type Rendering = { readonly bytes: Uint8Array; readonly mediaType: string; readonly fileExtension: string }

export function findFormat(format: ExportFormat): FormatRow {
  const row = exportFormats.find((candidate) => candidate.format === format)
  if (row === undefined) throw new TypeError('unknown export format')
  return row
}

/** Pure: the same input gives the same bytes. */
export async function renderFormat(format: ExportFormat, input: ExportInput): Promise<Rendering> {
  const row = findFormat(format)
  const { mediaType, fileExtension } = row
  return { bytes: await row.render(input), mediaType, fileExtension }
}
