import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import type { Note } from '../../src/core/clinical-note.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderPdf } from '../../src/exports/pdf/pdf.ts'
import { renderRtf } from '../../src/exports/rtf/rtf.ts'
import { escapeRtf } from '../../src/exports/rtf/text.ts'
import {
  exampleDocumentId,
  exampleExport,
  exampleNote,
  exampleRecalledExport,
  exampleSection,
  exampleStatement,
  hostileNote,
} from '../builders.ts'
import { runJudge, testWithPrograms } from '../judges.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const golden = (name: string): string => readFileSync(join(import.meta.dirname, '../fixtures', name), 'utf8')

function writeBytes(name: string, bytes: Uint8Array): string {
  const path = join(makeScratchFolder('page'), name)
  writeFileSync(path, bytes)
  return path
}

const writePdf = async (input: ExportInput): Promise<string> => writeBytes('document.pdf', await renderPdf(input))

/** Reads a PDF as a person does, line by line. */
const readPdf = async (input: ExportInput): Promise<string> => {
  const { said } = runJudge('pdftotext', ['-layout', await writePdf(input), '-'])
  const lines = said.split(/[\n\f]/).map((line) => line.replace(/\s+/g, ' ').trim())
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const longNote: Note = {
  ...exampleNote,
  sections: [
    exampleSection(
      'subjective',
      Array.from({ length: 90 }, (_, index) =>
        exampleStatement(`${index}`, `Statement ${index}. ${'More of it. '.repeat(index)}`),
      ),
    ),
  ],
}

const draft = (input: ExportInput): ExportInput => ({
  ...input,
  bundle: JSON.parse(JSON.stringify(input.bundle).replace('"status":"final"', '"status":"preliminary"')) as Bundle,
})

test('docs/design/exports-and-delivery.md#formats: the same input gives the same bytes, another edition another file identifier', async () => {
  const [once, again, recalled] = await Promise.all([
    renderPdf(exampleExport()),
    renderPdf(exampleExport()),
    renderPdf(exampleRecalledExport()),
  ])
  const identifierOf = (bytes: Uint8Array) => /\/ID \[([^\]]+)\]/.exec(Buffer.from(bytes).toString('latin1'))?.[1]

  expect(Buffer.compare(once, again)).toBe(0)
  expect(identifierOf(once)).toBeDefined()
  expect(identifierOf(recalled)).not.toBe(identifierOf(once))
})

testWithPrograms('pdftotext')('PDF: the example reads as on file', async () => {
  expect(await readPdf(exampleExport())).toBe(golden('pdf/original.txt'))
})

testWithPrograms('qpdf').each<[string, ExportInput]>([
  ['a document', exampleExport()],
  ['a recalled document', exampleRecalledExport()],
  ['hostile text', exampleExport(hostileNote)],
  ['many pages', exampleExport(longNote)],
])('PDF 1.4: qpdf finds no fault in %s', async (_, input) => {
  const { status, said } = runJudge('qpdf', ['--check', await writePdf(input)])

  expect([status, said]).toEqual([0, expect.stringContaining('No syntax or stream encoding errors found')])
})

testWithPrograms('pdffonts', 'qpdf')(
  'ISO 19005-1: fonts are embedded, nothing is transparent, the metadata says 1b',
  async () => {
    const path = await writePdf({ ...exampleRecalledExport(hostileNote), preset: 'archive-1b' })

    const fonts = runJudge('pdffonts', [path]).said.trim().split('\n').slice(2)
    const source = runJudge('qpdf', ['--qdf', '--object-streams=disable', path, '-']).said

    expect(fonts.map((line) => line.split(/\s+/).slice(-5, -2))).toEqual([
      ['yes', 'yes', 'yes'],
      ['yes', 'yes', 'yes'],
      ['yes', 'yes', 'yes'],
    ])
    expect(source).toMatch(/pdfaid:part>1<[\s\S]*pdfaid:conformance>B</)
    expect(source.match(/\/CIDSet/g)).toHaveLength(3)
    expect(source).not.toMatch(/\/(?:SMask|ca|CA|JavaScript|EmbeddedFile|Encrypt)\b/)
    expect(source).toMatch(/%PDF-1\.4/)
  },
)

testWithPrograms('pdftotext')('PDF: every page tells the patient, the document and its own number', async () => {
  const { said } = runJudge('pdftotext', ['-layout', await writePdf(exampleExport(longNote)), '-'])
  const pages = said.split('\f').filter((page) => page.trim() !== '')

  expect(pages.length).toBeGreaterThan(5)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Ms Maeve Rose QUILLINAN')
    expect(page).toContain('8003 6081 6669 0503')
    expect(page).toContain(`Document ${exampleDocumentId}`)
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  expect(said.match(/Statement \d+\./g)).toHaveLength(90)
})

