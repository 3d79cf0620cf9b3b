/** CDA documents that are made to harm: entities, depth, size, other namespaces. XML 1.0; Namespaces in XML 1.0; CDA R2. */
import { expect, test } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import { describeDocument, readCdaDocument } from '../../../src/commands/conversion/read-document.ts'
import { ContentError } from '../../../src/commands/conversion/read-file.ts'
import { readCda } from '../../../src/exports/cda-reader/read-cda.ts'
import { checkDocument, DocumentRefused } from '../../../src/exports/check-document.ts'

const patient =
  '<recordTarget><patientRole><patient><name><family>Secret</family></name></patient></patientRole></recordTarget>'
const cda = (inner: string, namespace = 'urn:hl7-org:v3', before = ''): Uint8Array =>
  Buffer.from(`${before}<ClinicalDocument xmlns="${namespace}">${inner}</ClinicalDocument>`)
const body = (sections: string): string => `<component><structuredBody>${sections}</structuredBody></component>`

const firstSection = (bundle: Bundle | undefined) => {
  const composition = bundle?.entry?.[0]?.resource
  return composition?.resourceType === 'Composition' ? composition.section?.[0] : undefined
}

/** What the command says. */
function refusalOf(bytes: Uint8Array): string {
  try {
    readCdaDocument('letter.xml', bytes, () => undefined)
  } catch (error) {
    if (error instanceof ContentError) return error.message
    if (error instanceof DocumentRefused) return error.refusals.map((one) => `${one.element} ${one.message}`).join('\n')
    throw error
  }
  return ''
}

const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

test.each([
  [
    'an external entity',
    cda('<title>&x;</title>', undefined, '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  ],
  [
    'a parameter entity',
    cda('', undefined, '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://elsewhere.example/x.dtd"> %x;]>'),
  ],
  ['an external subset', cda('', undefined, '<!DOCTYPE ClinicalDocument SYSTEM "http://elsewhere.example/x.dtd">')],
  ['a billion laughs', cda('<title>&l9;</title>', undefined, `<!DOCTYPE a [<!ENTITY l0 "Secret">${laughs}]>`)],
  [
    '10,000 sections within one another',
    cda(patient + body('<component><section>'.repeat(10_000) + '</section></component>'.repeat(10_000))),
  ],
  [
    '10,000 parts of a narrative within one another',
    cda(body(`<component><section><text>${'<content>'.repeat(10_000)}`)),
  ],
  ['a million elements', cda(patient + '<a/>'.repeat(1_000_000))],
])('XML 1.0: %s is refused with its place, and without a value', (_, bytes) => {
  const said = refusalOf(bytes)

  expect(said).toMatch(/^letter\.xml is no XML: .* at line \d+, column \d+$/)
  expect(said).not.toMatch(/Secret|passwd|elsewhere/)
})

test('CDA R2 4.2.2.11: of two patients, nobody is taken', () => {
  expect(refusalOf(cda(patient + patient))).toBe('recordTarget stands more than once')
})

test.each(['urn:hl7-org:v2', 'http://hl7.org/fhir', ''])('CDA R2 1.4: the namespace "%s" is no CDA', (namespace) => {
  expect(refusalOf(cda(patient, namespace))).toBe('letter.xml is no CDA document: it has no ClinicalDocument')
})

test('CDA R2 1.4: entries of another namespace are no facts', () => {
  const entry =
    '<x:entry><x:observation classCode="OBS" moodCode="EVN"><x:code code="282291009" codeSystem="2.16.840.1.113883.6.96"/><x:value code="1" codeSystem="2.16.840.1.113883.6.96" displayName="Secret"/></x:observation></x:entry>'
  const section = `<component><section xmlns:x="urn:other"><code code="101.16117" codeSystem="1.2.36.1.2001.1001.101"/><title>A</title><text>words</text>${entry}</section></component>`

  const found = readCda(cda(patient + body(section)))

  expect(JSON.stringify(found?.bundle)).not.toContain('"Condition"')
  expect(found?.left).toContain(
    'component/structuredBody/component/section/entry is of another namespace and is not read',
  )
})

const code = '<code code="101.20113" codeSystem="1.2.36.1.2001.1001.101"/>'

test('D150: of 100,000 entries that are no facts, one line tells how many', () => {
  const section = `<component><section>${code}<title>A</title><text>words</text>${'<entry><act negationInd="true"/></entry>'.repeat(100_000)}</section></component>`

  const { bundle, left = [] } = readCda(cda(patient + body(section))) ?? {}

  expect(bundle?.entry).toHaveLength(2)
  expect(left.filter((line) => line.includes('entry'))).toEqual([
    'structuredBody/component[0]/section/entry is not carried as code (100000)',
  ])
})

test('D150: 50,000 reactions are 50,000 facts, each at an address of its own', () => {
  const allergy = `<entry><act classCode="ACT" moodCode="EVN"><code code="102.15517" codeSystem="1.2.36.1.2001.1001.101"/><participant typeCode="CAGNT"><participantRole><playingEntity><code><originalText>Dust</originalText></code></playingEntity></participantRole></participant></act></entry>`
  const section = `<component><section>${code}<title>A</title><text>words</text>${allergy.repeat(50_000)}</section></component>`

  const { bundle } = readCda(cda(patient + body(section))) ?? {}

  expect(firstSection(bundle)?.entry).toHaveLength(50_000)
  expect(new Set(bundle?.entry?.map(({ fullUrl }) => fullUrl)).size).toBe(50_002)
})

test('CDA R2 4.3.5: a narrative of 20 MB is carried whole', () => {
  const words = 'word '.repeat(4_200_000)
  const found = readCda(
    cda(patient + body(`<component><section><title>A</title><text>${words}</text></section></component>`)),
  )
  const section = firstSection(found?.bundle)

  expect(section?.text?.div?.length).toBeGreaterThan(20_000_000)
})

test('D150: what is left is told by at most 200 lines, by place', () => {
  const sections = '<component><section><text>x</text><entry/></section></component>'.repeat(1_000)
  const { left = [], bundle } = readCda(cda(patient + body(sections))) ?? {}

  expect(left).toHaveLength(200)
  expect(bundle === undefined ? [] : checkDocument('text', describeDocument(bundle)).length).toBeGreaterThan(0)
})
