/** Further authors, the authors and the focus of a section, further contacts: in every form, as programs read them that are not ours. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type {
  Bundle,
  Composition,
  CompositionSection,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Resource,
} from '@medplum/fhirtypes'
import { cdaJudges } from '../../judges/exports/cda.ts'
import { documentFormatNames } from '../../src/documents/formats.ts'
import { checkAdrm } from '../../src/exports/adrm-rules.ts'
import { checkDocument } from '../../src/exports/check-document.ts'
import { readClinicalFacts } from '../../src/exports/clinical-facts.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { exampleExport, exampleRecipient } from '../builders.ts'
import { testWithPrograms, testWithShared } from '../judges.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { fullExport } from './cda/full-document.ts'
import { comparable, readByOthers } from './outside-readers.ts'

const urn = (digit: number): string => `urn:uuid:0198f2a0-0000-7000-8000-0000000009${digit}0`

const others: readonly Resource[] = [
  {
    resourceType: 'Practitioner',
    name: [{ family: 'Okonkwo', given: ['Ngozi'], prefix: ['Dr'] }],
    identifier: [{ system: 'http://ns.electronichealth.net.au/id/medicare-provider-number', value: '2122661L' }],
    telecom: [
      { system: 'pager', value: '08 7010 0999' },
      { system: 'phone', value: '08 7010 0666', use: 'home' },
    ],
    address: [
      { use: 'work', line: ['5 Second Street'], city: 'Busselton', state: 'WA', postalCode: '6280' },
      { use: 'home', line: ['9 Private Lane'], city: 'Dunsborough', state: 'WA', postalCode: '6281' },
    ],
  },
  { resourceType: 'Practitioner', name: [{ family: 'Lindqvist', given: ['Astrid'] }] },
  {
    resourceType: 'RelatedPerson',
    patient: { display: 'the patient' },
    name: [{ family: 'Quillinan', given: ['Rosa'] }],
    relationship: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code: 'MTH', display: 'mother' }] },
    ],
  },
]

const written = (text: string) => ({
  status: 'additional' as const,
  div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${text}</p></div>`,
})

const sections: readonly CompositionSection[] = [
  { title: 'Second opinion', text: written('Agreed with the plan.'), author: [{ reference: urn(2) }] },
  {
    title: 'Allergies of the mother',
    code: { coding: [{ system: 'http://loinc.org', code: '48765-2' }] },
    text: written('Penicillin anaphylaxis.'),
    focus: { reference: urn(3) },
    section: [
      { title: 'At birth', text: written('Gestational diabetes.') },
      { title: 'Of the child', text: written('Apgar nine.'), focus: { reference: 'PATIENT' } },
    ],
  },
]

function peopled(input: ExportInput): ExportInput {
  const bundle: Bundle = structuredClone(input.bundle)
  const entry = bundle.entry ?? []
  const resourceOf = <R extends Resource>(type: string) =>
    entry.find(({ resource }) => resource?.resourceType === type)?.resource as R
  const patientUrl = entry.find(({ resource }) => resource?.resourceType === 'Patient')?.fullUrl ?? ''
  const composition = resourceOf<Composition>('Composition')
  composition.author.push({ reference: urn(1) })
  composition.attester = [
    ...(composition.attester ?? []),
    { mode: 'professional', time: '2026-03-15T01:00:00Z', party: { reference: urn(2) } },
  ]
  composition.section?.push(...(JSON.parse(JSON.stringify(sections).replace('PATIENT', patientUrl)) as typeof sections))
  const patient = resourceOf<Patient>('Patient')
  patient.address?.push({
    use: 'temp',
    line: ['Unit 3, 40 Holiday Road'],
    city: 'Broome',
    state: 'WA',
    postalCode: '6725',
  })
  patient.telecom?.push(
    { system: 'email', value: 'maeve@example.org' },
    { system: 'phone', value: '08 7010 0303', use: 'work' },
    { system: 'url', value: 'https://maeve.example.org' },
    { system: 'other', value: 'Signal: maeve.81' },
  )
  resourceOf<PractitionerRole>('PractitionerRole').telecom = [{ system: 'phone', value: '08 7010 0777', use: 'work' }]
  const author = resourceOf<Practitioner>('Practitioner')
  author.address = [{ use: 'work', line: ['77 Clinic Way'], city: 'Perth', state: 'WA', postalCode: '6000' }]
  resourceOf<Organization>('Organization').telecom?.push({ system: 'fax', value: '08 7010 0111' })
  entry.push(...others.map((resource, index) => ({ fullUrl: urn(index + 1), resource })))
  return { ...input, bundle }
}

/** Each fact with the spellings in which a form may have it. */
const facts: Readonly<Record<string, readonly string[]>> = {
  'the first author': ['Tobias Adeyemi', 'Adeyemi|Tobias', 'AdeyemiTobias'],
  'the second author': ['Ngozi Okonkwo', 'Okonkwo|Ngozi', 'NgoziOkonkwo'],
  'the author of a section': ['Author of this section: Astrid Lindqvist'],
  'whom a section is about': [
    "This section is about Rosa Quillinan, the patient's mother, not about the patient.Penicillin anaphylaxis.",
    "This section is about Rosa Quillinan, the patient's mother, not about the patient.|Penicillin anaphylaxis.",
  ],
  'whom a section within it is about': [
    "This section is about Rosa Quillinan, the patient's mother, not about the patient.Gestational diabetes.",
  ],
  'that a section within it is about the patient': ['This section is about the patient.Apgar nine.'],
  "the patient's second address": ['40 Holiday Road'],
  "the patient's e-mail": ['maeve@example.org'],
  "the patient's work telephone": ['08 7010 0303', '08|70100303'],
  "the patient's page": ['https://maeve.example.org'],
  "the patient's other contact": ['Signal: maeve.81'],
}

