/** HTML and plain text: the whole document, accessible, without anything that runs or fetches. */
import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { plainLine } from '../../src/documents/plain-text.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderHtml } from '../../src/exports/html/html.ts'
import { renderText } from '../../src/exports/text/text.ts'
import { exampleExport, exampleRecalledExport, exampleRecipient, hostileNote, hostileTexts } from '../builders.ts'

const read = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes)
const xhtml = (content: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`

type Section = NonNullable<Composition['section']>[number]

function withSections(...sections: readonly Section[]): ExportInput {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  const composition = bundle.entry?.[0]?.resource as Composition
  composition.type = { coding: [{ system: 'http://loinc.org', code: '57133-1' }], text: 'Referral' }
  composition.section = [...sections]
  return { ...input, bundle, recipient: exampleRecipient }
}

const section = (title: string, content: string, inner: readonly Section[] = []): Section => ({
  title,
  text: { status: 'additional', div: xhtml(content) },
  section: [...inner],
})

const doses = `<table><caption>Doses</caption><thead><tr><td colspan="2">Medicine</td></tr></thead>
  <tbody><tr><th rowspan="2">Amoxicillin</th><td>500 mg</td></tr><tr><td>250 mg</td></tr></tbody></table>`

test('WCAG 2.2 1.3.1: headings leave out no level, however deep the sections and whatever the narrative has', () => {
  const deep = [1, 2, 3, 4, 5, 6, 7].reduceRight<Section[]>(
    (inner, level) => [section(`Level ${level}`, '<h5>Own heading</h5><p>x</p>', inner)],
    [],
  )

  const html = read(renderHtml(withSections(...deep)))
  const levels = [...html.matchAll(/<h(\d)|aria-level="(\d+)"/g)].map(([, own, said]) => Number(own ?? said))

  expect(levels[0]).toBe(1)
  expect(Math.max(...levels)).toBe(9)
  expect(levels.every((level, at) => at === 0 || level <= (levels[at - 1] ?? 0) + 1)).toBe(true)
  expect(html.match(/<h1/g)).toHaveLength(1)
})

test('WCAG 2.2 1.3.1: tables have captions, headers with a scope, and their spans', () => {
  const html = read(renderHtml(withSections(section('Medicines', doses))))

  expect(html).toContain('<caption dir="auto">Doses</caption>')
  expect(html).toMatch(/<thead>\s*<tr><th scope="colgroup" colspan="2" dir="auto">Medicine<\/th><\/tr>\s*<\/thead>/)
  expect(html).toContain('<th scope="rowgroup" rowspan="2" dir="auto">Amoxicillin</th>')
})

test('CSP Level 3: the policy of the file permits its own style sheet and nothing else', () => {
  const html = read(renderHtml(exampleExport(hostileNote)))
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? []
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []

  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(html.match(/<script|<img|<link|<a |javascript:| on\w+=/g)).toBeNull()
  expect(html).toContain('<html lang="en-AU">')
})

test.each([
  ['html', renderHtml],
  ['text', renderText],
])(
  'docs/design/exports-and-delivery.md#formats: %s has every text of a hostile note, and says who it is for',
  (format, render) => {
    const shown = read(render({ ...exampleExport(hostileNote), recipient: exampleRecipient }))
    const unescaped = shown.replace(
      /&(lt|gt|amp|quot|#39);/g,
      (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" })[name] ?? '',
    )

    for (const text of hostileTexts)
      expect((format === 'html' ? unescaped : shown).replace(/\n {2}/g, ' ')).toContain(plainLine(text))
    for (const fact of [
      'Dr Anh Nguyen',
      'Fax 08 7010 0201',
      'QUILLINAN',
      '8003 6081 6669 0503',
      'Dr Tobias ADEYEMI',
      '14 Mar 2026',
    ])
      expect(shown).toContain(fact)
  },
)

test('D137: HTML and text greet and close a letter, and mark a withdrawn document', () => {
  const letter = withSections(section('Reason', '<p>Tonsillitis</p>'))

  for (const render of [renderHtml, renderText]) {
    const words = ['Dear Dr Nguyen', 'Reason', 'Tonsillitis', 'Yours sincerely'].map((part) =>
      read(render(letter)).indexOf(part),
    )
    expect(words).toEqual([...words].sort((one, other) => one - other))
    expect(words).not.toContain(-1)
    expect(read(render(exampleRecalledExport()))).toContain('RECALLED. Withdrawn on 16 Mar 2026')
  }
})

test('docs/design/exports-and-delivery.md#formats: plain text reads as on a page', () => {
  const long = 'A word '.repeat(20).trim()
  const inner = section('Inner', '<p>Deep</p>')
  const text = read(renderText(withSections(section('Medicines', `${doses}<ul><li>${long}</li></ul>`, [inner]))))

  expect(text).toContain('Medicines\n---------\nDoses\nMedicine\nAmoxicillin | 500 mg\nAmoxicillin | 250 mg\n- A word')
  expect(text).toContain('\n\nInner\n.....\nDeep\n')
  expect(text.split('\n').every((line) => line.length <= 78)).toBe(true)
  expect(text).toMatch(/\n {2}A word|\n {2}word/)
  expect(text.endsWith(`Document ${exampleExport().documentId}\n`)).toBe(true)
})
