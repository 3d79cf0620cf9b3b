/** CDA documents of other systems: whose they are, what they no longer say, and what no narrative tells. CDA R2 1.4, 4.2.2.11, 4.3.5. */
import { expect, test } from '@jest/globals'
import type { Composition, Patient } from '@medplum/fhirtypes'
import { readCda } from '../../src/exports/cda-reader/read-cda.ts'
import { DocumentRefused } from '../../src/exports/check-document.ts'

const namespaces =
  'xmlns="urn:hl7-org:v3" xmlns:x="urn:other" xmlns:ext="http://ns.electronichealth.net.au/Ci/Cda/Extensions/3.0"'

function read(inner: string) {
  const found = readCda(Buffer.from(`<ClinicalDocument ${namespaces}>${inner}</ClinicalDocument>`))
  if (found === undefined) throw new Error('no CDA document')
  const resources = found.bundle.entry?.map(({ resource }) => resource) ?? []
  const patients = resources.filter((resource): resource is Patient => resource?.resourceType === 'Patient')
  const section = (resources[0] as Composition).section?.[0]
  return { patients, section, left: found.left }
}

const target = (person: string): string =>
  `<recordTarget><patientRole><patient>${person}</patient></patientRole></recordTarget>`
const real = '<name><given>Maeve</given><family>Quillinan</family></name><birthTime value="19840902"/>'
const foreign = (text: string, prefix: string): string =>
  text.replaceAll(/<(?=\w)/g, `<${prefix}:`).replaceAll('</', `</${prefix}:`)

const body = (section: string): string =>
  `<component><structuredBody><component><section><title>A</title>${section}</section></component></structuredBody></component>`

test.each([
  ['recordTarget', target(real) + target('<name><family>Second</family></name>')],
  [
    'recordTarget/patientRole',
    '<recordTarget><patientRole><patient/></patientRole><patientRole><patient/></patientRole></recordTarget>',
  ],
  [
    'recordTarget/patientRole/patient',
    `<recordTarget><patientRole><patient>${real}</patient><patient/></patientRole></recordTarget>`,
  ],
  ['recordTarget/patientRole/patient/birthTime', target(`<birthTime value="19000101"/>${real}`)],
  ['component', body('<text>one</text>') + body('<text>two</text>')],
  ['component/structuredBody', '<component><structuredBody/><structuredBody/></component>'],
  ['structuredBody/component[0]/section/text', body('<text>one</text><text>two</text>')],
  ['structuredBody/component[0]/section/title', body('<title>B</title><text>one</text>')],
  [
    'structuredBody/component[0]/section',
    '<component><structuredBody><component><section/><section/></component></structuredBody></component>',
  ],
])('CDA R2 4.2, 4.3: a second %s is refused by name', (element, header) => {
  let thrown: unknown
  try {
    read(header)
  } catch (error) {
    thrown = error
  }

  expect(thrown).toBeInstanceOf(DocumentRefused)
  expect((thrown as DocumentRefused).refusals).toEqual([{ element, message: 'stands more than once' }])
})

test.each(['x', 'ext'])('CDA R2 1.4: elements of the namespace %s take the place of none of CDA', (prefix) => {
  const evil = '<name><family>Evil</family></name><birthTime value="19000101"/>'

  const whole = read(foreign(target(evil), prefix) + target(real))
  const parts = read(target(foreign(evil, prefix) + real))

  for (const { patients } of [whole, parts])
    expect(patients).toMatchObject([{ name: [{ family: 'Quillinan', given: ['Maeve'] }], birthDate: '1984-09-02' }])
  expect(whole.left).toContain('recordTarget is of another namespace and is not read')
  expect(parts.left).toContain('recordTarget/patientRole/patient/birthTime is of another namespace and is not read')
  expect([...whole.left, ...parts.left].join()).not.toMatch(/Evil|19000101/)
})

test('Namespaces in XML 1.0: an attribute of another namespace takes the place of none of CDA', () => {
  const { patients } = read(target('<birthTime value="19840902" x:value="19000101"/>'))

  expect(patients[0]?.birthDate).toBe('1984-09-02')
})

test('CDA R2 4.3.5: a narrative keeps the words within markup of another namespace', () => {
  expect(read(body('<text>Take <x:mark>none</x:mark></text>')).section?.text?.div).toContain('Take none')
})

test.each([
  ['P', 'L'],
  ['ASGN', 'L'],
  ['P', ''],
  ['P', 'C L'],
])('EntityNameUse: the name of use %s comes after the one of use %s', (alias, legal) => {
  const name = (use: string, family: string) => `<name${use && ` use="${use}"`}><family>${family}</family></name>`

  const { patients } = read(target(name(alias, 'Alias') + name(legal, 'Legal')))

  expect(patients[0]?.name?.map(({ family }) => family)).toEqual(['Legal', 'Alias'])
})

test.each([
  '<text>Take <content revised="delete">Warfarin 5 mg</content><content revised="insert">Apixaban</content></text>',
  '<text><paragraph revised="delete">Warfarin</paragraph>Take Apixaban</text>',
  '<text><list><caption><content revised="delete">Warfarin </content>Take Apixaban</caption><item>1</item></list></text>',
  '<text><table><caption>Take <content revised="delete">Warfarin</content>Apixaban</caption></table></text>',
])('CDA R2 4.3.5.1: deleted text is left out and told: %s', (text) => {
  const { section, left } = read(body(text))

  expect(section?.text?.div?.replaceAll(/<[^>]*>/g, '')).toMatch(/^Take Apixaban/)
  expect(left).toContain('structuredBody/component[0]/section/text has deleted text, which is left out')
  expect(left.join()).not.toContain('Warfarin')
})

test('CDA R2 4.3.5: raised and lowered text stays so, also in a caption', () => {
  const { section } = read(
    body('<text>10<sup>9</sup>/L CO<sub>2</sub><table><caption>10<sup>-3</sup></caption></table></text>'),
  )

  expect(section?.text?.div).toContain('10<sup>9</sup>/L CO<sub>2</sub><table><caption>10<sup>-3</sup></caption>')
})

test.each(['<text/>', '', '<text><content revised="delete">x</content></text>'])(
  'CDA R2 4.3.5: entries that no text tells are told as lost, with %s',
  (text) => {
    const { section, left } = read(body(`${text}<entry><act><text>Only here</text></act></entry>`))

    expect(left).toContain(
      'structuredBody/component[0]/section/entry is not carried at all, and no narrative tells it (1)',
    )
    expect(section?.emptyReason?.text).toBe('The original document has coded entries here, without a text to show.')
  },
)
