/** The specification's mapping of service data to FHIR elements (2.5), in a released document. */
import { expect, test } from '@jest/globals'
import type { Resource } from '@medplum/fhirtypes'
import type { JsonObject } from '../../src/core/json.ts'
import { exampleDocument, exampleRelease } from '../builders.ts'

const resources: readonly Resource[] = [
  ...(exampleDocument().entry ?? []).flatMap(({ resource }) => resource ?? []),
  ...exampleRelease(),
]

const valuesOf = (type: string, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>(
    (values, name) => values.flatMap((value) => (value as JsonObject)[name] ?? []),
    resources.filter(({ resourceType }) => resourceType === type),
  )

const mrn = { type: { coding: [{ code: 'MR' }] }, value: 'KG-0417' }

test.each<[field: string, element: string, value: unknown]>([
  ['Patient name', 'Patient.name', { family: 'Quillinan', given: ['Maeve', 'Rose'] }],
  ['MRN', 'Patient.identifier', mrn],
  ['Provider', 'Practitioner.name', { family: 'Adeyemi', given: ['Tobias'] }],
  ['Visit date', 'Encounter.period.start', '2026-03-14T02:45:00.000Z'],
  ['Note text', 'DocumentReference.content', { attachment: { contentType: 'text/markdown' } }],
  ['Note text as PDF', 'DocumentReference.content', { attachment: { contentType: 'application/pdf' } }],
  ['Diagnosis', 'Condition.code', { text: 'Bacterial tonsillitis' }],
  ['Medicine', 'MedicationStatement.medicationCodeableConcept', { text: 'Paracetamol' }],
  ['Vital sign', 'Observation.valueQuantity', { value: 38.2, code: 'Cel' }],
])('spec 2.5: %s stands in %s', (_, element, value) => {
  const [type = '', ...path] = element.split('.')
  const expected = typeof value === 'object' ? expect.objectContaining(toMatching(value as JsonObject)) : value

  expect(valuesOf(type, path.join('.'))).toContainEqual(expected)
})

/** An object that has these members, however deep. */
function toMatching(value: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, Array.isArray(item) ? matchingItems(item) : matching(item)]),
  )
}

const matching = (item: unknown): unknown =>
  typeof item === 'object' && item !== null ? expect.objectContaining(toMatching(item as JsonObject)) : item

const matchingItems = (items: readonly unknown[]): unknown => expect.arrayContaining(items.map(matching))
