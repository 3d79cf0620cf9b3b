/** CDA documents that are made to harm: entities, depth, size, other namespaces. XML 1.0; Namespaces in XML 1.0; CDA R2. */
import { expect, test } from '@jest/globals'
import { describeDocument, readCdaDocument } from '../../../src/commands/conversion/read-document.ts'
import { ContentError } from '../../../src/commands/conversion/read-file.ts'
import { readCda } from '../../../src/exports/cda-reader/read-cda.ts'
import { checkDocument, DocumentRefused } from '../../../src/exports/check-document.ts'
import { body, cda, patient } from './cda-texts.ts'

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

test('D150: what is left is told by at most 200 lines, by place', () => {
  const sections = '<component><section><text>x</text><entry/></section></component>'.repeat(1_000)
  const { left = [], bundle } = readCda(cda(patient + body(sections))) ?? {}

  expect(left).toHaveLength(200)
  expect(bundle === undefined ? [] : checkDocument('text', describeDocument(bundle)).length).toBeGreaterThan(0)
})
