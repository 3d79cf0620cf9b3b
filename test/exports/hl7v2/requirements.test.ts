import { expect, test } from '@jest/globals'
import type { Organization, Patient, Practitioner } from '@medplum/fhirtypes'
import type { DocumentRecipient } from '../../../src/documents/recipient.ts'
import { checkDocument } from '../../../src/exports/check-document.ts'
import { profiles } from '../../../src/exports/hl7v2/profiles.ts'
import { presetsOf } from '../../../src/exports/presets.ts'
import { exampleExport, exampleRecipient } from '../../builders.ts'
import { asLetter, changed, fieldOf, ofType, renderText } from './messages.ts'

const strict = { preset: 'adrm-strict' }
const elementsOf = (input: Parameters<typeof checkDocument>[1]) =>
  checkDocument('hl7v2', input).map(({ element }) => element)

test('docs/channels.md: every preset of HL7 v2 has its profile', () => {
  expect(profiles.map(({ preset }) => preset)).toEqual(presetsOf('hl7v2'))
})

test.each<[string, DocumentRecipient, readonly string[]]>([
  ['a provider number', { name: 'Dr A', providerNumber: '2122661L' }, []],
  ['an HPI-O', { name: 'Hospital', hpio: '8003626566692846' }, []],
  ['an HPI-I alone', { name: 'Dr A', hpii: '8003610000021101' }, ['recipient.providerNumber']],
  ['a name alone', { name: 'Dr A' }, ['recipient.providerNumber']],
])('D129: a letter to a recipient by %s', (_what, recipient, elements) => {
  const letter = { ...asLetter(exampleExport()), recipient }

  expect(elementsOf({ ...letter, ...strict })).toEqual(elements)
  expect(elementsOf(letter)).toEqual([])
})

test('D129: adrm-strict refuses a letter to nobody, and no report', () => {
  const letter = ofType(exampleExport(), '57133-1', 'Referral note')

  expect(checkDocument('hl7v2', { ...letter, ...strict })).toEqual([
    { element: 'recipient', message: 'is missing: a letter goes to one recipient' },
  ])
  expect(elementsOf({ ...exampleExport(), ...strict })).toEqual([])
})

test.each([
  ['57133-1', 'adrm-strict', 'REF^I12^REF_I12'],
  ['51852-2', 'default', 'REF^I12^REF_I12'],
  ['11488-4', 'adrm-strict', 'ORU^R01^ORU_R01'],
  ['18842-5', 'adrm-strict', 'ORU^R01^ORU_R01'],
  ['51852-2', 'practice-classic', 'ORU^R01^ORU_R01'],
  ['51852-2', 'hospital-mdm', 'MDM^T02^MDM_T02'],
])('D129: a document of type %s under %s is %s', async (code, preset, event) => {
  const input = { ...ofType(exampleExport(), code, 'Document'), recipient: exampleRecipient, preset }

  expect(fieldOf(await renderText(input), 'MSH', 9)).toBe(event)
})

test('HL7 v2.4 3.4.2.5: a document whose people have no names is refused by element', () => {
  let input = changed<Patient>(exampleExport(), 'Patient', (patient) => ({ ...patient, name: [{ use: 'official' }] }))
  input = changed<Practitioner>(input, 'Practitioner', ({ name: _, ...rest }) => rest)
  input = changed<Organization>(input, 'Organization', (organization) => ({ ...organization, name: ' ' }))

  expect(elementsOf(input)).toEqual([
    'Composition.subject.name',
    'Composition.author[0].name',
    'Composition.attester.party.name',
    'Composition.custodian.name',
  ])
})
