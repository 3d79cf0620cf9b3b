/** PDFs of made documents, read by programs that others wrote. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Composition, CompositionSection } from '@medplum/fhirtypes'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderPdf } from '../../../src/exports/pdf/pdf.ts'
import { exampleExport, exampleRecipient } from '../../builders.ts'
import { runJudge } from '../../judges.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'

/** A section of the given XHTML, with others in it. */
export const sectionOf = (title: string, xhtml: string, section: CompositionSection[] = []): CompositionSection => ({
  title,
  code: { text: title },
  text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${xhtml}</div>` },
  ...(section.length === 0 ? {} : { section }),
})

/** The example, changed. */
export function changedExport(change: (composition: Composition) => void): ExportInput {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  const composition = bundle.entry?.[0]?.resource
  if (composition?.resourceType === 'Composition') change(composition)
  return { ...input, bundle }
}

/** Only these sections. */
export const exportOf = (...sections: readonly CompositionSection[]): ExportInput =>
  changedExport((composition) => {
    composition.section = [...sections]
  })

export const letterExport = (): ExportInput => ({
  ...changedExport((composition) => {
    composition.type = { coding: [{ system: 'http://loinc.org', code: '51852-2', display: 'Letter' }] }
  }),
  recipient: exampleRecipient,
})

export async function writePdf(input: ExportInput): Promise<string> {
  const path = join(makeScratchFolder('page'), 'document.pdf')
  writeFileSync(path, await renderPdf(input))
  return path
}

/** Each page as a person reads it, white space collapsed. */
export async function readPages(input: ExportInput): Promise<readonly string[]> {
  const { said } = runJudge('pdftotext', ['-layout', await writePdf(input), '-'])
  return said
    .split('\f')
    .slice(0, -1)
    .map((page) => page.replace(/[^\S\n]+/g, ' '))
}

/** The file's objects in the clear. */
export const readObjects = async (input: ExportInput): Promise<string> =>
  runJudge('qpdf', ['--qdf', '--object-streams=disable', await writePdf(input), '-']).said
