/** Coded entries of CDA as resources of the document Bundle, and back. CDA R2 4.3.6; the Agency's guides at level 3A. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Bundle, Composition, DiagnosticReport, List, Observation, Resource } from '@medplum/fhirtypes'
import { describeDocument } from '../../../src/commands/conversion/read-document.ts'
import { parseJson } from '../../../src/core/json.ts'
import { renderCda } from '../../../src/exports/cda/cda.ts'
import { readCda } from '../../../src/exports/cda-reader/read-cda.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderFormat } from '../../../src/exports/formats.ts'
import { checkResource } from '../../../src/profiles/check.ts'
import { sharedPath, testWithShared } from '../../judges.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
import { fullExport } from './full-document.ts'

const guides = [
  'shared-health-summary-3A',
  'event-summary-3A',
  'specialist-letter-3A',
  'discharge-summary-3A',
  'ereferral-3A',
] as const

function read(bytes: Uint8Array) {
  const found = readCda(bytes)
  if (found === undefined) throw new Error('no CDA document')
  return found
}

const listOf = <R extends Resource>(bundle: Bundle, type: R['resourceType']): readonly R[] =>
  (bundle.entry ?? []).flatMap(({ resource }) => (resource?.resourceType === type ? [resource as R] : []))

const snomed = (code: string) => ({ coding: [expect.objectContaining({ system: 'http://snomed.info/sct', code })] })

const withCode = (resources: readonly Resource[], text: string): Resource | undefined =>
  resources.find((resource) => JSON.stringify(resource).includes(`"text":"${text}"`))

const again = (input: ExportInput, bundle: Bundle): ExportInput => ({ ...input, ...describeDocument(bundle) })

/** The id of a facility is made of an organisation's, which CDA has no place for. */
const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string =>
  new TextDecoder().decode(bytes).replace(/<healthCareFacility>\s*<id [^>]*>/, '<healthCareFacility>')

test.each(guides)(
  'D150: a document of %s comes back from its Bundle with every code, text, date and dose',
  async (preset) => {
    const input = fullExport(preset)
    const first = await renderFormat('cda', input)
    const { bundle } = read(first.bytes)

    const second = await renderFormat('cda', again(input, bundle))

    expect(textOf(second)).toBe(textOf(first))
    expect(textOf(await renderFormat('cda', again(input, read(second.bytes).bundle)))).toBe(textOf(first))
  },
)

test('D150: an Event Summary is read with its reactions, medicines, history, immunisations and requests', async () => {
  const { bundle } = read(await renderCda(fullExport('event-summary-3A')))
  const [allergies, medicines, problems] = [
    listOf(bundle, 'AllergyIntolerance'),
    listOf(bundle, 'MedicationStatement'),
    listOf(bundle, 'Condition'),
  ]

  expect(allergies).toHaveLength(2)
  expect(allergies[0]).toMatchObject({
    code: { ...snomed('764146007'), text: 'Penicillin' },
    reaction: [{ manifestation: [snomed('126485001'), { text: 'Swollen lips' }] }],
  })
  expect(allergies[1]).toMatchObject({
    code: { text: 'Latex' },
    verificationStatus: { coding: [{ code: 'unconfirmed' }] },
  })
  expect(medicines.map((one) => one.resourceType === 'MedicationStatement' && one.dosage?.[0]?.text)).toEqual([
    'One puff twice a day',
    'Two puffs if needed',
    'One in the morning',
  ])
  expect(medicines[0]).toMatchObject({ reasonCode: [{ text: 'Asthma' }], note: [{ text: 'Rinse the mouth.' }] })
  expect(medicines[2]).toMatchObject({ status: 'stopped' })
  expect(withCode(problems, 'Asthma')).toMatchObject({
    code: snomed('195967001'),
    clinicalStatus: { coding: [{ code: 'inactive' }] },
    onsetDateTime: '2019-03-02',
    abatementDateTime: '2024-05',
    note: [{ text: 'Mild.' }],
  })
  expect(withCode(problems, 'Bacterial tonsillitis')).toMatchObject({
    verificationStatus: { coding: [{ code: 'provisional' }] },
  })
  expect(listOf(bundle, 'Procedure')).toMatchObject([
    {
      status: 'completed',
      code: { text: 'Spirometry' },
      performedDateTime: '2026-03-14',
      note: [{ text: 'Three attempts.' }],
    },
  ])
  expect(listOf(bundle, 'Observation')).toMatchObject([{ status: 'final', valueString: 'Tonsillectomy' }])
  expect(listOf(bundle, 'Immunization')).toMatchObject([
    {
      vaccineCode: { text: 'Influenza vaccine' },
      occurrenceDateTime: '2025-04-27',
      protocolApplied: [{ doseNumberPositiveInt: 2 }],
    },
  ])
  expect(listOf(bundle, 'ServiceRequest')).toMatchObject([
    {
      intent: 'order',
      code: snomed('399208008'),
      occurrencePeriod: { start: '2026-03-16', end: '2026-03-30' },
      authoredOn: '2026-03-14T11:00:00+08:00',
      patientInstruction: 'Come fasting.',
    },
  ])
})

test('D150: the change of a medicine stands in the list that the section names', async () => {
  const { bundle } = read(await renderCda(fullExport('event-summary-3A')))
  const [list] = listOf<List>(bundle, 'List')
  const composition = bundle.entry?.[0]?.resource as Composition
  const section = composition.section?.find(({ code }) => code?.coding?.some(({ code: one }) => one === '101.16146'))

  expect(list?.entry?.map(({ flag }) => flag?.coding?.map(({ code }) => code))).toEqual([
    ['changed', '02'],
    ['nochange', '01'],
    ['changed', '05'],
  ])
  expect(section?.entry).toHaveLength(1)
  expect(section?.code?.coding?.[0]).toEqual({ system: 'http://loinc.org', code: '10160-0' })
})

