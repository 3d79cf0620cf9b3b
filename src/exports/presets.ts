/** The presets of each format: the wishes of a group of receivers, by name. docs/design/exports-and-delivery.md#formats. */
import { type DocumentFormat, findDocumentFormat } from '../documents/formats.ts'
import { defaultPreset } from './export-input.ts'

type FileForm = { readonly mediaType: string; readonly fileExtension: string }

type PresetRow = {
  readonly format: DocumentFormat
  readonly preset: string
  readonly meaning: string
  /** Absent: that of the format. */
  readonly file?: FileForm
}

/** A document and what it refers to in one file. */
const zip = { mediaType: 'application/zip', fileExtension: '.zip' } as const

/** The PDF that HL7 v2 and CDA carry: D135. */
export const pdfInMessages = 'archive-1b'

/** The PDF that a link opens. D144 */
export const pdfOfLinks = 'plain'

// biome-ignore format: one row a line
export const presets = [
  { format: 'bundle', preset: defaultPreset, meaning: 'The FHIR document as it was approved.' },
  { format: 'hl7v2',  preset: defaultPreset, meaning: 'As adrm-strict, but a letter that no number leads to its recipient is an ORU^R01.' },
  { format: 'hl7v2',  preset: 'adrm-strict', meaning: 'ADRM 2021.1: letters and referrals as REF^I12 Level 1, everything else as ORU^R01.' },
  { format: 'hl7v2',  preset: 'adrm-strict-level-2', meaning: 'As adrm-strict, with REF^I12 Level 2: supporting information in groups of its own.' },
  { format: 'hl7v2',  preset: 'practice-classic', meaning: 'ORU^R01 of HL7 v2.4 in ISO 8859-1, for older practice software.' },
  { format: 'hl7v2',  preset: 'practice-classic-rtf', meaning: 'As practice-classic, with RTF before the PDF.' },
  { format: 'hl7v2',  preset: 'practice-classic-2.3.1', meaning: 'As practice-classic, as HL7 v2.3.1.' },
  { format: 'hl7v2',  preset: 'hospital-mdm', meaning: 'HL7 v2.5.1 MDM: T02 original, T10 replacement, T11 cancel.' },
  { format: 'cda',    preset: defaultPreset, meaning: 'A general clinical document: one XML file of narrative, uncoded.' },
  { format: 'cda',    preset: 'general-1A', file: zip, meaning: 'A general clinical document as header and PDF, of no guide.' },
  { format: 'cda',    preset: 'shared-health-summary-3A', meaning: "The Agency's Shared Health Summary 1.4, level 3A: coded sections and entries." },
  { format: 'cda',    preset: 'event-summary-3A', meaning: "The Agency's Event Summary 1.3, level 3A." },
  { format: 'cda',    preset: 'specialist-letter-1A', file: zip, meaning: "The Agency's Specialist Letter 1.3, level 1A: header and PDF." },
  { format: 'cda',    preset: 'specialist-letter-3A', meaning: "The Agency's Specialist Letter 1.3, level 3A." },
  { format: 'cda',    preset: 'discharge-summary-1A', file: zip, meaning: "The Agency's Discharge Summary 3.4, level 1A: header and PDF." },
  { format: 'cda',    preset: 'discharge-summary-3A', meaning: "The Agency's Discharge Summary 3.4, level 3A." },
  { format: 'cda',    preset: 'ereferral-3A', meaning: "The Agency's eReferral 2.2, level 3A." },
  { format: 'pdf',    preset: defaultPreset, meaning: 'PDF/A-3a and PDF/UA-1: with the structure that readers by program need.' },
  { format: 'pdf',    preset: pdfOfLinks, meaning: 'As default, and never with the FHIR document attached: for links, and for the folder of a fax gateway.' },
  { format: 'pdf',    preset: pdfInMessages, meaning: 'PDF/A-1b, as messages carry it.' },
  { format: 'rtf',    preset: defaultPreset, meaning: 'RTF 1.9.' },
  { format: 'html',   preset: defaultPreset, meaning: 'One HTML file without remote content or script.' },
  { format: 'text',   preset: defaultPreset, meaning: 'Plain text in UTF-8.' },
] as const satisfies readonly PresetRow[]

export const isPreset = (format: string, preset: string): boolean =>
  presets.some((row) => row.format === format && row.preset === preset)

/** Each HL7 v2 message, and CDA whose body is the page: whoever keeps forms hands them the kept PDF. */
export const carriesPdf = (format: string, preset: string): boolean =>
  format === 'hl7v2' || (format === 'cda' && preset.endsWith('-1A'))

export const presetsOf = (format: string): readonly string[] =>
  presets.filter((row) => row.format === format).map(({ preset }) => preset)

/** Of every file that there is. */
export const fileMediaTypes: readonly string[] = [
  ...new Set(presets.map(({ format, preset }) => findFileForm(format, preset).mediaType)),
]

/** The file that a preset of a format gives. */
export function findFileForm(format: string, preset: string): FileForm {
  const rows: readonly PresetRow[] = presets
  const row = rows.find((candidate) => candidate.format === format && candidate.preset === preset)
  return row?.file ?? findDocumentFormat(format)
}
