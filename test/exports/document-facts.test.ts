import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { plainLine } from '../../src/documents/plain-text.ts'
import { linesOf } from '../../src/exports/block-lines.ts'
import { readDocumentFacts } from '../../src/exports/document-facts.ts'
import { findIdentifier } from '../../src/exports/facts/people-facts.ts'
import { listBlocks } from '../../src/exports/narrative-blocks.ts'
import { ageInYears, hl7Time, readableTime } from '../../src/exports/zoned-time.ts'
import { exampleDocument, hostileNote, hostileTexts } from '../builders.ts'

test('R4 documents.html: the example document is the one on file', () => {
  const path = join(import.meta.dirname, '../fixtures/bundle/original.json')

  expect(exampleDocument()).toEqual(JSON.parse(readFileSync(path, 'utf8')))
})

test('R4 documents.html: the facts are found through the references of the document', () => {
  const facts = readDocumentFacts(exampleDocument())

  expect(findIdentifier(facts.patient, 'ihi')).toBe('8003608166690503')
  expect(findIdentifier(facts.author, 'hpii')).toBe('8003619900015717')
  expect(findIdentifier(facts.author, 'medicareProvider')).toBe('2458671W')
  expect(findIdentifier(facts.custodian, 'hpio')).toBe('8003628233352432')
  expect(facts.author).toMatchObject({
    role: { code: '253111' },
    organization: { name: 'Karri Grove Family Practice' },
  })
  expect(facts.sections.map(({ title, blocks }) => [title, linesOf(blocks).length])).toEqual([
    ['Subjective', 5],
    ['Objective', 4],
    ['Assessment', 1],
    ['Plan', 2],
  ])
})

test('R4 documents.html: a Bundle without its Composition is refused', () => {
  expect(() => readDocumentFacts({ resourceType: 'Bundle', type: 'document' })).toThrow('begins with its Composition')
})

test('R4 narrative.html: what was written into the narrative is read out of it', () => {
  const [section] = readDocumentFacts(exampleDocument(hostileNote)).sections

  expect(section?.blocks).toEqual([
    {
      kind: 'list',
      isOrdered: false,
      items: hostileTexts.map((text) => [{ kind: 'paragraph', text: plainLine(text) }]),
    },
  ])
})

test.each([
  ['<div><h2>Plan</h2>Rest<br/>Fluids<!-- <p>no</p> --></div>', ['Plan', 'Rest', 'Fluids']],
  ['<table><tr><th>Drug</th><td>5&nbsp;mg</td></tr></table>', ['Drug | 5 mg']],
  ['<ul><li>One <b>bold</b></li><li><p>Two</p><p>more</p></li></ul>', ['- One bold', '- Two', '  more']],
  ['<ol><li>One<ul><li>a</li><li>b</li></ul></li><li>Two</li></ol>', ['1. One', '  - a', '  - b', '2. Two']],
  ['<dl><dt>Term</dt><dd>Meaning</dd><dd>Another</dd></dl>', ['- Term', '  Meaning', '  Another']],
  [
    '<table><caption>Doses</caption><tr><td>A</td><td><table><tr><td>x</td><td>y</td></tr></table></td></tr></table>after',
    ['Doses', 'A | x | y', 'after'],
  ],
  ['<table><tr><td>A<td>B<tr><td>C</table>', ['A | B', 'C']],
  ['<ul>loose<li>One</li></ul>', ['- One', 'loose']],
  ['<img alt="Chart of a &lt; b" src="x>y"/><p title="a>b">Text</p></p></table>', ['Chart of a < b', 'Text']],
  [
    '<p>a &lt; b &amp;amp; &#169; &#xA9; &unknown; &#99999999; 3 < 4</p>',
    ['a < b &amp; © © &unknown; &#99999999; 3 < 4'],
  ],
  [
    '<p>150 x 10<sup>9</sup>/L, 10<sup>-3</sup>, 10 <sup> 12 </sup> cells, 25 kg/m<sup>2</sup></p>',
    ['150 x 10⁹/L, 10^-3, 10 ^12 cells, 25 kg/m²'],
  ],
  ['H<sub>2</sub>O, HbA<sub>1c</sub>, the 5<sup>th</sup> day, Ca<sup>2+</sup>', ['H₂O, HbA₁c, the 5th day, Ca^2+']],
  ['<p>10<span style="VERTICAL-ALIGN: /**/ super"><span>9</span></span>/L <sup></sup></p>', ['10⁹/L']],
  ['<p>2<sup>3<sup>2</sup></sup> and 10<sup>9<br/>/L</sup></p>', ['2^3² and 10⁹', '^/L']],
  ['<pre>\nMane 5 mg\n  Nocte 10 mg\r\n\r\nStop</pre><p>a\nb</p>', ['Mane 5 mg', 'Nocte 10 mg', 'Stop', 'a b']],
  ['<ul><li style="white-space: pre-wrap">a\nb</li><li>c\nd</li></ul>', ['- a', '  b', '- c d']],
  [
    '<p>&le;5 &micro;g &eacute; &Eacute; &frac12; &toString; &__proto__;<constructor> x </constructor></p>',
    ['≤5 µg é É ½ &toString; &__proto__; x'],
  ],
  ['<style>p{}</style><script>x()</script><p>Kept</p>', ['Kept']],
])('R4 narrative.html: %s', (div, lines) => {
  expect(linesOf(listBlocks(div))).toEqual(lines)
})

