/** CDA documents as document Bundles: the Agency's samples, our own, and hostile ones. CDA R2; R4 documents.html. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { listShapeFaults } from '../../src/commands/conversion/document-shape.ts'
import { describeDocument } from '../../src/commands/conversion/read-document.ts'
import { parseJson } from '../../src/core/json.ts'
import { linesOf } from '../../src/exports/block-lines.ts'
import { renderCda } from '../../src/exports/cda/cda.ts'
import { readCda } from '../../src/exports/cda-reader/read-cda.ts'
import { listBelow, textOf } from '../../src/exports/cda-reader/xml-nodes.ts'
import { checkDocument } from '../../src/exports/check-document.ts'
import { readDocumentFacts } from '../../src/exports/document-facts.ts'
import { findIdentifier } from '../../src/exports/facts/people-facts.ts'
import type { SectionFacts } from '../../src/exports/facts/section-facts.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { findRecordNumber } from '../../src/exports/in-use.ts'
import { readXmlTree, type XmlNode } from '../../src/profiles/xml/xml-tree.ts'
import { exampleExport, exampleRecalledExport, exampleRecipient, hostileNote } from '../builders.ts'
import { sharedPath, testWithShared } from '../judges.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

const samples = ['ds-3A', 'ereferral-3A', 'shs-3A', 'shs-1A-nonxmlbody', 'es-3A-2012', 'pathology-3A-max']

const readSample = (name: string): Buffer => readFileSync(join(sharedPath('cda/examples'), `${name}.xml`))

function read(bytes: Uint8Array) {
  const found = readCda(bytes)
  if (found === undefined) throw new Error('no CDA document')
  return found
}

/** Paragraphs of a cell are separated by semicolons. */
const wordsOf = (text: string): readonly string[] => text.split(/[\s|;]+/).filter((word) => word !== '' && word !== '-')

const listLines = (sections: readonly SectionFacts[]): readonly string[] =>
  sections.flatMap(({ title, blocks, sections: inner }) => [title, ...linesOf(blocks), ...listLines(inner)])

/** What a person reads in the sections of the CDA document. */
const listRead = (root: XmlNode): readonly string[] =>
  listBelow(root, 'section').flatMap((section) =>
    section.children.flatMap((child) => {
      if (typeof child === 'string' || !['title', 'text'].includes(child.name)) return []
      return listTexts(child)
    }),
  )

const listTexts = (node: XmlNode): readonly string[] =>
  node.children.flatMap((child) => (typeof child === 'string' ? [child] : listTexts(child)))

testWithShared('cda/examples').each(samples)(
  'CDA R2 4.3: the sample %s is a document Bundle of R4 with every word of its sections, and goes into each form',
  async (name) => {
    const bytes = readSample(name)

    const { bundle, left } = read(bytes)

    expect(listShapeFaults(await openTestDefinitions(), parseJson(JSON.stringify(bundle)))).toEqual([])
    expect(checkDocument('pdf', describeDocument(bundle))).toEqual([])
    const shown = new Set(listLines(readDocumentFacts(bundle).sections).flatMap(wordsOf))
    const lost = listRead(readXmlTree(bytes))
      .flatMap(wordsOf)
      .filter((word) => !shown.has(word) && !/^\d+\.$/.test(word))
    expect(lost).toEqual([])
    expect(left.some((line) => line.includes('/entry is not carried as code'))).toBe(true)
    for (const format of ['html', 'text', 'rtf'] as const)
      expect((await renderFormat(format, describeDocument(bundle))).bytes.length).toBeGreaterThan(500)
  },
)

testWithShared('cda/examples')(
  'CDA R2 4.2: people, numbers, times and codes of a sample are those of the Bundle',
  () => {
    const { bundle, left } = read(readSample('ds-3A'))
    const facts = readDocumentFacts(bundle)
    const composition = bundle.entry?.[0]?.resource as Composition

    expect(facts).toMatchObject({
      type: { code: '18842-5' },
      status: 'final',
      authoredAt: '2012-04-27T13:07:00+10:00',
      patient: { gender: expect.any(String), birthDate: '1999-02-28' },
      author: { organization: { name: 'Good Hospital, Surgical Ward' } },
      custodian: { name: 'Burrill Lake Medical Centre', telecom: [{ system: 'phone', value: '0345754566' }] },
      approvedAt: '2012-04-27T13:07:00+10:00',
      encounter: { period: { start: '2010-11-10T16:33:00+10:00', end: '2010-11-11T12:08:00+10:00' } },
    })
    expect(findIdentifier(facts.patient, 'ihi')).toMatch(/^800360\d{10}$/)
    expect(findIdentifier(facts.patient, 'medicare')).toBe('4950135291')
    expect(findIdentifier(facts.custodian, 'hpio')).toBe('8003620833333789')
    expect(composition.extension?.[0]?.valueReference?.display).toBe('Dr Jane Smithson')
    expect(left).toContain('participant is not carried')
    expect(left.join()).not.toMatch(/Smithson|4950135291/)
  },
)

