/** Details of searches in R4: escapes, refusals, forms of values, dates of writing. R4 search.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  const entry = [...records, ...others].map((resource) => ({
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
const strange = 'a,b|c$d\\e'
const patientOf = (id: string, rest: JsonObject): JsonObject => ({ resourceType: 'Patient', id, ...rest })
const observationOf = (id: string, rest: JsonObject): JsonObject => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ system: 'urn:c', code: 'k' }] },
  ...rest,
})

const records = [
  patientOf('strange', {
    identifier: [{ system: 'urn:s', value: strange }],
    name: [{ family: strange, given: ['Zoë'] }],
    text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' },
    meta: { profile: ['http://p.example/a'], source: 'http://s.example/x', security: [{ system: 'urn:l', code: 'R' }] },
  }),
  patientOf('plain', {
    identifier: [{ value: 'no system' }],
    name: [{ family: 'Ng' }],
    active: true,
    birthDate: '1980-02',
    link: [{ other: { reference: 'Patient/strange' }, type: 'seealso' }],
  }),
  patientOf('empty', {}),
]
const others = [
  observationOf('own', { subject: { reference: 'Patient/plain' }, effectiveDateTime: '2024-03-01T10:30:15+11:00' }),
  observationOf('versioned', { subject: { reference: 'Patient/plain/_history/1' }, valueQuantity: { value: 100 } }),
  observationOf('foreign', { subject: { reference: 'http://other.example/fhir/Patient/plain' } }),
  observationOf('tuple', {
    component: [
      { code: { coding: [{ code: strange }] }, valueCodeableConcept: { coding: [{ code: 'x$y' }] } },
      {
        code: { coding: [{ code: 'other' }] },
        valueQuantity: { value: 1e-3, system: 'http://unitsofmeasure.org', code: 'g' },
      },
    ],
  }),
]

const sequence = {
  resourceType: 'MolecularSequence',
  id: 'sequence',
  coordinateSystem: 0,
  referenceSeq: { genomeBuild: 'GRCh 37', chromosome: { coding: [{ code: '1' }] }, windowStart: 5, windowEnd: 9 },
  variant: [{ start: 10, end: 20 }],
}
others.push(sequence)

const search = async (path: string, headers = {}) => app.send('GET', path, { as, headers })

async function found(path: string): Promise<string[]> {
  const { status, body } = await search(path)
  expect([path, status, body.issue]).toEqual([path, 200, undefined])
  return ((body.entry ?? []) as { resource: JsonObject }[]).map(({ resource }) => String(resource['id'])).sort()
}

const escaped = encodeURIComponent('a\\,b\\|c\\$d\\\\e')
const plus = encodeURIComponent('+')

// biome-ignore format: one row a line
test.each([
  // R4 search.html#escaping
  ['Patient', `identifier=${escaped}`,                                ['strange']],
  ['Patient', `identifier=urn:s|${escaped}`,                          ['strange']],
  ['Patient', `family:exact=${escaped}`,                              ['strange']],
  ['Patient', `family=${escaped}`,                                    ['strange']],
  ['Patient', 'identifier=a,b',                                       []],
  ['Observation', `component-code-value-concept=${escaped}$x${encodeURIComponent('\\$')}y`, ['tuple']],
  // R4 search.html#token
  ['Patient', 'identifier=|no system',                                ['plain']],
  ['Patient', 'identifier=urn:s|',                                    ['strange']],
  ['Patient', 'active=true',                                          ['plain']],
  ['Patient', 'active:not=true',                                      ['empty', 'strange']],
  ['Patient', '_id=plain,empty,nobody',                               ['empty', 'plain']],
  ['Patient', '_id=plain&_id=empty',                                  []],
  ['Patient', '_id:not=plain',                                        ['empty', 'strange']],
  ['Patient', '_profile=http://p.example/a',                          ['strange']],
  ['Patient', '_profile:below=http://p.example',                      ['strange']],
  ['Patient', '_source=http://s.example/x',                           ['strange']],
  ['Patient', '_security=urn:l|R',                                    ['strange']],
  // R4 search.html#missing
  ['Patient', '_profile:missing=true',                                ['empty', 'plain']],
  ['Patient', '_source:missing=false',                                ['strange']],
  ['Patient', '_security:missing=true',                               ['empty', 'plain']],
  ['Patient', '_tag:missing=false',                                   []],
  ['Patient', 'name:missing=true',                                    ['empty']],
  ['Patient', 'birthdate:missing=false',                              ['plain']],
  ['Patient', 'link:missing=false',                                   ['plain']],
  ['Patient', '_id:missing=true',                                     []],
  // R4 search.html#date
  ['Observation', `date=2024-03-01T10:30:15${plus}11:00`,             ['own']],
  ['Observation', 'date=2024-03-01T10:30:15+11:00',                   ['own']],
  ['Observation', 'date=2024-03-01T10:30',                            ['own']],
  ['Observation', 'date=2024-02-29T23:30:15Z',                        ['own']],
  ['Observation', 'date=ge2024-03-01&date=lt2024-03-02',              ['own']],
  ['Observation', 'date=lt2024-03-01&date=lt2024-03-02',              []],
  ['Patient', 'birthdate=1980',                                       ['plain']],
  ['Patient', 'birthdate=1980-02-03',                                 []],
  ['Patient', 'birthdate=ge1980-02-10&birthdate=lt1980-03',           ['plain']],
  ['Patient', '_lastUpdated=ge2000&_lastUpdated=lt2100',              ['empty', 'plain', 'strange']],
  ['Patient', '_lastUpdated=eb2000',                                  []],
  ['Patient', '_lastUpdated=sa2000-01-01T00:00:00Z',                  ['empty', 'plain', 'strange']],
  ['Patient', '_lastUpdated=ne2000',                                  ['empty', 'plain', 'strange']],
  // R4 search.html#quantity
  ['Observation', 'value-quantity=1e2',                               ['versioned']],
  ['Observation', 'value-quantity=100.0',                             ['versioned']],
  ['Observation', 'value-quantity=gt99.99&value-quantity=lt100.01',   ['versioned']],
  ['Observation', 'component-value-quantity=0.001||g',                ['tuple']],
  ['Observation', 'component-value-quantity=1e-3',                    ['tuple']],
  // R4 search.html#reference
  ['Observation', 'subject=Patient/plain',                            ['own', 'versioned']],
  ['Observation', 'subject=Patient/plain/_history/7',                 ['own', 'versioned']],
  ['Observation', 'subject:Patient=plain',                            ['own', 'versioned']],
  ['Observation', 'subject=plain',                                    ['own', 'versioned']],
  ['Observation', 'subject=http://other.example/fhir/Patient/plain',  ['foreign']],
  ['Observation', 'subject:Group=plain',                              []],
  ['Observation', 'subject=Patient/plain,http://other.example/fhir/Patient/plain', ['foreign', 'own', 'versioned']],
  // R4 search.html#chaining, #has
  ['Observation', 'subject:Patient._id=plain',                        ['own', 'versioned']],
  ['Observation', 'patient.birthdate:missing=true',                   []],
  ['Observation', `patient.link.family:exact=${escaped}`,             ['own', 'versioned']],
  ['Patient', '_has:Observation:patient:_id=own',                     ['plain']],
  ['Patient', '_has:Patient:link:active=true',                        ['strange']],
  ['Patient', '_has:Patient:link:_has:Observation:patient:date=2024', ['strange']],
  // R4 search.html#composite
  ['MolecularSequence', 'chromosome-variant-coordinate=1$10$20',      ['sequence']],
  ['MolecularSequence', 'chromosome-variant-coordinate=1$lt11$gt19',  ['sequence']],
  ['MolecularSequence', 'chromosome-variant-coordinate=2$10$20',      []],
  ['MolecularSequence', 'chromosome-window-coordinate=1$5$9',         ['sequence']],
  // R4 search.html#combining
  ['Patient', 'family=&active=true',                                  ['plain']],
  ['Observation', 'code=k,none&status=final&status:not=amended',      ['foreign', 'own', 'tuple', 'versioned']],
])('R4 search.html: %s?%s', async (type, query, expected) => {
  expect(await found(`/${type}?${query}`)).toEqual(expected)
})

test('R4 search.html#reference: an address of this server is the resource itself', async () => {
  expect(await found(`/Observation?subject=${app.base}/Patient/plain`)).toEqual(['own', 'versioned'])
})

test.each([
  '_text=x',
  '_content=x',
  '_filter=name eq x',
  '_query=x',
  '_list=$current-allergies',
  '_list=a/b',
  '_list:not=x',
  '_filter:not=code eq x',
  '_text:exact=x',
  '_contained=true',
  '_total=some',
  '_sort=nothing',
  '_sort=code-value-quantity',
  '_include=Patient:none',
  '_include=Nothing:x',
  '_include:sometimes=Observation:subject',
  '_count=-1',
  'code:contains=x',
  'subject:exact=x',
  'date:not=2024',
  'status:below=x',
])('R4 search.html#errors: %s is refused by GET and by POST', async (query) => {
  const [name = '', value = ''] = query.split('=')
  const body = new URLSearchParams([[name, value]]).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }

  const posted = await app.send('POST', '/Observation/_search', { body, headers, as })

  expect([query, (await search(`/Observation?${query}`)).status, posted.status]).toEqual([query, 400, 400])
})

test('R4 search.html#errors: an unknown parameter is named, its value is not, and it is refused where the client is strict', async () => {
  const lenient = await search('/Patient?family=Ng&phone-home=secret&gestational-age=1&code=2', {
    Prefer: 'handling=lenient',
  })
  const strict = await search('/Patient?phone-home=secret', { Prefer: 'handling=strict' })

  const texts = lenient.body.entry
    .at(-1)
    .resource.issue.map((issue: { details: { text: string } }) => issue.details.text)
  expect(lenient.body.entry[0].resource.id).toBe('plain')
  expect(lenient.body.entry.at(-1).search.mode).toBe('outcome')
  expect(texts).toHaveLength(3)
  expect(texts.join()).toMatch(/phone-home.*gestational-age.*code/)
  expect([lenient.text, strict.text].join()).not.toContain('secret')
  expect([lenient.status, strict.status]).toEqual([200, 400])
})

test('R4 search.html#summary: all but the text, the text alone, and no more than was asked for', async () => {
  const first = async (query: string): Promise<JsonObject> =>
    (await search(`/Patient?_id=strange&${query}`)).body.entry[0].resource

  expect(Object.keys(await first('_summary=data')).sort()).toEqual(['id', 'identifier', 'meta', 'name', 'resourceType'])
  expect(Object.keys(await first('_summary=text')).sort()).toEqual(['id', 'meta', 'resourceType', 'text'])
  expect((await search('/Patient?_summary=count')).body).toMatchObject({ total: 3 })
})

test('R4 search.html: alternatives of all parameters are counted together, before anything is looked up', async () => {
  const names = Array.from({ length: 999 }, (_, at) => `n${at}`).join(',')
  const search = (times: number) => {
    const body = new URLSearchParams(
      Array.from({ length: times }, (): [string, string] => ['subject.name', names]),
    ).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return app.send('POST', '/Observation/_search', { body, headers, as })
  }

  expect((await search(2)).status).toBe(200)
  const { status, body } = await search(3)
  expect([status, body.issue[0].code, body.issue[0].expression]).toEqual([400, 'too-costly', ['parameter']])
})
