/** Bindings whose value set is not at hand, and the one that HL7 corrected after R4. R4 terminologies.html#strength. */
import { expect, test } from '@jest/globals'
import type { ElementDefinition } from '@medplum/fhirtypes'
import type { JsonObject } from '../../../src/core/json.ts'
import { openTestValidator } from '../open-definitions.ts'
import { buildProfile, listFindings, type Row } from './profile-builder.ts'

const genders = 'http://hl7.org/fhir/ValueSet/administrative-gender'
const system = 'http://hl7.org/fhir/administrative-gender'
const nowhere = 'http://banksia.test/fhir/ValueSet/nowhere'

const bound = (path: string, valueSet: string, more: Partial<ElementDefinition> = {}): Row => [
  path,
  { max: '1', binding: { strength: 'required', valueSet }, ...more },
]

const concepts: readonly (readonly [string, JsonObject])[] = [
  ['a code of another system', { coding: [{ system: 'http://banksia.test/codes', code: 'a' }] }],
  ['a text alone', { text: 'a' }],
  ['a display alone', { coding: [{ display: 'a' }] }],
]
const married = (maritalStatus: JsonObject): JsonObject => ({ resourceType: 'Patient', maritalStatus })

test.each(concepts)('D122: a required binding that is not at hand only warns of %s', (_, concept) => {
  for (const valueSet of [nowhere, `${genders}|9.9`]) {
    const profile = buildProfile('p', 'Patient', [bound('Patient.maritalStatus', valueSet)])

    const found = listFindings(married(concept), [profile])

    expect(found).toContain('warning binding-unknown Patient.maritalStatus')
    expect(found.filter((one) => one.startsWith('required'))).toEqual([])
  }
})

test.each(concepts)('R4 terminologies.html#required: one that is at hand refuses %s', (_, concept) => {
  const profile = buildProfile('p', 'Patient', [bound('Patient.maritalStatus', `${genders}|4.0.1`)])

  expect(listFindings(married(concept), [profile])).toContain('required-binding Patient.maritalStatus')
})

test('D122: a Coding or Quantity without a code is left to its minimum', () => {
  const form = buildProfile('p', 'Encounter', [bound('Encounter.class', genders)])
  const encounter = (own: JsonObject): JsonObject => ({ resourceType: 'Encounter', status: 'finished', class: own })

  expect(listFindings(encounter({ system, display: 'Male' }), [form])).not.toContain('required-binding Encounter.class')
  expect(listFindings(encounter({ system, code: 'unheard-of' }), [form])).toContain('required-binding Encounter.class')
})

const loinc = (code: string): JsonObject => ({ coding: [{ system: 'http://loinc.org', code }] })
const ucum = (value: number, code: string): JsonObject => ({
  valueQuantity: { value, unit: code, system: 'http://unitsofmeasure.org', code },
})
const heartRate = (component: JsonObject): JsonObject => ({
  ...{ resourceType: 'Observation', status: 'final', code: loinc('8867-4'), ...ucum(60, '/min') },
  category: [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
  ],
  ...{ subject: { reference: 'Patient/a' }, effectiveDateTime: '2026-03-14', component: [component] },
})

test.each<[string, JsonObject]>([
  ['in another unit', ucum(2, 'L/min')],
  ['that is a concept', { valueCodeableConcept: { coding: [{ system: 'http://snomed.info/sct', code: '33586001' }] } }],
  ['in words', { valueString: 'sitting' }],
])('D122: a component of a vital sign %s is a warning', async (_, value) => {
  const validate = await openTestValidator()
  const asked = {
    unknownProfile: 'error',
    unknownCode: 'error',
    unknownExtension: 'error',
    wrongTarget: 'error',
    unresolved: 'error',
    faultyDefinition: 'error',
    controlCharacter: 'error',
  } as const

  const { findings } = validate(heartRate({ code: loinc('8361-8'), ...value }), { profiles: [], policy: asked })

  const place = `Observation.component[0].${Object.keys(value)[0]}`
  const own = findings.filter(({ expression }) => expression === place)
  expect(own.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(['warning extensible-binding'])
})
