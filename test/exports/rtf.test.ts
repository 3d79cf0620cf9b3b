/** RTF as LibreOffice reads it: the content of the document, and its structure. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderRtf } from '../../src/exports/rtf/rtf.ts'
import { exampleExport, exampleRecipient } from '../builders.ts'
import { runJudge, testWithPrograms } from '../judges.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const xhtml = (content: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`

/** The example as a referral, with one section more. */
function withNarrative(content: string, more: Partial<NonNullable<Composition['section']>[number]> = {}): ExportInput {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  const composition = bundle.entry?.[0]?.resource as Composition
  composition.type = { coding: [{ system: 'http://loinc.org', code: '57133-1' }], text: 'Referral' }
  composition.section?.push({ title: 'Medicines', text: { status: 'additional', div: xhtml(content) }, ...more })
  return { ...input, bundle, recipient: exampleRecipient }
}

const readRtf = (input: ExportInput): string => new TextDecoder('ascii').decode(renderRtf(input))

/** As LibreOffice writes it again: OpenDocument in one file. */
function readByOffice(input: ExportInput): string {
  const directory = makeScratchFolder('rtf')
  writeFileSync(join(directory, 'document.rtf'), renderRtf(input))
  const profile = `-env:UserInstallation=file://${join(directory, 'profile')}`
  runJudge('soffice', [
    profile,
    '--headless',
    '--convert-to',
    'fodt',
    '--outdir',
    directory,
    join(directory, 'document.rtf'),
  ])
  return readFileSync(join(directory, 'document.fodt'), 'utf8')
}

const table = `<table><caption>Doses</caption><thead><tr><td colspan="2">Medicine</td><td rowspan="2">Reason</td></tr>
  <tr><td>Name</td><td>Dose</td></tr></thead>
  <tbody><tr><td rowspan="2">Amoxicillin</td><td>500 mg</td><td><ul><li>Tonsillitis</li></ul></td></tr>
  <tr><td>250 mg</td><td><table><tr><td>inner one</td><td>inner two</td></tr></table></td></tr></tbody></table>`

testWithPrograms('soffice')(
  'RTF 1.9: LibreOffice reads tables with spans and header rows, nested lists that begin at 1, and nested sections',
  () => {
    const lists = '<ol><li>One<ol><li>Inner</li></ol></li><li>Two</li></ol><ol><li>Again one</li></ol>'
    const inner = { title: 'Inner section', text: { status: 'additional' as const, div: xhtml('<p>Deep</p>') } }

    const input = withNarrative(table + lists, { section: [inner] })
    const text = readByOffice(input)

    expect(text.match(/<table:table /g)).toHaveLength(1)
    // LibreOffice 7 reads no header rows from RTF; a row that begins with this word is repeated on each page.
    expect(readRtf(input).match(/\\trhdr/g)).toHaveLength(2)
    expect(text).toContain('table:number-columns-spanned="2"')
    expect(text.match(/table:number-rows-spanned="2"/g)).toHaveLength(2)
    expect(text).toContain('inner one | inner two')
    expect(text).toMatch(/<text:h [^>]*text:outline-level="3"[^>]*>Inner section/)
    const numbered = [...text.matchAll(/<text:list [^>]*>(?:(?!<\/text:list>)[\s\S])*?(One|Again one)</g)]
    expect(numbered.map(([, item]) => item)).toEqual(['One', 'Again one'])
    expect(new Set(numbered.map(([list]) => /text:style-name="([^"]+)"/.exec(list)?.[1])).size).toBe(2)
  },
)

testWithPrograms('soffice')(
  'D137: LibreOffice reads the addressee, the salutation, the closing and the patient in the header',
  () => {
    const text = readByOffice(withNarrative('<p>Text</p>'))
      .replace(/<[^>]+>/g, '\n')
      .replace(/\n+/g, '\n')
    const places = [
      '14 Mar 2026',
      'Dr Anh Nguyen',
      'Harbour Hospital',
      'Fremantle WA 6160',
      'Dear Dr Nguyen',
      'Subjective',
    ]
      .concat('Yours sincerely', 'Dr Tobias ADEYEMI')
      .map((words) => text.lastIndexOf(`\n${words}`))

    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(places).not.toContain(-1)
    expect(text).toContain('Fax 08 7010 0201')
    expect(text).toContain('Provider no. 2122661L')
  },
)

test.each([
  ['a row of 200 cells', `<table><tr>${'<td>c</td>'.repeat(200)}</tr></table>`, 'c | c'],
  [
    'spans that overlap',
    '<table><tr><td rowspan="99">a</td><td colspan="99">b</td></tr><tr><td>d</td></tr></table>',
    'd',
  ],
  ['a table without cells', '<table><tr></tr></table><p>after</p>', 'after'],
])('RTF 1.9: %s loses nothing', (_, content, kept) => {
  expect(readRtf(withNarrative(content))).toContain(kept)
})

test.each([
  ['ordered lists', '<ol><li>a</li></ol>'],
  ['tables', '<table><tr><td rowspan="9" colspan="9">a</td></tr></table>'],
  ['open lists', '<ol><li>'],
  ['open tables', '<table><tr><td>'],
  ['a word', 'W'],
  ['controls', '{\\par\u202e\u0000'],
])('RTF 1.9: half a megabyte of %s stays in bounds', (_, unit) => {
  const content = `<p>Kept</p>${unit.repeat(Math.ceil(500_000 / unit.length))}`

  const text = readRtf(withNarrative(content))

  expect(text).toContain('Kept')
  expect(text.length).toBeLessThan(40 * content.length)
})