/** HL7 v2 names an author by one number; what else there is of authors is on its page. */
const pageFacts: Readonly<Record<string, readonly string[]>> = {
  "the second author's pager": ['08 7010 0999', '0870100999'],
  "the second author's provider number": ['2122661L'],
  "the second author's address": ['5 Second Street'],
  "the author's own telephone": ['08 7010 0777', '0870100777'],
  "the author's own address": ['77 Clinic Way'],
  "the sender's fax": ['08 7010 0111', '0870100111'],
  'who attests besides': ['Attested professionally by Astrid Lindqvist'],
}

const hasReaders = spawnSync('python3', ['-c', 'import hl7, lxml']).status === 0
const testByOthers = hasReaders ? testWithPrograms('pdftotext', 'soffice') : test.skip

const forms = documentFormatNames.filter((format) => format !== 'bundle')

const missingIn = (shown: string, wanted: typeof facts): readonly string[] =>
  Object.entries(wanted)
    .filter(([, spellings]) => !spellings.some((spelling) => shown.includes(comparable(spelling))))
    .map(([fact]) => fact)

testByOthers.each(forms)(
  'D142: %s has every author, whose each section is, and every contact, as another program reads it',
  async (format) => {
    const input = { ...peopled(exampleExport()), recipient: exampleRecipient }

    // HTML and CDA say these of a text in an attribute.
    const shown = readByOthers(format, (await renderFormat(format, input)).bytes).replaceAll(/auto|bold/g, '')

    expect(missingIn(shown, format === 'hl7v2' ? facts : { ...facts, ...pageFacts })).toEqual([])
    for (const secret of ['9 Private Lane', '08 7010 0666', '0870100666'])
      expect(shown).not.toContain(comparable(secret))
  },
)

test.each(['adrm-strict', 'adrm-strict-level-2', 'practice-classic', 'practice-classic-2.3.1', 'hospital-mdm'])(
  'D142: HL7 v2 by %s repeats authors, addresses and telephones, and files nothing of others under a code',
  async (preset) => {
    const input = { ...peopled(exampleExport()), preset, recipient: exampleRecipient }

    const { bytes } = await renderFormat('hl7v2', input)
    const text = Buffer.from(bytes).toString('utf8')
    const segments = text.split('\r').map((line) => line.split('|'))
    const of = (name: string) => segments.filter(([own]) => own === name)

    expect(of('PID')[0]?.[11]?.split('~')).toHaveLength(2)
    expect(of('PID')[0]?.[13]?.split('~')).toHaveLength(4)
    expect(of('PID')[0]?.[14]?.split('~')).toHaveLength(1)
    const authors = preset === 'hospital-mdm' ? of('TXA')[0]?.[9] : of('OBR')[0]?.[16]
    expect(authors?.split('~').map((author) => author.split('^')[1])).toEqual(['Adeyemi', 'Okonkwo'])
    const aboutOthers = of('OBX').filter(([, , , , , value = '']) => value.includes('not about the patient'))
    expect(aboutOthers.map((fields) => fields[3]?.split('^')[2])).toEqual(['L', 'L'])
    if (preset.startsWith('adrm')) expect(checkAdrm(bytes)).toEqual([])
  },
)

