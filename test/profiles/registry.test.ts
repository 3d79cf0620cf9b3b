/** The registry of definitions: each canonical address and its definition. */
import { expect, test } from '@jest/globals'
import { openTestDefinitions } from './open-definitions.ts'

const core = 'http://hl7.org/fhir/StructureDefinition'

test('R4 references.html#canonical: a version, the beginning of one, or the newest where none is named', async () => {
  const { registry } = await openTestDefinitions()
  const versionOf = (canonical: string) => registry.findStructure(canonical)?.version

  expect(versionOf(`${core}/Patient`)).toBe('4.0.1')
  expect(versionOf(`${core}/Patient|4.0.1`)).toBe('4.0.1')
  expect(versionOf(`${core}/Patient|4.0`)).toBe('4.0.1')
  expect(versionOf(`${core}/Patient|5.0.0`)).toBeUndefined()
  expect(versionOf(`${core}/patient-birthPlace`)).toBe('5.3.0-ballot-tc1')
  expect(versionOf(`${core}/patient-birthPlace|4.0.1`)).toBe('4.0.1')
  expect(versionOf(`${core}/patient-birthPlace|5.3.0`)).toBe('5.3.0-ballot-tc1')
  expect(versionOf(`${core}/patient-birthPlace|5.4.0`)).toBeUndefined()
  expect(versionOf(`${core}/Nobody`)).toBeUndefined()
})

test('R4 structuredefinition.html: base types by name, AU Base with what it constrains, ids with their FHIR type', async () => {
  const { registry } = await openTestDefinitions()
  const patient = registry.findStructure('http://hl7.org.au/fhir/StructureDefinition/au-patient')
  const elementOf = (path: string) => patient?.snapshot?.element?.find((element) => element.path === path)

  expect(registry.findType('HumanName')?.url).toBe(`${core}/HumanName`)
  expect(registry.findType('au-patient')).toBeUndefined()
  expect(patient).toMatchObject({ type: 'Patient', baseDefinition: `${core}/Patient`, derivation: 'constraint' })
  expect(elementOf('Patient.id')?.type).toEqual([{ code: 'id' }])
  expect(elementOf('Patient.gender')?.binding).toEqual({
    strength: 'required',
    valueSet: 'http://hl7.org/fhir/ValueSet/administrative-gender|4.0.1',
  })
  expect(elementOf('Patient')?.constraint?.map(({ key }) => key)).toContain('dom-2')
  expect(registry.listProfiles('Patient')).toEqual([
    'http://hl7.org.au/fhir/StructureDefinition/au-patient',
    'http://hl7.org.au/fhir/core/StructureDefinition/au-core-patient',
  ])
})

test('R4 terminologies.html: value sets and code systems of R4, HL7 terminology and AU Base, without their prose', async () => {
  const { registry } = await openTestDefinitions()
  const gender = registry.findCodeSystem('http://hl7.org/fhir/administrative-gender')

  expect(gender?.concept?.map(({ code }) => code)).toEqual(['male', 'female', 'other', 'unknown'])
  expect(gender?.text).toBeUndefined()
  expect(registry.findValueSet('http://terminology.hl7.org/ValueSet/snomed-intl-gps')?.compose?.include).toHaveLength(1)
  expect(registry.findCodeSystem('http://terminology.hl7.org.au/CodeSystem/v2-0203')?.content).toBe('complete')
  expect(registry.list('CodeSystem').length).toBeGreaterThan(1_000)
})
