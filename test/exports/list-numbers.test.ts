/** Numbers of lists that do not count 1, 2, 3, and words that are struck out by a class alone. HTML 4.01 10.2; R4 narrative.html. */
import { spawnSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { documentFormatNames } from '../../src/documents/formats.ts'
import { linesOf } from '../../src/exports/block-lines.ts'
import { checkDocument } from '../../src/exports/check-document.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { listBlocks } from '../../src/exports/narrative-blocks.ts'
import { exampleExport } from '../builders.ts'
import { testWithPrograms } from '../judges.ts'
import { comparable, readByOthers } from './outside-readers.ts'

const three = '<li>x</li><li>y</li><li>z</li>'

test.each<[string, readonly string[]]>([
  [`<ol>${three}</ol>`, ['1. x', '2. y', '3. z']],
  [`<ol start="4">${three}</ol>`, ['4. x', '5. y', '6. z']],
  [`<ol start="-1">${three}</ol>`, ['-1. x', '0. y', '1. z']],
  ['<ol><li>x</li><li value="7">y</li><li>z</li></ol>', ['1. x', '7. y', '8. z']],
  ['<ol start="3"><li value="9">x</li><li>y</li></ol>', ['9. x', '10. y']],
  [`<ol type="a">${three}</ol>`, ['a. x', 'b. y', 'c. z']],
  [`<ol type="A" start="26">${three}</ol>`, ['Z. x', 'AA. y', 'AB. z']],
  [`<ol type="i" start="3">${three}</ol>`, ['iii. x', 'iv. y', 'v. z']],
  [`<ol type="I" start="1999">${three}</ol>`, ['MCMXCIX. x', 'MM. y', 'MMI. z']],
  [`<ol type="I" start="3999">${three}</ol>`, ['MMMCMXCIX. x', '4000. y', '4001. z']],
  [`<ol type="a" start="0">${three}</ol>`, ['0. x', 'a. y', 'b. z']],
  [`<ol style="list-style-type: upper-roman">${three}</ol>`, ['I. x', 'II. y', 'III. z']],
  [`<ol style="list-style-type: disc">${three}</ol>`, ['- x', '- y', '- z']],
  [`<ul style="list-style-type: lower-alpha">${three}</ul>`, ['a. x', 'b. y', 'c. z']],
  [`<ol reversed="reversed">${three}</ol>`, ['3. x', '2. y', '1. z']],
  [`<ol class="reversed" title="start=9">${three}</ol>`, ['1. x', '2. y', '3. z']],
  [`<ul start="4">${three}</ul>`, ['- x', '- y', '- z']],
  [`<ol start="many" type="x">${three}</ol>`, ['1. x', '2. y', '3. z']],
  ['<ol start="2"><li>x<ol type="a"><li value="3">in</li></ol></li><li>y</li></ol>', ['2. x', '  c. in', '3. y']],
])('HTML 4.01 10.2: the items of %s have their own numbers', (list, lines) => {
  expect(linesOf(listBlocks(`<div>${list}</div>`))).toEqual(lines)
})

function withNarrative(content: string): ExportInput {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  const composition = bundle.entry?.[0]?.resource as Composition
  const [first] = composition.section ?? []
  if (first !== undefined)
    first.text = { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>` }
  return { ...input, bundle }
}

const hasReaders = spawnSync('python3', ['-c', 'import hl7, lxml']).status === 0
const testByOthers = hasReaders ? testWithPrograms('pdftotext', 'soffice') : test.skip

testByOthers.each(documentFormatNames.filter((format) => format !== 'bundle'))(
  'HTML 4.01 10.2: %s has the numbers of a list that goes on, as another program reads them',
  async (format) => {
    const list =
      '<ol start="41"><li>Warfarin</li><li value="77">Digoxin</li></ol><ol type="I" start="14"><li>Stage</li></ol>'
    const shown = readByOthers(format, (await renderFormat(format, withNarrative(list))).bytes)

    const wanted =
      format === 'html' ? ['Warfarin41', 'Digoxin77', 'Stage14', 'I'] : ['41.Warfarin', '77.Digoxin', 'XIV.Stage']
    for (const words of wanted) expect(shown).toContain(comparable(words))
  },
)

test.each(['strikethrough', 'a strikethrough b', 'line-through', 'Strike'])(
  'R4 narrative.html: no form is made of a narrative with words of the class %s',
  (name) => {
    const input = withNarrative(`<p>Apixaban <span class="${name}">Warfarin</span></p>`)

    for (const format of documentFormatNames.filter((one) => one !== 'bundle'))
      expect(checkDocument(format, input)).toEqual([
        { element: 'Composition.section[0].text', message: 'has words that are struck out or hidden' },
      ])
  },
)

test('R4 narrative.html: words of another class stay, and those of the class whitespace keep their lines', () => {
  const blocks = listBlocks('<div><p class="bold">Apixaban</p><p class="tty whitespace">one\ntwo</p></div>')

  expect(checkDocument('text', withNarrative('<p class="bold strikes">Apixaban</p>'))).toEqual([])
  expect(linesOf(blocks)).toEqual(['Apixaban', 'one', 'two'])
})