test('D150: a negated medicine of a specialist letter is one that was ceased', async () => {
  const xml = new TextDecoder().decode(await renderCda(fullExport('specialist-letter-3A')))
  const medicines = (text: string) => listOf(read(Buffer.from(text)).bundle, 'MedicationStatement')

  expect(withCode(medicines(xml), 'Prednisolone 25 mg')).toMatchObject({ status: 'stopped' })
  const unchanged = xml.replaceAll('displayName="Ceased"', 'displayName="Changed"').replaceAll('code="05"', 'code="02"')
  expect(withCode(medicines(unchanged), 'Prednisolone 25 mg')).toBeUndefined()
})

const samples = 'cda/examples'
const readSample = (name: string): Buffer => readFileSync(join(sharedPath(samples), `${name}.xml`))

testWithShared(samples)('D150: the sample Shared Health Summary is read with one fact of each kind', () => {
  const { bundle, left } = read(readSample('shs-3A'))

  expect(listOf(bundle, 'AllergyIntolerance')).toMatchObject([
    { code: snomed('72511004'), reaction: [{ manifestation: [snomed('126485001')] }] },
  ])
  expect(listOf(bundle, 'MedicationStatement')).toMatchObject([
    {
      status: 'unknown',
      medicationCodeableConcept: snomed('23641011000036102'),
      dosage: [{ text: '2 tablets daily after breakfast' }],
      reasonCode: [{ text: 'Pain control.' }],
      note: [{ text: 'Dosage to be reviewed in 10 days.' }],
    },
  ])
  expect(listOf(bundle, 'Condition')).toMatchObject([
    {
      code: snomed('116223007'),
      onsetPeriod: { start: '2011-04-10', end: '2011-05-01' },
      abatementDateTime: '2011-04-27',
    },
  ])
  expect(listOf(bundle, 'Procedure')).toMatchObject([{ code: snomed('397956004'), performedDateTime: '2011-04-27' }])
  expect(listOf(bundle, 'Immunization')).toMatchObject([
    { occurrenceDateTime: '2011-04-27', protocolApplied: [{ doseNumberPositiveInt: 5 }] },
  ])
  expect(left).toContain(
    'structuredBody/component[1]/section/entry/act/entryRelationship/observation/value is not carried as code (1)',
  )
})

testWithShared(samples)(
  'D150: the sample Discharge Summary is read with its diagnosis, changes, and no known reactions',
  () => {
    const { bundle } = read(readSample('ds-3A'))
    const composition = JSON.stringify(bundle.entry?.[0]?.resource)

    expect(listOf(bundle, 'Condition')).toMatchObject([
      { code: snomed('73817000'), category: [{ text: 'Primary Diagnosis' }] },
    ])
    expect(listOf(bundle, 'MedicationStatement')).toMatchObject([
      { status: 'active', dosage: [{ text: 'Orally, 3 times a day until course if finished' }] },
      { status: 'stopped' },
    ])
    expect(listOf<List>(bundle, 'List').map(({ entry }) => entry?.[0]?.flag?.text)).toEqual([
      'Dose increased to 10mg.',
      'Drug therapy discontinued.',
    ])
    expect(listOf(bundle, 'AllergyIntolerance')).toEqual([])
    expect(composition).toContain('"code":"nilknown"')
  },
)

testWithShared(samples)('D150: the sample eReferral is read with the referral and the service that it asks for', () => {
  const { bundle } = read(readSample('ereferral-3A'))

  expect(listOf(bundle, 'ServiceRequest')).toMatchObject([
    {
      category: [{ coding: [{ code: '3457005' }] }],
      authoredOn: '2011-04-27T10:10:00+10:00',
      occurrencePeriod: { start: '2011-04-27', end: '2011-05-04' },
      reasonCode: [{ text: 'Referral reason goes here.' }],
    },
    { code: snomed('399208008'), authoredOn: '2010-12-30T10:00:00+10:00', performer: [{}, {}] },
  ])
  const [item, ...measured] = listOf<Observation>(bundle, 'Observation')
  expect(item).toMatchObject({
    valueString: 'Other NM test Medical History Item goes here',
    effectivePeriod: { start: '2011-12-14T11:00:00+10:00', end: '2011-12-14T11:20:00+10:00' },
    note: [{ text: 'Recommendation of psychologists was made.' }],
  })
  expect(measured[0]).toMatchObject({
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '14682-9' }] },
    valueQuantity: { value: 0.06, unit: 'mmol/L' },
    referenceRange: [{ low: { value: 0.04 }, high: { value: 0.11 } }],
  })
  expect(listOf<DiagnosticReport>(bundle, 'DiagnosticReport').map(({ status }) => status)).toEqual([
    'preliminary',
    'final',
    'final',
    'final',
  ])
})

const validator = await openTestValidator()

const listErrors = (bundle: Bundle): readonly unknown[] =>
  checkResource(parseJson(JSON.stringify(bundle)), { validator, requiredProfiles: 'base' }).findings.filter(
    ({ severity }) => severity === 'error',
  )

test.each(guides)('R4 documents.html: the Bundle of a document of %s is valid', async (preset) => {
  expect(listErrors(read(await renderCda(fullExport(preset))).bundle)).toEqual([])
})

testWithShared(samples).each([
  'ds-3A',
  'ereferral-3A',
  'shs-3A',
  'shs-1A-nonxmlbody',
  'es-3A-2012',
  'pathology-3A-max',
])('R4 documents.html: the Bundle of the sample %s is valid', (name) => {
  expect(listErrors(read(readSample(name)).bundle)).toEqual([])
})
