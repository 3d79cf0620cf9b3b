/** The formats of a released document. docs/design/exports-and-delivery.md#formats; the renderers are in src/exports. */

// biome-ignore format: one row a line
export const documentFormats = [
  { format: 'bundle', mediaType: 'application/fhir+json',     fileExtension: '.json' },
  { format: 'hl7v2',  mediaType: 'x-application/hl7-v2+er7',  fileExtension: '.hl7'  },
  { format: 'cda',    mediaType: 'application/xml',           fileExtension: '.xml'  },
  { format: 'pdf',    mediaType: 'application/pdf',           fileExtension: '.pdf'  },
  { format: 'rtf',    mediaType: 'application/rtf',           fileExtension: '.rtf'  },
  { format: 'html',   mediaType: 'text/html; charset=utf-8',  fileExtension: '.html' },
  { format: 'text',   mediaType: 'text/plain; charset=utf-8', fileExtension: '.txt'  },
] as const satisfies readonly { readonly format: string; readonly mediaType: string; readonly fileExtension: string }[]

type FormatRow = (typeof documentFormats)[number]
export type DocumentFormat = FormatRow['format']

export const documentFormatNames = documentFormats.map(({ format }) => format)

export function findDocumentFormat(format: string): FormatRow {
  const row = documentFormats.find((candidate) => candidate.format === format)
  if (row === undefined) throw new TypeError('unknown document format')
  return row
}
