/** A megabyte of hostile XHTML: read at once, and rendered in bounds. R4 narrative.html; docs/design/exports-and-delivery.md#formats. */
import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { linesOf } from '../../src/exports/block-lines.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderHtml } from '../../src/exports/html/html.ts'
import { listBlocks } from '../../src/exports/narrative-blocks.ts'
import { renderText } from '../../src/exports/text/text.ts'
import { exampleExport } from '../builders.ts'

test('HTML 4.01 11.2.6: a megabyte of spans does not become fifty', () => {
  const cells = `<td rowspan="100" colspan="100">${'w'.repeat(40)}</td>`
  const row = `<tr>${cells.repeat(29)}<td>x</td></tr>${'<tr><td>x</td></tr>'.repeat(99)}`
  const lines = linesOf(listBlocks(`<table>${row.repeat(Math.floor(1_000_000 / row.length))}</table>`))

  expect(lines.join('\n').length).toBeLessThan(50_000_000)
})

test.each([
  '<ul><li>',
  '<table><tr><td>',
  '<div>',
  '<',
  '<a ',
  '<!--',
  '<p "',
  '&',
  '<style>',
  '<a b="',
  '<sup>',
  '<sup><i>',
  '<pre>\n',
])('R4 narrative.html: a hostile megabyte of %s is read at once, however deep it goes', (unit) => {
  const blocks = listBlocks(`<p>Kept</p>${unit.repeat(1_000_000 / unit.length)}`)

  expect(linesOf(blocks)[0]).toBe('Kept')
})

function withNarrative(content: string): ExportInput {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  const composition = bundle.entry?.[0]?.resource as Composition
  const div = `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`
  composition.section = [{ title: 'One', text: { status: 'additional', div } }]
  return { ...input, bundle }
}

test.each([
  ['a word', 'W'],
  ['open lists', '<ul><li>'],
  ['open tables', '<table><tr><td>'],
  ['cells', '<td rowspan="99" colspan="99">a'],
  ['controls', '\u202e\u0000&lt;'],
])('docs/design/exports-and-delivery.md#formats: a megabyte of %s stays in bounds', (_, unit) => {
  const content = `<p>Kept</p><table><tr>${unit.repeat(1_000_000 / unit.length)}`

  for (const render of [renderHtml, renderText]) {
    const bytes = render(withNarrative(content))
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toContain('Kept')
    expect(bytes.length).toBeLessThan(10 * content.length)
  }
})
