/** What a resource is found by. R4 search.html, searchparameter-registry.html; STORE.md "Search". */
import { expect, test } from '@jest/globals'
import { indexResource, SearchParameters } from '../../src/fhir-server/search-parameters.ts'
import type { JsonObject } from '../../src/json.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

const parameters = new SearchParameters(await openTestDefinitions())
const index = (type: string, content: JsonObject) => indexResource(parameters, { type, id: 'x', content })
const tokens = (type: string, content: JsonObject): string[] =>
  index(type, content).tokens.map(({ parameter, value }) => `${parameter} ${value}`)

test('R4 search.html#token: an identifier is found by system and value, by no system, and by value alone', () => {
  const identifier = [{ system: 'urn:oid:1.2', value: 'A1' }, { value: 'B2' }, { system: 'urn:oid:1.3' }]

  expect(tokens('Patient', { identifier })).toEqual([
    'identifier urn:oid:1.2|A1',
    'identifier A1',
    'identifier |B2',
    'identifier B2',
    '_id x',
  ])
})

test('R4 DocumentReference: the master identifier is an identifier', () => {
  const content = {
    masterIdentifier: { system: 'urn:ietf:rfc:3986', value: 'urn:uuid:1' },
    identifier: [{ system: 'a', value: 'b' }],
  }

  expect(tokens('DocumentReference', content)).toEqual(
    expect.arrayContaining(['identifier urn:ietf:rfc:3986|urn:uuid:1', 'identifier a|b']),
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
  ['Coverage', { beneficiary: { reference: 'Patient/1' } }],
  ['Consent', { patient: { reference: 'Patient/1' } }],
])('R4 registry: %s is found by its patient, once for both names', (type, content) => {
  expect(tokens(type, content)).toEqual(['patient Patient/1', '_id x'])
  expect(parameters.find(type, 'patient')).toMatchObject({ token: 'patient', target: 'Patient' })
})

test('R4 registry: a subject that is no patient has the same token and another value', () => {
  expect(tokens('Observation', { subject: { reference: 'Group/1' } })).toEqual(['patient Group/1', '_id x'])
})

test('R4 registry: encounter, practitioner, tags and the targets of a Provenance', () => {
  expect(tokens('DocumentReference', { context: { encounter: [{ reference: 'Encounter/1' }] } })).toContain(
    'encounter Encounter/1',
  )
  expect(
    tokens('Observation', { encounter: { reference: 'Encounter/1' }, meta: { tag: [{ system: 'a', code: 'b' }] } }),
  ).toEqual(expect.arrayContaining(['encounter Encounter/1', '_tag a|b', '_tag b']))
  expect(tokens('PractitionerRole', { practitioner: { reference: 'Practitioner/1' } })).toContain(
    'practitioner Practitioner/1',
  )
  expect(
    tokens('Provenance', {
      target: [{ reference: 'Patient/1' }, { reference: 'Condition/2' }],
      entity: [{ role: 'source', what: { reference: 'Media/3' } }],
    }),
  ).toEqual(['entity Media/3', 'patient Patient/1', 'patient Condition/2', '_id x'])
})

test('R4 references.html: a contained target is no token, an absolute URL is one as it stands', () => {
  expect(tokens('Observation', { subject: { reference: '#p' } })).toEqual(['_id x'])
  expect(tokens('Observation', { subject: { reference: 'https://x.example/Patient/1' } })).toContain(
    'patient https://x.example/Patient/1',
  )
})

test.each([
  ['Observation', { effectiveDateTime: '2026-02-03T10:00:00+11:00' }, { d: '2026-02-03T10:00:00+11:00' }],
  [
    'Observation',
    { effectivePeriod: { start: '2026', end: '2026-03' } },
    { d: '2026-01-01T00:00:00Z', dEnd: '2026-03-01T00:00:00Z' },
  ],
  ['Encounter', { period: { start: '2026-02-03' } }, { d: '2026-02-03T00:00:00Z' }],
  ['Condition', { recordedDate: '2026-02' }, { d: '2026-02-01T00:00:00Z' }],
  ['DocumentReference', { date: '2026-02-03T10:00:00.123Z' }, { d: '2026-02-03T10:00:00.123Z' }],
  ['Composition', {}, {}],
  ['Patient', { birthDate: '1970-01-02' }, {}],
])('STORE "Search": the principal date of %s %j', (type, content, expected) => {
  const { tokens: _, ...dates } = index(type, content)

  expect(dates).toEqual(expected)
})
