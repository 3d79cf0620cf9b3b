/** Documents of other systems: references in each form of R4 bundle.html#references, contained resources, authors of each type. */
import { expect, test } from '@jest/globals'
import type { Bundle, Composition, HumanName, Patient, Resource } from '@medplum/fhirtypes'
import { checkDocument } from '../../src/exports/check-document.ts'
import { readDocumentFacts } from '../../src/exports/document-facts.ts'
import { buildReadableDocument } from '../../src/exports/readable-document.ts'
import { exampleExport } from '../builders.ts'

const base = 'https://vendor.example/fhir'
const narrative = { status: 'additional' as const, div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Text</p></div>' }

const composition: Composition = {
  resourceType: 'Composition',
  status: 'final',
  type: {
    coding: [
      { system: 'https://vendor.example', code: 'x' },
      { system: 'http://loinc.org', code: '11488-4' },
    ],
  },
  date: '2026-03-14',
  title: 'Note',
  subject: { reference: 'Patient/p' },
  author: [{ reference: 'Practitioner/d' }],
  custodian: { reference: 'Organization/o' },
  section: [{ title: 'One', text: narrative }],
}
const patient: Resource = { resourceType: 'Patient', id: 'p', name: [{ text: 'Maeve Quillinan' }] }
const doctor: Resource = { resourceType: 'Practitioner', id: 'd', name: [{ text: 'Dr Adeyemi' }] }
const practice: Resource = { resourceType: 'Organization', id: 'o', name: 'Karri Grove' }

const restful = (resource: Resource) => ({
  fullUrl: `${base}/${resource.resourceType}/${resource.id ?? 'c'}`,
  resource,
})

function documentOf(change: Partial<Composition>, others: readonly Resource[] = [patient, doctor, practice]): Bundle {
  const entry = [{ ...composition, ...change }, ...others].map(restful)
  return { resourceType: 'Bundle', type: 'document', entry }
}

const check = (bundle: Bundle) => checkDocument('pdf', { ...exampleExport(), bundle }).map(({ element }) => element)

test.each<[string, Bundle]>([
  ['relative', documentOf({})],
  ['absolute', documentOf({ subject: { reference: `${base}/Patient/p` } })],
  ['contained', documentOf({ subject: { reference: '#p' }, contained: [patient] }, [doctor, practice])],
])('R4 bundle.html#references: the patient of a reference that is %s is found', (_, bundle) => {
  expect(check(bundle)).toEqual([])
  expect(readDocumentFacts(bundle)).toMatchObject({
    patient: { name: { text: 'Maeve Quillinan' } },
    author: { name: { text: 'Dr Adeyemi' } },
    custodian: { name: 'Karri Grove' },
    type: { code: '11488-4' },
  })
})

test('R4 bundle.html#references: a relative reference from an address that is not RESTful names nothing', () => {
  const bundle = documentOf({})
  const [first] = bundle.entry ?? []
  if (first !== undefined) first.fullUrl = 'urn:uuid:0198f2a0-0000-7000-8000-0000000000c1'

  expect(check(bundle)).toEqual(['Composition.subject', 'Composition.author[0]', 'Composition.custodian'])
})

test('R4 bundle.html#references: equal ids on two servers are two people', () => {
  const bundle = documentOf({})
  bundle.entry?.splice(1, 0, {
    fullUrl: 'https://other.example/fhir/Practitioner/d',
    resource: { ...doctor, name: [] },
  })

  expect(readDocumentFacts(bundle).author.name).toEqual({ text: 'Dr Adeyemi' })
})

test.each<[string, Partial<Composition>, readonly Resource[], object]>([
  [
    'an organisation',
    { author: [{ reference: 'Organization/o' }] },
    [],
    { kind: 'organization', name: { text: 'Karri Grove' } },
  ],
  [
    'a device',
    { author: [{ reference: 'Device/v' }] },
    [
      {
        resourceType: 'Device',
        id: 'v',
        deviceName: [{ name: 'Scribe', type: 'model-name' }],
        owner: { reference: 'Organization/o' },
      },
    ],
    { kind: 'device', name: { text: 'Scribe' }, organization: { name: 'Karri Grove' } },
  ],
  [
    'a role whose practitioner is contained',
    { author: [{ reference: 'PractitionerRole/r' }] },
    [
      {
        ...{ resourceType: 'PractitionerRole', id: 'r', contained: [{ ...doctor, id: 'in' }] },
        ...{
          practitioner: { reference: '#in' },
          organization: { reference: 'Organization/o' },
          code: [{ text: 'GP' }],
        },
      } as Resource,
    ],
    { name: { text: 'Dr Adeyemi' }, role: { text: 'GP' }, organization: { name: 'Karri Grove' } },
  ],
  [
    'a role whose practitioner has a name alone',
    { author: [{ reference: 'PractitionerRole/r' }] },
    [{ resourceType: 'PractitionerRole', id: 'r', practitioner: { display: 'Dr A' } }],
    { name: { text: 'Dr A' } },
  ],
])('R4 composition.html, Composition.author: %s', (_, change, more, facts) => {
  const bundle = documentOf(change, [patient, doctor, practice, ...more])

  expect(check(bundle)).toEqual([])
  expect(readDocumentFacts(bundle).author).toMatchObject(facts)
})

const recordOf = (value: string, issuer: string) => ({
  system: `https://${issuer.replace(' ', '-')}.example/mrn`,
  value,
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
  assigner: { display: issuer },
})

const bannerOf = (more: Partial<Patient>) => {
  const bundle = documentOf({}, [{ ...patient, ...more } as Resource, doctor, practice])
  const { banner, patientName } = buildReadableDocument({ ...exampleExport(), bundle })
  return { patientName, ...Object.fromEntries(banner.map(({ label, value }) => [label, value])) }
}

test('R4 Identifier.assigner: a record number of another place stands under its name, also where the value is the same', () => {
  const bundle = documentOf({}, [
    { ...patient, identifier: [recordOf('1234', 'Hospital B'), recordOf('1234', 'Hospital C')] } as Resource,
    doctor,
    practice,
  ])

  expect(
    buildReadableDocument({ ...exampleExport(), bundle }).banner.filter(({ label }) => label === 'Record no.'),
  ).toEqual([
    { label: 'Record no.', value: '1234 (Hospital B)' },
    { label: 'Record no.', value: '1234 (Hospital C)' },
  ])
  expect(bannerOf({ identifier: [recordOf('17', 'Karri Grove')] })).toMatchObject({ 'Record no.': '17' })
})

test('R4 Identifier.use, Period.end: what is old or ended before the document is not shown', () => {
  const ihi = 'http://ns.electronichealth.net.au/id/hi/ihi/1.0'
  const ended = { period: { end: '2001' } }

  expect(
    bannerOf({
      identifier: [
        { system: ihi, value: '8003608833357361', use: 'old' },
        { system: ihi, value: '8003608666701594', ...ended },
        { system: ihi, value: '8003608166690503' },
      ],
      address: [
        { text: '1 Old Road', use: 'old' },
        { text: '2 Ended Road', ...ended },
        { text: '3 New Road', period: { end: '2199-01-01' } },
      ],
      telecom: [
        { system: 'phone', value: '1', use: 'old' },
        { system: 'phone', value: '2', ...ended },
        { system: 'phone', value: '3' },
      ],
      name: [
        { family: 'Before', given: ['Maeve'], use: 'official', ...ended },
        { family: 'Now', given: ['Maeve'], use: 'usual' },
      ],
    }),
  ).toMatchObject({ IHI: '8003 6081 6669 0503', Address: '3 New Road', Phone: '3', patientName: 'Maeve NOW' })
})

test.each<[HumanName[], string]>([
  [
    [
      { use: 'nickname', text: 'Mae' },
      { use: 'usual', family: 'Quillinan', given: ['Maeve'] },
    ],
    'Maeve QUILLINAN',
  ],
  [[{ use: 'anonymous', text: 'Anon' }, { text: 'Maeve Quillinan' }], 'Maeve Quillinan'],
  [
    [
      { use: 'maiden', text: 'Maeve Byrne' },
      { use: 'temp', text: 'Maeve Quillinan' },
    ],
    'Maeve Quillinan',
  ],
  [[{ given: ['Maeve'], text: 'Maeve Quillinan' }], 'Maeve Quillinan'],
  [[{ family: 'Quillinan', text: 'Maeve Quillinan' }], 'Maeve Quillinan'],
  [[{ given: ['Maeve'] }], 'Maeve'],
  [[{ use: 'old', text: 'Maeve Byrne' }], 'Maeve Byrne'],
])('R4 name-use: of the names %j the page shows %s', (name, expected) => {
  expect(bannerOf({ name }).patientName).toBe(expected)
})

const attester = { mode: 'legal' as const, party: { reference: 'Practitioner/d' } }

test.each<[string, Partial<Composition>, string]>([
  ['final, by nobody named', {}, 'Who approved this document is not stated.'],
  ['preliminary', { status: 'preliminary' }, 'Not yet approved.'],
  ['approved at a time', { attester: [{ ...attester, time: '2026-03-14' }] }, 'Approved electronically on 14 Mar 2026'],
  ['approved at no time', { attester: [attester] }, 'Approved electronically; when is not stated.'],
])('R4 composition-status: a document that is %s says so', (_, change, expected) => {
  const { approval } = buildReadableDocument({ ...exampleExport(), bundle: documentOf(change) })

  expect(approval.at(-1)).toBe(expected)
  expect(approval.includes('Dr Adeyemi')).toBe(change.attester !== undefined)
})

test('R4 composition-status: an amended document that names none before it says that it is amended', () => {
  const { about } = buildReadableDocument({ ...exampleExport(), bundle: documentOf({ status: 'amended' }) })

  expect(about).toContainEqual({ label: 'Status', value: 'Amended' })
})

test('R4 Patient.telecom: every telephone in use stands on the page', () => {
  const telecom = ['1', '2'].map((value) => ({ system: 'phone' as const, value }))

  expect(bannerOf({ telecom })).toMatchObject({ Phone: '1, 2' })
})

test('R4 Patient.identifier: a number of another issuer stands on the page under the name of its kind', () => {
  const numbered = {
    ...patient,
    identifier: [
      { system: 'https://insurer.example', value: 'A-77', type: { text: 'Insurance number' } },
      { system: 'https://other.example', value: 'B-88', assigner: { display: 'Other Hospital' } },
      { value: 'C-99' },
    ],
  } as Resource

  const { banner } = buildReadableDocument({ ...exampleExport(), bundle: documentOf({}, [numbered, doctor, practice]) })

  expect(banner).toEqual(
    expect.arrayContaining([
      { label: 'Insurance number', value: 'A-77' },
      { label: 'Other Hospital', value: 'B-88' },
      { label: 'Identifier', value: 'C-99' },
    ]),
  )
})
