/** The index values that find a resource. R4 search.html, searchparameter-registry.html; docs/design/store.md#search. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../src/core/json.ts'
import { indexResource } from '../../src/fhir-search/index/index-resource.ts'
import { SearchParameters } from '../../src/fhir-search/parameters/search-parameters.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

const parameters = new SearchParameters(await openTestDefinitions())
const index = (type: string, content: JsonObject) => indexResource(parameters, { type, id: 'x', content })
const tokens = (type: string, content: JsonObject): string[] =>
  index(type, content).tokens.map(({ parameter, value }) => `${parameter} ${value}`)
const marks = (type: string, content: JsonObject): string[] =>
  (index(type, content).marks ?? []).map(({ parameter, value }) => `${parameter} ${value}`)
const references = (type: string, content: JsonObject): string[] =>
  (index(type, content).references ?? []).map(({ parameter, target }) => `${parameter} ${target}`)
const ranges = (type: string, content: JsonObject) =>
  (index(type, content).ranges ?? []).map(({ parameter, value, low, high }) => [parameter, value, low, high])

test('R4 search.html#token: an identifier drives by its value, and is marked with its system, type, or having none', () => {
  const type = { coding: [{ system: 'urn:t', code: 'MR' }] }
  const identifier = [{ system: 'urn:oid:1.2', value: 'A1', type }, { value: 'B2' }, { system: 'urn:oid:1.3' }]

  expect(tokens('Patient', { identifier })).toEqual(expect.arrayContaining(['_id x', 'identifier A1', 'identifier B2']))
  expect(marks('Patient', { identifier }).filter((mark) => mark.startsWith('identifier'))).toEqual([
    'identifier:present ',
    'identifier:coding urn:oid:1.2|A1',
    'identifier:system urn:oid:1.2',
    'identifier:of-type urn:t|MR|A1',
    'identifier:coding |B2',
  ])
})

test('R4 search.html#token: a code is of the system that its required value set takes it from', () => {
  expect(marks('Patient', { gender: 'female' })).toEqual(
    expect.arrayContaining(['gender:coding http://hl7.org/fhir/administrative-gender|female', 'gender:coding |female']),
  )
  expect(tokens('Patient', { active: true })).toContain('active true')
  expect(tokens('Patient', { deceasedDateTime: '2020-01-01' })).toContain('deceased true')
  expect(tokens('Patient', {})).toContain('deceased false')
})

test('R4 DocumentReference: the master identifier is an identifier', () => {
  const content = { masterIdentifier: { value: 'urn:uuid:1' }, identifier: [{ system: 'a', value: 'b' }] }

  expect(tokens('DocumentReference', content)).toEqual(
    expect.arrayContaining([expect.stringMatching(/ urn:uuid:1$/), expect.stringMatching(/ b$/)]),
  )
})

test.each([
  ['Encounter', { subject: { reference: 'Patient/1' } }],
  ['Observation', { subject: { reference: 'Patient/1/_history/3' } }],
  ['Condition', { subject: { reference: 'Patient/1' } }],
  ['Composition', { subject: { reference: 'Patient/1' } }],
  ['DocumentReference', { subject: { reference: 'Patient/1' } }],
  ['MedicationStatement', { subject: { reference: 'Patient/1' } }],
  ['Account', { subject: [{ reference: 'Patient/1' }] }],
  ['Basic', { subject: { reference: 'Patient/1' } }],
  ['Consent', { patient: { reference: 'Patient/1' } }],
])('R4 registry: %s refers to its patient once, for both names, and is in the compartment', (type, content) => {
  expect(references(type, content)).toEqual(['patient Patient/1'])
  expect(index(type, content).compartments).toContain('Patient/1')
})

test('R4 references.html: a contained target is none, an absolute URL is one as it stands, a canonical with and without its version', () => {
  expect(references('Observation', { subject: { reference: '#p' } })).toEqual([])
  expect(references('Observation', { subject: { reference: 'https://x.example/Patient/1' } })).toEqual([
    'patient https://x.example/Patient/1',
  ])
  expect(references('QuestionnaireResponse', { questionnaire: 'http://q|2' })).toEqual([
    'questionnaire http://q|2',
    'questionnaire http://q',
  ])
})

test('R4 search.html#reference: the identifier of a reference is found by :identifier', () => {
  expect(tokens('Observation', { subject: { identifier: { system: 'urn:x', value: '9' } } })).toContain(
    'patient:identifier 9',
  )
})

test('R4 search.html#string: names and addresses are found by the folded prefixes of their parts', () => {
  const name = [{ family: "O'Brién", given: ['Zoë'] }]

  expect(tokens('Patient', { name }).filter((token) => token.includes(':prefix'))).toEqual([
    'family:prefix ob',
    'family:prefix obri',
    'family:prefix obrien',
    'given:prefix zo',
  ])
  expect(tokens('Patient', { name })).toContain("family:exact O'Brién")
  expect(marks('Patient', { name })).toEqual(
    expect.arrayContaining(['family:prefix o', 'family:prefix obrie', 'given:prefix zoe']),
  )
  expect(tokens('Patient', { address: [{ city: 'Perth' }] })).toContain('address-city:prefix pert')
})

test('docs/design/store.md#search: a birth date is kept blind: by what it lies in, and by steps of eight days', () => {
  const { ranges: none, ...rows } = index('Patient', { birthDate: '1970-01-02' })

  expect(none).toEqual([])
  expect(rows.d).toBeUndefined()
  expect(rows.tokens.map(({ parameter }) => parameter).filter((name) => name.startsWith('birthdate'))).toEqual([
    'birthdate:within',
    'birthdate:within',
    'birthdate:within',
    ...Array(6).fill('birthdate:day'),
  ])
})

test('R4 search.html#quantity: one row for each quantity, and marks for the unit that all of them have', () => {
  const quantity = (value: number, code: string) => ({ value, unit: code, system: 'http://unitsofmeasure.org', code })
  const component = (code: string, value: JsonObject) => ({ code: { coding: [{ code }] }, valueQuantity: value })

  expect(ranges('Observation', { valueQuantity: quantity(1.5, 'mg') })).toEqual([
    [expect.stringContaining('Quantity'), '', 1.5, 1.5],
  ])
  expect(marks('Observation', { valueQuantity: quantity(1.5, 'mg') })).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/:unit \|mg$/),
      expect.stringMatching(/:unit http:\/\/unitsofmeasure.org\|mg$/),
    ]),
  )
  const two = { component: [component('a', quantity(1, 'mg')), component('a', quantity(2, 'kg'))] }
  expect(ranges('Observation', two)).toEqual(
    expect.arrayContaining([[expect.stringContaining('component.value'), 'http://unitsofmeasure.org|kg', 2, 2]]),
  )
})

test('R4 search.html#composite: components are found together within one element', () => {
  const coded = (code: string, value: string) => ({
    code: { coding: [{ code }] },
    valueCodeableConcept: { coding: [{ system: 's', code: value }] },
  })
  const own = tokens('Observation', { component: [coded('a', '1'), coded('b', '2')] })

  expect(own.filter((token) => token.includes('$')).map((token) => token.replace(/^\S+ /, ''))).toEqual([
    '"a","1"',
    '"a","s|1"',
    '"|a","1"',
    '"|a","s|1"',
    '"b","2"',
    '"b","s|2"',
    '"|b","2"',
    '"|b","s|2"',
  ])
})

test.each([
  ['Observation', { effectiveDateTime: '2026-02-03T10:00:00+11:00' }, '2026-02-02T23:00:00.000', '23:00:00.999999Z'],
  [
    'Observation',
    { effectivePeriod: { start: '2026', end: '2026-03' } },
    '2026-01-01T00',
    '2026-03-31T23:59:59.999999',
  ],
  ['Encounter', { period: { start: '2026-02-03' } }, '2026-02-03T00:00:00', 'infinity'],
  ['Condition', { recordedDate: '2026-02' }, '2026-02-01T00', '2026-02-28T23'],
  ['DocumentReference', { date: '2026-02-03T10:00:00.123456Z' }, '10:00:00.123456Z', '10:00:00.123456Z'],
])('docs/design/store.md#search: the principal date of %s %j', (type, content, d, dEnd) => {
  expect(index(type, content)).toMatchObject({ d: expect.stringContaining(d), dEnd: expect.stringContaining(dEnd) })
})

test('docs/design/store.md#search: a date that no parameter asks for gives an order alone', () => {
  expect(index('Condition', { onsetDateTime: '2026-02-01' })).toMatchObject({ d: '2026-02-01T00:00:00.000Z' })
  expect(index('Condition', { onsetDateTime: '2026-02-01' }).dEnd).toBeUndefined()
  expect(index('Composition', {}).d).toBeUndefined()
})