const testByJudges = testWithShared('cda/xsd', 'xmllint', 'xsltproc', 'python3')

testByJudges(
  'D142: CDA has authors and the subject of a section in its elements, and no judge finds anything',
  async () => {
    const { bytes } = await renderFormat('cda', peopled(exampleExport()))
    const xml = Buffer.from(bytes).toString()

    expect(xml.match(/<author typeCode="AUT">/g)).toHaveLength(3)
    expect(xml.match(/<relatedSubject classCode="PRS">\s*<code code="MTH"/g)).toHaveLength(2)
    expect(xml).toMatch(/<authenticator>/)
    expect(await judged(bytes, 'default')).toEqual([])
  },
)

testByJudges.each([
  'event-summary-3A',
  'specialist-letter-3A',
  'discharge-summary-3A',
  'shared-health-summary-3A',
  'ereferral-3A',
])(
  'D142: %s has one author in its header and the others in its text, nothing of others in entries, and no judge finds anything',
  async (preset) => {
    const { bytes } = await renderFormat('cda', peopled(fullExport(preset)))
    const xml = Buffer.from(bytes).toString()

    expect(xml.match(/^ {2}<author /gm)).toHaveLength(1)
    expect(xml).toContain('Author: Dr Ngozi OKONKWO')
    expect(xml.indexOf('not about the patient')).toBeLessThan(xml.indexOf('Penicillin anaphylaxis.'))
    expect(await judged(bytes, preset)).toEqual([])
  },
)

async function judged(bytes: Uint8Array, preset: string) {
  const file = join(makeScratchFolder('people'), 'document.xml')
  writeFileSync(file, bytes)
  const document = { file, format: 'cda', preset } as const
  const findings = await Promise.all(
    cdaJudges.filter((judge) => judge.takes(document)).map((judge) => judge.judge([document])),
  )
  return findings.flat()
}

const focused = (reason: string): ExportInput => {
  const input = peopled(exampleExport())
  const composition = input.bundle.entry?.[0]?.resource as Composition
  composition.section = (composition.section ?? []).filter(({ title }) => title === 'Allergies of the mother')
  for (const section of composition.section)
    section.emptyReason = {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason', code: reason }],
    }
  return input
}

test('R4 Composition.section.focus: that nothing is known of the mother says nothing of the patient', () => {
  expect(readClinicalFacts(focused('nilknown').bundle).nothing).toEqual({})
})

type Change = (composition: Composition) => void

test.each<[string, Change, string]>([
  ['an author without a name', (one) => one.author.push({ reference: 'Practitioner/none' }), 'Composition.author[1]'],
  [
    'a section whose author is not in it',
    (one) => Object.assign(one.section?.[0] ?? {}, { author: [{ reference: 'Practitioner/none' }] }),
    'Composition.section[0].author[0]',
  ],
  [
    'a section about somebody without a name',
    (one) => Object.assign(one.section?.[0] ?? {}, { focus: { reference: 'RelatedPerson/none' } }),
    'Composition.section[0].focus',
  ],
  [
    'somebody without a name who attests',
    (one) => one.attester?.push({ mode: 'personal', party: { reference: 'Patient/none' } }),
    'Composition.attester[1].party',
  ],
])('R4 composition.html: a document with %s is refused in every form, by the element', (_, change, element) => {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  change(bundle.entry?.[0]?.resource as Composition)

  for (const format of forms)
    expect(checkDocument(format, { ...input, bundle })).toEqual([{ element, message: 'names nobody of the document' }])
})

test('D142: a patient with hundreds of addresses is refused by the element', () => {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  const patient = bundle.entry?.find(({ resource }) => resource?.resourceType === 'Patient')?.resource as Patient
  patient.address = Array.from({ length: 200 }, (_, index) => ({ line: [`${index} Street`], city: 'Perth' }))

  expect(checkDocument('pdf', { ...input, bundle })).toEqual([
    { element: 'Composition.subject.address', message: 'has more than 50 in use' },
  ])
})