test('CDA R2: what we write as CDA is read again with the same facts', async () => {
  const input = { ...exampleExport(hostileNote), recipient: exampleRecipient }
  const before = readDocumentFacts(input.bundle)

  const { bundle } = read(await renderCda(input))
  const after = readDocumentFacts(bundle)

  for (const name of ['ihi', 'medicare'] as const)
    expect(findIdentifier(after.patient, name)).toBe(findIdentifier(before.patient, name))
  expect(findRecordNumber(before.patient, before.custodian)?.value).toBe(
    after.patient.identifiers.find(({ value }) => value === 'KG-0417')?.value,
  )
  expect([after.patient.name.family, after.patient.name.given]).toEqual(['Quillinan', ['Maeve', 'Rose']])
  expect([after.patient.birthDate, after.patient.gender]).toEqual(['1984-09-02', 'female'])
  expect(findIdentifier(after.author, 'hpii')).toBe('8003619900015717')
  expect(after.custodian.name).toBe(before.custodian.name)
  expect(Date.parse(after.approvedAt ?? '')).toBe(Date.parse(before.approvedAt ?? ''))
  expect(listLines(after.sections)).toEqual(listLines(before.sections))
  expect(JSON.stringify(bundle)).toContain('8003610000021101')
  expect(bundle.identifier).toEqual(input.bundle.identifier)
})

test('CDA R2: a withdrawn document is entered in error', async () => {
  expect(read(await renderCda(exampleRecalledExport())).bundle.entry?.[0]?.resource).toMatchObject({
    status: 'entered-in-error',
  })
})

const cda = (inner: string): Uint8Array =>
  Buffer.from(`<ClinicalDocument xmlns="urn:hl7-org:v3">${inner}</ClinicalDocument>`)

test.each([
  [
    'an entity',
    Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><ClinicalDocument xmlns="urn:hl7-org:v3">&b;</ClinicalDocument>'),
  ],
  ['an entity that nobody declared', cda('&b;')],
  ['a hundred levels and more', cda(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`)],
  ['half a million elements and more', cda('<a/>'.repeat(500_001))],
  ['no end', Buffer.from('<ClinicalDocument xmlns="urn:hl7-org:v3">')],
  ['no UTF-8', Buffer.concat([cda(''), Buffer.from([0xff])])],
  ['NUL', cda('\u0000')],
])('XML 1.0: a text with %s is refused with its place', (_, bytes) => {
  expect(() => readCda(bytes)).toThrow(/at line \d+, column \d+$/)
})

test('CDA R2: other XML is no document; an empty one has what it lacks', () => {
  expect(readCda(Buffer.from('<Bundle xmlns="http://hl7.org/fhir"/>'))).toBeUndefined()
  const { bundle } = read(cda(''))
  expect(checkDocument('pdf', describeDocument(bundle)).map(({ element }) => element)).toEqual([
    'Composition.subject',
    'Composition.author[0]',
    'Composition.custodian',
    'Composition.type.coding',
    'Composition.section',
  ])
})

test('CDA R2 4.3.5: markup of a narrative stays text, and nothing is fetched', () => {
  const section = (text: string) =>
    `<component><structuredBody><component><section><title>A</title><text>${text}</text></section></component></structuredBody></component>`
  const { bundle, left } = read(
    cda(
      section(
        `&lt;script&gt; &amp;amp; <linkHtml href="http://elsewhere.example/">link</linkHtml>
         <renderMultiMedia referencedObject="m"><caption>X-ray</caption></renderMultiMedia><unknown>kept</unknown>
         <list listType="ordered"><caption>Steps</caption><item>One</item></list>
         <table><caption>T</caption><tr><td colspan="2" style="x">c</td></tr></table>`,
      ),
    ),
  )
  const [first = {}] = bundle.entry ?? []
  const { div = '' } = (first.resource as Composition).section?.[0]?.text ?? {}

  expect(div).toContain('&lt;script&gt; &amp;amp;')
  expect(div).not.toMatch(/elsewhere|href|style|<unknown|<caption>Steps/)
  expect(div).toContain('<p>Steps</p><ol><li>One</li></ol>')
  expect(div).toContain('<table><caption>T</caption><tr><td colspan="2">c</td></tr></table>')
  expect(left).toContain('structuredBody/component[0]/section/text shows a picture or a file, which is not carried')
  expect(textOf(readXmlTree(Buffer.from(div)))).toContain('kept')
})
