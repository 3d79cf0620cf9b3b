/** The facts of a document as programs that are not ours read them in each form: the table of docs/exports.md, measured. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { documentFormatNames } from '../../src/documents/formats.ts'
import { linesOf } from '../../src/exports/block-lines.ts'
import { readDocumentFacts } from '../../src/exports/document-facts.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { exampleExport, exampleNote, exampleRecipient, exampleSection, exampleStatement } from '../builders.ts'
import { testWithPrograms } from '../judges.ts'
import { comparable, readByOthers } from './outside-readers.ts'

/** A referral of the example, with signs that each form escapes. */
function referral(): ExportInput {
  const plan = exampleSection('plan', [
    exampleStatement(
      'p1',
      'Amoxicillin 500 mg three times a day, <10 days & "with food" | ½ \\ {x} ^ ~ é µ “quoted” – dash.',
    ),
  ])
  const input = exampleExport({ ...exampleNote, sections: [...exampleNote.sections.slice(0, 3), plan] })
  const composition = input.bundle.entry?.[0]?.resource as Composition
  composition.type = {
    coding: [{ system: 'http://loinc.org', code: '57133-1', display: 'Referral note' }],
    text: 'Referral',
  }
  return { ...input, recipient: exampleRecipient }
}

/** Each fact with the spellings in which a form may have it. */
const facts: Readonly<Record<string, readonly string[]>> = {
  "patient's name": ['Maeve Rose Quillinan', 'Quillinan|Maeve|Rose', '"family":"Quillinan"', 'QuillinanMaeveRose'],
  'date of birth': ['1984-09-02', '19840902', '2 Sep 1984'],
  sex: ['"gender":"female"', '|F|', 'Female'],
  IHI: ['8003608166690503'],
  'Medicare number': ['29529364811', '2952936481 1', '295293648 1 / 1', '2952 93648 1 / 1'],
  'record number': ['KG-0417'],
  "patient's address": ['7 Boobook Lane'],
  "patient's telephone": ['0491 570 156'],
  author: ['Tobias Adeyemi', 'Adeyemi|Tobias', '"family":"Adeyemi"', 'AdeyemiTobias'],
  "author's HPI-I": ['8003619900015717'],
  "author's provider number": ['2458671W'],
  "sender's name": ['Karri Grove Family Practice'],
  "sender's HPI-O": ['8003628233352432'],
  recipient: ['Dr Anh Nguyen', 'Nguyen|Anh', 'NguyenAnh'],
  "recipient's organisation": ['Harbour Hospital'],
  "recipient's provider number": ['2122661L'],
  "recipient's HPI-I": ['8003610000021101'],
  "recipient's HPI-O": ['8003626566692846'],
  "recipient's fax": ['08 7010 0201', '08|70100201'],
  'code of the type': ['57133-1'],
  'codes of sections': ['61150-9'],
  'codes of diagnoses': ['195967001'],
  'doses in code': ['"dosage"'],
  'doses in words': ['Takes paracetamol 500 mg four times a day'],
  'time of the consultation': ['2026-03-14T02:45', '202603141045', '14 Mar 2026, 10:45'],
  'time of the approval': ['2026-03-14T03:20', '202603141120', '14 Mar 2026, 11:20'],
}

const page = readFileSync(join(import.meta.dirname, '../../docs/exports.md'), 'utf8')

/** The rows of the table that begins with this head. */
function readTable(head: string): ReadonlyMap<string, readonly string[]> {
  const [, rows = ''] = page.split(`\n| ${head} |`)
  const lines = rows.split('\n\n')[0]?.split('\n').slice(2) ?? []
  return new Map(
    lines.map((line) => {
      const [name = '', ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return [name, cells]
    }),
  )
}

const hasReaders = spawnSync('python3', ['-c', 'import hl7, lxml']).status === 0
const testByOthers = hasReaders ? testWithPrograms('pdftotext', 'soffice') : test.skip

testByOthers(
  'docs/exports.md: each form has the facts that the table says, as programs read them that are not ours',
  async () => {
    const input = referral()
    const shown = new Map<string, string>()
    for (const format of documentFormatNames)
      shown.set(format, readByOthers(format, (await renderFormat(format, input)).bytes))

    const measured = new Map(
      Object.entries(facts).map(([fact, spellings]) => [
        fact,
        documentFormatNames.map((format) =>
          spellings.some((spelling) => shown.get(format)?.includes(comparable(spelling))) ? 'yes' : 'no',
        ),
      ]),
    )

    expect(readTable(`Fact | ${documentFormatNames.map((name) => `\`${name}\``).join(' | ')}`)).toEqual(measured)
  },
)

testByOthers.each(documentFormatNames.filter((format) => format !== 'bundle'))(
  'R4 composition.html: the narrative of %s is the Bundle’s, sign by sign, as another program reads it',
  async (format) => {
    const input = referral()
    const lines = readDocumentFacts(input.bundle).sections.flatMap(({ title, blocks }) => [title, ...linesOf(blocks)])

    const shown = readByOthers(format, (await renderFormat(format, input)).bytes)

    expect(lines.length).toBeGreaterThan(10)
    for (const line of lines) expect(shown).toContain(comparable(line.replace(/^- /, '')))
  },
)
