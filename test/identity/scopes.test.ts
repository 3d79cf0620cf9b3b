import { expect, test } from '@jest/globals'
import type { Caller } from '../../src/core/caller.ts'
import { type FhirInteraction, fhirInteractions } from '../../src/fhir/fhir-interactions.ts'
import { hasHubScope, hasScope, parseFhirScope } from '../../src/identity/scopes.ts'

const caller = (scope: string, patient?: string): Caller => ({
  tenant: 't',
  spoke: 'connect',
  issuer: 'https://login.example.org',
  subject: 's',
  client: 'c',
  roles: ['clinician'],
  scopes: scope.split(' '),
  ...(patient === undefined ? {} : { patient }),
  requestId: 'r',
  proof: 'oidc',
})

const permitted = (scope: string): FhirInteraction[] =>
  fhirInteractions.filter((interaction) => hasScope(caller(scope), 'Patient', interaction))

const reads: FhirInteraction[] = ['read', 'vread', 'history-instance']
const writes: FhirInteraction[] = ['create', 'update', 'patch', 'delete']
const searches: FhirInteraction[] = ['search-type', 'search-system', 'history-type', 'history-system']

test.each<[string, FhirInteraction[]]>([
  ['user/Patient.r', reads],
  ['user/Patient.rs', [...reads, ...searches]],
  ['user/Patient.c', ['create']],
  ['user/Patient.u', ['update', 'patch']],
  ['user/Patient.d', ['delete']],
  ['user/*.cruds', [...fhirInteractions]],
  ['system/Patient.cruds', [...fhirInteractions]],
  ['user/Patient.read', [...reads, ...searches]],
  ['user/Patient.write', writes],
  ['system/*.*', [...fhirInteractions]],
  ['user/Observation.cruds', []],
])('SMART 2.2 scopes: %s permits %j on Patient', (scope, interactions) => {
  expect(permitted(scope).sort()).toEqual([...interactions].sort())
})

test.each([
  'user/Patient.',
  'user/Patient.sr',
  'user/Patient.rr',
  'user/Patient.reads',
  'user/patient.r',
  'users/Patient.r',
  'user/Patient',
  'user/*/Patient.r',
  'Patient.r',
  'launch/patient',
  ' user/Patient.r',
  'user/Patient.r\n',
  'user/Patient.r?',
])('SMART 2.2 scopes: %j is none and permits nothing', (scope) => {
  expect(parseFhirScope(scope)).toBeUndefined()
})

test('SMART 2.2 scopes: a patient scope counts only with a patient in context', () => {
  expect(hasScope(caller('patient/*.rs'), 'Patient', 'read')).toBe(false)
  expect(hasScope(caller('patient/*.rs', 'p-1'), 'Patient', 'read')).toBe(true)
})

test('SMART 2.2 scopes: a scope narrowed by a query is understood, and is no permission for everything', () => {
  const scope = 'user/Observation.rs?category=http://terminology.hl7.org/CodeSystem/observation-category|vital-signs'

  expect(parseFhirScope(scope)).toMatchObject({
    type: 'Observation',
    permissions: 'rs',
    query: expect.stringContaining('vital-signs'),
  })
  expect(hasScope(caller(scope), 'Observation', 'read')).toBe(false)
})

test('spec 5: the Hub scopes are of the configured namespace', () => {
  expect(hasHubScope(caller('acme/spoke.read'), 'acme', 'read')).toBe(true)
  expect(hasHubScope(caller('acme/spoke.read'), 'acme', 'write')).toBe(false)
  expect(hasHubScope(caller('acme/spoke.read'), 'banksia', 'read')).toBe(false)
})