test.each([
  ['without quotes', 'b=', 'x'],
  ['of many quoted parts', '', 'b="" '],
])('XML 1.0 3.1: a tag of twenty megabytes %s is read', (_, start, part) => {
  const attributes = `${start}${part.repeat(20_000_000 / part.length)}`

  expect(listBlocks(`<p ${attributes}>Kept</p>`)).toEqual([{ kind: 'paragraph', text: 'Kept' }])
})

test.each([
  [
    '<tr><th>Drug</th><th>Time</th><th>Dose</th></tr><tr><td rowspan="2">Warfarin</td><td>Mane</td><td>5 mg</td></tr><tr><td>Nocte</td><td>3 mg</td></tr>',
    ['Drug | Time | Dose', 'Warfarin | Mane | 5 mg', 'Warfarin | Nocte | 3 mg'],
  ],
  [
    '<tr><th colspan="2">Pressure</th><th>Rate</th></tr><tr><td>120</td><td>80</td><td>60</td></tr><tr><td colspan="3">Seated</td></tr>',
    ['Pressure |  | Rate', '120 | 80 | 60', 'Seated'],
  ],
  ['<tr><td>A</td><td rowspan="3">x</td></tr><tr></tr><tr><td>B</td></tr>', ['A | x', 'B | x']],
  [
    `<tr><td rowspan="2">${'w'.repeat(41)}</td><td>1</td></tr><tr><td>2</td></tr>`,
    [`${'w'.repeat(41)} | 1`, '(as above) | 2'],
  ],
  [
    '<tr><td rowspan="2"><table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table></td><td>1</td></tr><tr><td>2</td></tr>',
    ['a | b; a | c | 1', 'a | b; a | c | 2'],
  ],
])('HTML 4.01 11.2.6: in lines, each cell stays in its column and its rows: %s', (rows, lines) => {
  expect(linesOf(listBlocks(`<table>${rows}</table>`))).toEqual(lines)
})

test('R4 narrative.html: spans and headers of a table are kept', () => {
  const [table] = listBlocks(
    '<table><tr><th colspan="2">A</th></tr><tr><td rowspan=\'3\'>b</td><td>c</td></tr></table>',
  )

  expect(table).toEqual({
    kind: 'table',
    caption: '',
    rows: [
      [{ isHeader: true, columns: 2, rows: 1, blocks: [{ kind: 'paragraph', text: 'A' }] }],
      [
        { isHeader: false, columns: 1, rows: 3, blocks: [{ kind: 'paragraph', text: 'b' }] },
        { isHeader: false, columns: 1, rows: 1, blocks: [{ kind: 'paragraph', text: 'c' }] },
      ],
    ],
  })
})

test('R4 narrative.html: cells of a head are headers, those of the body are what they are', () => {
  const [table] = listBlocks('<table><thead><tr><td>Drug</td></tr></thead><tbody><tr><td>A</td></tr></tbody></table>')

  expect(table).toMatchObject({ rows: [[{ isHeader: true }], [{ isHeader: false }]] })
})

test.each([
  ['2026-01-14T03:20:00Z', 'Australia/Sydney', '20260114142000+1100', '14 Jan 2026, 14:20 (UTC+11:00)'],
  ['2026-07-14T03:20:00.123Z', 'Australia/Sydney', '20260714132000+1000', '14 Jul 2026, 13:20 (UTC+10:00)'],
  ['2026-07-14T13:20:00+10:00', 'Australia/Adelaide', '20260714125000+0930', '14 Jul 2026, 12:50 (UTC+09:30)'],
  ['2026-07-14T14:30:00Z', 'Etc/UTC', '20260714143000+0000', '14 Jul 2026, 14:30 (UTC+00:00)'],
  ['2026-12-31T16:00:00Z', 'Australia/Perth', '20270101000000+0800', '1 Jan 2027, 00:00 (UTC+08:00)'],
  ['1984-09-02', 'Australia/Sydney', '19840902', '2 Sep 1984'],
  ['1984-09', 'Australia/Sydney', '198409', 'Sep 1984'],
  ['1984', 'Australia/Sydney', '1984', '1984'],
])('HL7 v2.4 2.9.47: %s in %s', (time, zone, hl7, readable) => {
  expect([hl7Time(time, zone), readableTime(time, zone)]).toEqual([hl7, readable])
})

test.each([
  ['1984-09-02', '2026-09-01T13:59:00Z', 41],
  ['1984-09-02', '2026-09-01T14:00:00Z', 42],
  ['1984-09', '2026-09-01T14:00:00Z', undefined],
  ['2027-01-01', '2026-09-01T14:00:00Z', undefined],
])('AS 5017: born %s, at %s, is %s years old in Sydney', (birthDate, at, years) => {
  expect(ageInYears(birthDate, at, 'Australia/Sydney')).toBe(years)
})