testWithPrograms('pdftotext').each([20, 33, 34, 35, 36, 37, 38])(
  'PDF: the signature under %i statements stands below the end of the note',
  async (length) => {
    const statements = Array.from({ length }, (_, index) => exampleStatement(`${index}`, `Statement ${index + 1}.`))
    const note = { ...exampleNote, sections: [exampleSection('plan', statements)] }

    const { said } = runJudge('pdftotext', ['-layout', await writePdf(exampleExport(note)), '-'])

    const signed = said.split('\f').find((page) => page.includes('Approved electronically'))
    expect(signed).toContain(`Statement ${length}.`)
  },
)

testWithPrograms('pdftotext')('PDF: what no one may rely on says so', async () => {
  const recalled = await readPdf(exampleRecalledExport())
  const preliminary = await readPdf(draft(exampleExport()))

  expect(recalled).toContain('RECALLED. Withdrawn on 16 Mar 2026, 08:05 (UTC+08:00). Do not rely on it.')
  // The word behind the text is no text.
  expect(recalled.match(/RECALLED/g)).toHaveLength(2)
  expect(recalled.split('\n').filter((line) => /^\W*[A-Z]{1,3}\W*$/.test(line))).toEqual([])
  expect(preliminary).toContain('DRAFT. Not approved by a clinician.')
  expect(preliminary).toContain('Not yet approved.')
  expect(preliminary).not.toContain('Approved electronically')
})

testWithPrograms('pdftotext')('PDF: hostile text is all there, an override reorders nothing', async () => {
  const text = await readPdf(exampleExport(hostileNote))

  expect(text).toContain('</li></text><script>alert("x")</script> & &amp; &#x41; ]]> <!-- -->')
  expect(text).toContain('王小明 \u{1F600} \u{1FA7A} \u{20089} é ﬁ ½ µg')
  expect(text).toContain('txet desrever and isolated')
  expect(text).toContain('שלום עולם')
  expect(text).toContain('مرحبا')
  expect(text).toContain('Nothing recorded.')
  expect(text).not.toContain('Never part of the document?')
})

test('PDF: a patient name of any length leaves room for the note', async () => {
  const bundle = JSON.parse(
    JSON.stringify(exampleExport().bundle).replaceAll('Quillinan', 'Q'.repeat(20_000)),
  ) as Bundle

  const bytes = await renderPdf({ ...exampleExport(), bundle })

  expect(bytes.length).toBeLessThan(60_000)
})

test('RTF 1.9: the example is the one on file, in 7-bit ASCII', () => {
  const bytes = renderRtf(exampleExport())

  expect(new TextDecoder().decode(bytes)).toBe(golden('rtf/original.rtf'))
  expect(renderRtf(exampleExport(hostileNote)).every((byte) => byte < 0x80)).toBe(true)
})

test.each([
  ['{\\par}', '\\{\\\\par\\}'],
  ['é', '\\u233?'],
  ['\u{1F600}', '\\u-10179?\\u-8704?'],
  ['a\tb\nc', 'a b\\line c'],
])('RTF 1.9 Unicode RTF: %j is escaped', (text, escaped) => {
  expect(escapeRtf(text)).toBe(escaped)
})

test('RTF 1.9: braces balance whatever the text', () => {
  const rtf = new TextDecoder().decode(renderRtf(exampleRecalledExport(hostileNote)))
  const braces = rtf.replace(/\\[\\{}]/g, '').replace(/[^{}]/g, '')

  let depth = 0
  const depths = [...braces].map((brace) => (depth += brace === '{' ? 1 : -1))

  expect(depths.at(-1)).toBe(0)
  expect(depths.slice(0, -1).every((level) => level > 0)).toBe(true)
})

testWithPrograms('soffice')('RTF 1.9: LibreOffice reads headings, list and every character', () => {
  const path = writeBytes('document.rtf', renderRtf(exampleRecalledExport(hostileNote)))
  const profile = `-env:UserInstallation=file://${makeScratchFolder('office')}`
  const directory = join(path, '..')

  runJudge('soffice', [profile, '--headless', '--convert-to', 'fodt', '--outdir', directory, path])

  const text = readFileSync(join(directory, 'document.fodt'), 'utf8')
  expect(text.match(/<text:h [^>]*text:outline-level="2"/g)).toHaveLength(2)
  expect(text).toContain('RECALLED')
  expect(text).toContain('王小明 \u{1F600} \u{1FA7A} \u{20089}')
  expect(text).toContain('{\\rtf1 \\par \\bin9999 }}} \\u65? {\\*\\')
  expect(text).toContain('שלום עולם, مرحبا')
})
