/** Reads a message by its text alone, and makes inputs of other kinds of documents. */
import type { Bundle, Composition, Resource } from '@medplum/fhirtypes'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderHl7v2 } from '../../../src/exports/hl7v2/hl7v2.ts'
import { exampleRecipient } from '../../builders.ts'

/** Every export of a test takes this one, as drawing a PDF says nothing here. */
export const examplePdf = Buffer.from('%PDF-1.4 example')

export const renderText = async (input: ExportInput): Promise<string> =>
  Buffer.from(await renderHl7v2({ pdf: examplePdf, ...input })).toString('utf8')

export const segmentsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\r')
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('MSH') ? ['MSH', ...line.slice(3).split('|')] : line.split('|')))

/** The fields of every segment of a name. */
export const fieldsOf = (text: string, segment: string, field: number): readonly string[] =>
  segmentsOf(text)
    .filter(([name]) => name === segment)
    .map((fields) => fields[field] ?? '')

export const fieldOf = (text: string, segment: string, field: number): string => fieldsOf(text, segment, field)[0] ?? ''

export const namesOf = (text: string): readonly string[] => segmentsOf(text).map(([name = '']) => name)

/** The same document with another of its resources changed. */
export function changed<R extends Resource>(
  input: ExportInput,
  type: R['resourceType'],
  change: (resource: R) => Resource,
): ExportInput {
  const entry = (input.bundle.entry ?? []).map((item) =>
    item.resource?.resourceType === type ? { ...item, resource: change(item.resource as R) } : item,
  )
  return { ...input, bundle: { ...input.bundle, entry } as Bundle }
}

/** The document under another LOINC code. */
export const ofType = (input: ExportInput, code: string, display: string): ExportInput =>
  changed<Composition>(input, 'Composition', (composition) => ({
    ...composition,
    type: { coding: [{ system: 'http://loinc.org', code, display }] },
  }))

/** A letter to the example's recipient. */
export const asLetter = (input: ExportInput): ExportInput => ({
  ...ofType(input, '51852-2', 'Letter'),
  recipient: exampleRecipient,
})
