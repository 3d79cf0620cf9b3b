import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { renderPdf } from '../../../src/exports/pdf/pdf.ts'
import { exampleExport, exampleNote, exampleSection, exampleStatement } from '../../builders.ts'
import { runJudge, testWithPrograms } from '../../judges.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'

const noteOf = (text: string) =>
  exampleExport({ ...exampleNote, sections: [exampleSection('subjective', [exampleStatement('1', text)])] })

testWithPrograms('pdftotext').each([
  ['a word of a million characters', 'word'.repeat(250_000)],
  ['twenty thousand emoji and spaces', '\u{1F600} '.repeat(20_000)],
  ['twenty thousand combining marks', `e${'\u0331'.repeat(20_000)}`],
])('PDF: %s stands on the pages as a whole', async (_, text) => {
  const path = join(makeScratchFolder('pasted'), 'document.pdf')
  writeFileSync(path, await renderPdf(noteOf(text)))

  const { said } = runJudge('pdftotext', ['-raw', path, '-'])

  const [sample = ''] = text
  expect(said.split(sample).length - 1).toBeGreaterThanOrEqual(text.split(sample).length - 1)
})

testWithPrograms('pdftotext')(
  'PDF: a title of two hundred thousand characters stands on its pages, and shortened at the foot of each',
  async () => {
    const words = Array.from({ length: 30_000 }, (_, number) => `w${number}`)
    const { bundle, ...input } = noteOf('x')
    const [first, ...others] = bundle.entry ?? []
    const resource = { ...first?.resource, title: words.join(' ') } as Composition
    const path = join(makeScratchFolder('pasted'), 'document.pdf')
    const entry = [{ ...first, resource }, ...others]
    writeFileSync(path, await renderPdf({ ...input, bundle: { ...bundle, entry } }))

    const { said } = runJudge('pdftotext', ['-raw', path, '-'])

    const shown = new Set(said.split(/\s+/))
    expect(words.filter((word) => !shown.has(word))).toEqual([])
    expect(said.split('… Document ').length).toBe(said.split('\f').length)
  },
)
