import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { renderPdf } from '../../../src/exports/pdf/pdf.ts'
import { exampleExport, exampleNote, exampleSection, exampleStatement } from '../../builders.ts'
import { runJudge, testWithPrograms } from '../../judges.ts'

const noteOf = (text: string) =>
  exampleExport({ ...exampleNote, sections: [exampleSection('subjective', [exampleStatement('1', text)])] })

testWithPrograms('pdftotext').each([
  ['a word of a million characters', 'word'.repeat(250_000)],
  ['twenty thousand emoji and spaces', '\u{1F600} '.repeat(20_000)],
  ['twenty thousand combining marks', `e${'\u0331'.repeat(20_000)}`],
])(
  'PDF: %s stands on the pages as a whole',
  async (_, text) => {
    const path = join(mkdtempSync(join(tmpdir(), 'banksia-pasted-')), 'document.pdf')
    writeFileSync(path, await renderPdf(noteOf(text)))

    const { said } = runJudge('pdftotext', ['-raw', path, '-'])

    const [sample = ''] = text
    expect(said.split(sample).length - 1).toBeGreaterThanOrEqual(text.split(sample).length - 1)
  },
  60_000,
)
