/** Search by addresses, and by types at the end of chains. R4 search.html#uri, #chaining, #has. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  const entry = [...valueSets, ...others].map((resource) => ({
    resource,
    request: { method: 'PUT', url: `${resource['resourceType']}/${resource['id']}` },
  }))
  const { status } = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry }, as })
  expect(status).toBe(200)
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const

const valueSet = (id: string, url: string): JsonObject => ({ resourceType: 'ValueSet', id, url, status: 'active' })
const valueSets = [
  valueSet('host', 'http://acme.example/'),
  valueSet('fhir', 'http://acme.example/fhir'),
  valueSet('folder', 'http://acme.example/fhir/'),
  valueSet('set', 'http://acme.example/fhir/ValueSet/123'),
  valueSet('upper', 'http://acme.example/fhir/valueset/123'),
  valueSet('other', 'http://acme.example/fhirs/1'),
  valueSet('escaped', 'http://acme.example/a%20b/c'),
  valueSet('query', 'http://acme.example/fhir/q?x=/y'),
  valueSet('urn', 'urn:oid:1.2.36.1.2001'),
  valueSet('deeper', 'urn:oid:1.2.36.1.2001.4'),
]

const observation = (id: string, subject: string): JsonObject => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ system: 'urn:c', code: 'k' }] },
  subject: { reference: subject },
})
const others = [
  { resourceType: 'Patient', id: 'p', active: true },
  { resourceType: 'Patient', id: 'unseen', active: true },
  { resourceType: 'Group', id: 'g', type: 'person', actual: true },
  observation('of-patient', 'Patient/p'),
  observation('of-group', 'Group/g'),
]

const found = async (path: string, person: object = as): Promise<string[]> => {
  const { status, body } = await app.send('GET', path, { as: person })
  expect([path, status]).toEqual([path, 200])
  return (body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id).toSorted()
}

// biome-ignore format: one row a line
test.each([
  ['url=http://acme.example/fhir',                    ['fhir']],
  ['url=http://acme.example/fhir/',                   ['folder']],
  ['url=HTTP://acme.example/fhir',                    []],
  ['url=http://acme.example/a%2520b/c',               ['escaped']],
  ['url=http://acme.example/a%20b/c',                 []],
  ['url=urn:oid:1.2.36.1.2001',                               ['urn']],
  ['url:below=urn:oid:1.2.36.1.2001',                         ['urn']],
  ['url:above=urn:oid:1.2.36.1.2001.4',                       ['deeper']],
  ['url:below=http://acme.example/fhir/ValueSet/',    ['set']],
  ['url:below=http://acme.example/fhir/ValueSet',     ['set']],
  ['url:below=http://acme.example/fhir',              ['fhir', 'folder', 'query', 'set', 'upper']],
  ['url:below=http://acme.example/fhir/',             ['fhir', 'folder', 'query', 'set', 'upper']],
  ['url:below=http://acme.example/fhir/q',            ['query']],
  ['url:below=http://acme.example/',                  ['escaped', 'fhir', 'folder', 'host', 'other', 'query', 'set', 'upper']],
  ['url:below=http://acme.example',                   ['escaped', 'fhir', 'folder', 'host', 'other', 'query', 'set', 'upper']],
  ['url:below=http://acme',                           []],
  ['url:above=http://acme.example/fhir/ValueSet/123', ['fhir', 'folder', 'host', 'set']],
  ['url:above=http://acme.example/fhir/q?x=/y',       ['fhir', 'folder', 'host', 'query']],
  ['url:below=http://acme.example/fhir/ValueSet/,urn:oid:1.2.36.1.2001', ['set', 'urn']],
])('R4 search.html#uri: %s', async (query, expected) => {
  expect(await found(`/ValueSet?${query}`)).toEqual(expected)
})

// biome-ignore format: one row a line
test.each([
  ['/Observation?subject._type=Patient',                 ['of-patient']],
  ['/Observation?subject._type=Group',                   ['of-group']],
  ['/Observation?subject._type=Patient,Group',           ['of-group', 'of-patient']],
  ['/Observation?subject:Group._type=Patient',           []],
  ['/Observation?subject._type=Device',                  []],
  ['?_type=Patient,Group&_has:Observation:subject:code=k',   ['g', 'p']],
  ['?_type=Patient,Group&_has:Observation:subject:status=amended', []],
  ['?_type=Group,Patient&_has:Observation:patient:code=k',   ['p']],
  ['?_type=Organization,Patient&_has:Observation:patient:code=k', ['p']],
])('R4 search.html#chaining, #has: %s', async (path, expected) => {
  expect(await found(path)).toEqual(expected)
})

test.each([
  '/Observation?subject._type=Clinic',
  '/Observation?subject._type:not=Patient',
  '?_type=Organization,Location&_has:Observation:patient:code=k',
])('R4 search.html#errors: %s is refused', async (path) => {
  expect((await app.send('GET', path, { as })).status).toBe(400)
})

test('R4 search.html#chaining: a type at the end of a chain needs access to that type alone', async () => {
  const narrow = { ...as, scopes: ['user/Observation.rs', 'user/Patient.rs'] } as const

  expect(await found('/Observation?subject._type=Patient', narrow)).toEqual(['of-patient'])
  expect((await app.send('GET', '/Observation?subject._type=Group', { as: narrow })).status).toBe(403)
})

test('D95: a search of several types finds nothing through what the caller may not see', async () => {
  const own = {
    ...as,
    roles: ['patient'],
    scopes: ['patient/Patient.rs', 'patient/Observation.rs'],
    patient: 'unseen',
  } as const

  expect(await found('?_type=Patient,Group&_has:Observation:subject:code=k', own)).toEqual([])
})
