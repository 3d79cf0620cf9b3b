import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { findIdentifier, readDocumentFacts } from '../../src/exports/document-facts.ts'
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
  expect(facts.sections.map(({ title, blocks }) => [title, blocks.length])).toEqual([
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

  expect(section?.blocks).toHaveLength(hostileTexts.length)
  expect(section?.blocks[0]).toEqual({ kind: 'item', text: hostileTexts[0] })
})

test.each([
  ['<div><h2>Plan</h2>Rest<br/>Fluids<!-- <p>no</p> --></div>', ['heading:Plan', 'paragraph:Rest', 'paragraph:Fluids']],
  ['<table><tr><th>Drug</th><td>5&nbsp;mg</td></tr></table>', ['row:Drug | 5 mg']],
  ['<ul><li>One <b>bold</b></li><li><p>Two</p></li></ul>', ['item:One bold', 'paragraph:Two']],
  [
    '<p>a &lt; b &amp;amp; &#169; &#xA9; &unknown; &#99999999; 3 < 4</p>',
    ['paragraph:a < b &amp; © © &unknown; &#99999999; 3 < 4'],
  ],
  ['<style>p{}</style><script>x()</script><p>Kept</p>', ['paragraph:Kept']],
])('R4 narrative.html: %s', (div, blocks) => {
  expect(listBlocks(div).map(({ kind, text }) => `${kind}:${text}`)).toEqual(blocks)
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
