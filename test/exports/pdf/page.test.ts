import { expect, test } from '@jest/globals'
import { renderPdf } from '../../../src/exports/pdf/pdf.ts'
import { exampleExport, exampleNote, exampleRecipient, exampleSection, exampleStatement } from '../../builders.ts'
import { testWithPrograms } from '../../judges.ts'
import { exportOf, letterExport, readPages, sectionOf } from './rendered.ts'

const testText = testWithPrograms('pdftotext')

testText('D137: a letter shows its addressee and the day, greets, and closes above the signature', async () => {
  const [page = ''] = await readPages(letterExport())
  const order = [
    'Karri Grove',
    'Dr Anh Nguyen',
    'Harbour Hospital',
    '1 Harbour Street',
    'Fax 08 7010 0201',
    'Dear Dr Nguyen',
  ]
  const places = [...order, 'Sore throat', 'Yours sincerely', 'Approved electronically'].map((text) =>
    page.indexOf(text),
  )

  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(page).toMatch(/Dr Anh Nguyen 14 Mar 2026/)
})

testText('D137: a note to nobody has no addressee and greets nobody', async () => {
  const [page = ''] = await readPages(exampleExport())

  expect(page).not.toMatch(/Dear|Yours|Nguyen/)
})

const longTable = `<table><caption>Blood tests</caption><thead><tr><th>Test</th><th>Value</th></tr></thead><tbody>${Array.from(
  { length: 120 },
  (_, row) => `<tr><td>Test ${row}.</td><td>${row * 7} mmol/L</td></tr>`,
).join('')}</tbody></table>`

testText('PDF: a table that goes on has its head again on each page, and each row once', async () => {
  const pages = await readPages(exportOf(sectionOf('Results', longTable)))

  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page).toMatch(/Blood tests\n+ ?Test Value/)
  expect(pages.join('').match(/Test \d+\. \d+ mmol\/L/g)).toHaveLength(120)
})

testText('PDF: nested sections, lists in lists, and tables in cells are all there in their order', async () => {
  const inner = sectionOf('Inner', '<ol><li>first<ul><li>deeper</li></ul></li><li>second</li></ol>')
  const table =
    '<table><tr><td rowspan="2">Left<table><tr><td>nested 1</td><td>nested 2</td></tr></table></td><td>top</td></tr><tr><td>bottom</td></tr></table>'
  const [page = ''] = await readPages(
    exportOf(sectionOf('Outer', `<p>Before.</p>${table}`, [inner]), sectionOf('Last', '<p>End.</p>')),
  )
  const places = [
    'Outer',
    'Before.',
    'Left',
    'nested 1',
    'Inner',
    '1. first',
    '• deeper',
    '2. second',
    'Last',
    'End.',
  ].map((text) => page.indexOf(text))

  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(page).toContain('nested 2')
  expect(page).toContain('bottom')
})

const columns = (name: string, tag: string): string =>
  Array.from({ length: 200 }, (_, at) => `<${tag}>${name}${at}</${tag}>`).join('')

testText('PDF: a table of 200 columns is written out by row, each cell with its head', async () => {
  const pages = await readPages(
    exportOf(sectionOf('Wide', `<table><tr>${columns('H', 'th')}</tr><tr>${columns('v', 'td')}</tr></table>`)),
  )

  const text = pages.join(' ').replace(/\s+/g, ' ')
  expect(text.match(/H\d+: v\d+/g)?.length).toBeGreaterThanOrEqual(195)
  expect(text).toContain('v199')
})

testText('PDF: tables nested a hundred deep and three thousand rows are rendered whole', async () => {
  const nested = `${'<table><tr><td>in '.repeat(100)}core${'</td></tr></table>'.repeat(100)}`
  const row = `<table>${Array.from({ length: 3_000 }, (_, at) => `<tr><td>r${at}x</td></tr>`).join('')}</table>`
  const pages = await readPages(exportOf(sectionOf('Deep', nested), sectionOf('Long', row)))

  const text = pages.join('\n')
  expect(text).toContain('core')
  expect(text.match(/\br\d+x\b/g)).toHaveLength(3_000)
})

testText('PDF: with a wish for it, sections that hold nothing are left out', async () => {
  const empty = { ...sectionOf('Immunisations', '<p>Nothing recorded.</p>'), emptyReason: { text: 'Nothing recorded' } }
  const input = exportOf(sectionOf('Plan', '<p>Rest.</p>'), empty)
  const [withIt = ''] = await readPages(input)
  const [without = ''] = await readPages({ ...input, appearance: { omitEmptySections: true } })

  expect(withIt).toContain('Immunisations')
  expect(without).not.toContain('Immunisations')
  expect(without).toContain('Rest.')
})

testText.each([
  ['No known allergies', '<p>No known allergies.</p>'],
  ['Nil Known', ''],
  ['Not asked', '<p>not asked</p>'],
  ['Nothing recorded', '<p>No known allergies.</p>'],
])('PDF: the wish leaves no section out that tells something: %s, %s', async (reason, content) => {
  const section = { ...sectionOf('Allergies', content), emptyReason: { text: reason } }
  const input = exportOf(sectionOf('Plan', '<p>Rest.</p>'), section)

  expect((await readPages({ ...input, appearance: { omitEmptySections: true } }))[0]).toContain('Allergies')
})

testText.each([40, 44, 46, 47, 48, 49, 50])(
  'PDF: at least three lines of the text stand with the signature, of %i',
  async (length) => {
    const statements = Array.from({ length }, (_, index) => exampleStatement(`${index}`, `Statement ${index + 1}.`))
    const note = { ...exampleNote, sections: [exampleSection('plan', statements)] }

    const pages = await readPages({ ...exampleExport(note), recipient: exampleRecipient })

    const signed = pages.find((page) => page.includes('Approved electronically'))
    for (const back of [0, 1, 2]) expect(signed).toContain(`Statement ${length - back}.`)
  },
)

test('docs/design/exports-and-delivery.md#formats: what a thread rendered before changes no byte', async () => {
  const input = exportOf(sectionOf('A', '<p>A\u030a \u212b K \u212a o\u0331 שלום مرحبا سلام สวัสดี 王 한</p>'))
  const before = await renderPdf(input)
  await renderPdf(exportOf(sectionOf('B', '<p>\u212b \u00a0 \u212a ลาว ﻣﺮ مر 한국어 e\u0331 ß 가나다 \u00c5</p>')))

  expect(Buffer.compare(before, await renderPdf(input))).toBe(0)
})
