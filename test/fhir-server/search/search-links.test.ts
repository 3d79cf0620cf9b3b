/** What a search says that it did: its links, its outcome, and the parameters that it refuses. R4 search.html#conformance, http.html#paging. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  const entry = [...people, ...measurements].map((resource) => ({
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
const ucum = 'http://unitsofmeasure.org'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const people: readonly JsonObject[] = ['Zebulon', 'Zebedee', 'Zenobia'].map((family, index) => ({
  resourceType: 'Patient',
  id: `p${index}`,
  name: [{ family, given: ['Æthel & Co|,$'] }],
}))

const quantity = (id: string, valueQuantity: JsonObject): JsonObject => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ system: 'urn:c', code: 'k' }] },
  subject: { reference: 'Patient/p0' },
  valueQuantity,
})
const measurements = [
  quantity('ucum', { value: 5, system: ucum, code: 'mg', unit: 'mg' }),
  quantity('ucum-more', { value: 7, system: ucum, code: 'g' }),
  quantity('local', { value: 5, system: 'urn:local', code: 'mg' }),
  quantity('named', { value: 5, unit: 'mg' }),
  quantity('bare', { value: 5 }),
]

type Entry = {
  readonly resource: { readonly id: string; readonly issue?: { details: { text: string } }[] }
  readonly search: { readonly mode: string }
}

const send = (path: string) => app.send('GET', path, { as })
const post = (path: string, parameters: string) => app.send('POST', path, { body: parameters, headers: form, as })
const idsOf = (body: { entry?: Entry[] }): string[] =>
  (body.entry ?? []).filter(({ search }) => search.mode === 'match').map(({ resource }) => resource.id)
const linkOf = (body: { link: { relation: string; url: string }[] }, relation: string): string =>
  (body.link.find((link) => link.relation === relation)?.url ?? '').slice(app.base.length)
const saidOf = (path: string): string[][] => [...new URLSearchParams(path.split('?')[1] ?? '')]
const namesOf = (path: string): (string | undefined)[] => saidOf(path).map(([name]) => name)

// biome-ignore format: one row a line
test.each([
  [`5|${ucum}|mg`,   ['ucum']],
  [`5|${ucum}`,      ['ucum']],
  [`5|${ucum}|`,     ['ucum']],
  ['5|urn:local|',   ['local']],
  ['5|urn:nobody|',  []],
  ['5||mg',          ['local', 'named', 'ucum']],
  ['5||',            ['bare', 'local', 'named', 'ucum']],
  ['5',              ['bare', 'local', 'named', 'ucum']],
  [`gt4|${ucum}`,    ['ucum', 'ucum-more']],
  [`ge7|${ucum}|`,   ['ucum-more']],
  [`ne5|${ucum}`,    ['ucum-more']],
  [`ap5|urn:local`,  ['local']],
  [`5|urn:nobody,7|${ucum}`, ['ucum-more']],
] as const)('R4 search.html#quantity: value-quantity=%s obeys the system', async (value, expected) => {
  const asked = encodeURIComponent(value)
  expect(idsOf((await send(`/Observation?value-quantity=${asked}`)).body).toSorted()).toEqual(expected)
  expect(idsOf((await send(`/Observation?code-value-quantity=${encodeURIComponent(`urn:c|k$${value.split(',').at(-1)}`)}`)).body).toSorted()).toEqual(
    expected,
  )
})

test('R4 search.html#quantity: the system counts behind a chain too', async () => {
  const found = async (system: string) =>
    idsOf((await send(`/Patient?_has:Observation:patient:value-quantity=${encodeURIComponent(`5|${system}`)}`)).body)

  expect([await found(ucum), await found('urn:nobody')]).toEqual([['p0'], []])
})

test('D112: a sort has 20 keys at most', async () => {
  const sortBy = (count: number) => post('/Patient/_search', `_sort=${Array(count).fill('-family,name').join(',')}`)
  const [most, more] = [await sortBy(10), await sortBy(11)]

  expect(idsOf(most.body)).toEqual(['p2', 'p0', 'p1'])
  expect([more.status, more.body.issue[0].code, more.body.issue[0].expression]).toEqual([400, 'too-costly', ['_sort']])
})

test.each([
  '/Patient?_type:not=Patient',
  '/Patient?_count:x=1',
  '/Patient?_sort:asc=family',
  '/Patient?_summary:exact=count',
  '/Patient?_elements.name=id',
  '/Patient?_total:missing=true',
  '/Patient?_format:x=json',
  '/Patient?_pretty:x=true',
  '/Patient?_contained:not=false',
  '/Patient?_cursor:x=abc',
  '/Patient?_include.x=Patient:organization',
  '/Patient?_include:x=Patient:organization',
  '?_type:not=Patient',
  '/Patient/_history?_count:x=1',
  '/Patient/p0/_history?_since:not=2020',
  '/Patient/p0/$everything?_count:x=1',
  '/Patient/p0?_summary:x=true',
  '/AuditEvent?_count:x=1',
])('R4 search.html#modifiers: a control parameter takes no modifier, %s', async (path) => {
  const { status, body } = await send(path)

  expect([status, body.issue?.[0].code]).toEqual([400, 'not-supported'])
})

test('D111: self is the search as it was understood', async () => {
  const path =
    '/Patient?name=zeb&colour-of-eyes=brown&given=&_sort=family&_count=5000&_count=2000&_include:iterate=Patient:organization&_format=json&_elements='
  const { body } = await send(path)

  expect(saidOf(linkOf(body, 'self'))).toEqual([
    ['name', 'zeb'],
    ['_sort', 'family'],
    ['_count', '1000'],
    ['_include:iterate', 'Patient:organization'],
  ])
  expect(idsOf((await send(linkOf(body, 'self'))).body)).toEqual(['p1', 'p0'])
})

test('D111: self escapes what would change its meaning, and says the same on each page', async () => {
  const given = encodeURIComponent('Æthel & Co\\|\\,\\$')
  const first = await send(`/Patient?given=${given}&_count=1&_sort=-family`)
  const second = await send(linkOf(first.body, 'next'))

  expect([idsOf(first.body), idsOf(second.body)]).toEqual([['p2'], ['p0']])
  expect(linkOf(second.body, 'self')).toBe(linkOf(first.body, 'self'))
  expect(saidOf(linkOf(first.body, 'self'))[0]).toEqual(['given', 'Æthel & Co\\|\\,\\$'])
  expect(namesOf(linkOf(first.body, 'self'))).toEqual(['given', '_count', '_sort'])
  expect(namesOf(linkOf(first.body, 'next'))).toEqual(['_cursor'])
})

// biome-ignore format: one row a line
test.each([
  ['/Patient', '', '/Patient'],
  ['?_type=Patient&_count=2', '?_type=Patient&_count=2', '?_type=Patient&_count=2'],
  ['/Patient/p0/Observation?code=k', '/Patient/p0/Observation?code=k', '/Patient/p0/Observation?code=k'],
  ['/Patient?family=zeb&_summary=count', '', '/Patient?family=zeb&_summary=count'],
  ['/AuditEvent?action=R&_count=1', '', '/AuditEvent?action=R&_count=1'],
])('D111: self of %s', async (path, _again, expected) => {
  expect(linkOf((await send(path)).body, 'self').replaceAll('%7C', '|')).toBe(expected)
})

test('D111: the links of a posted search name its parameters and show no value, and lead to the same', async () => {
  const { body, text } = await post('/Patient/_search?name=zeb', 'family=zebulon,zebedee&_sort=family&_count=1&eye=1')
  const sealed = [
    ['name', expect.stringMatching(/^sealed:/)],
    ['family', expect.stringMatching(/^sealed:/)],
    ['_sort', 'family'],
    ['_count', '1'],
  ]

  const self = linkOf(body, 'self')
  expect(saidOf(self)).toEqual(sealed)
  expect(namesOf(linkOf(body, 'next'))).toEqual(['_cursor'])
  const again = await send(self)
  expect(idsOf(again.body)).toEqual(['p1'])
  expect(saidOf(linkOf(again.body, 'self'))).toEqual(sealed)
  const next = await send(linkOf(body, 'next'))
  expect(idsOf(next.body)).toEqual(['p0'])
  expect(saidOf(linkOf(next.body, 'self'))).toEqual(sealed)
  const [, family = ''] = saidOf(self)[1] ?? []
  expect(Buffer.from(family.slice('sealed:'.length), 'base64url').toString('latin1')).not.toContain('zebulon')
  const outcome = (body.entry as Entry[]).find(({ search }) => search.mode === 'outcome')
  expect(outcome?.resource.issue?.map(({ details }) => details.text)).toEqual([
    'The parameter eye is not supported and was left out',
    'The search used name, family, _sort, _count',
  ])
  expect(text).not.toContain('zebulon,zebedee')
})

test('D111: a sealed value opens for its tenant, type and parameter alone', async () => {
  const self = linkOf((await post('/Patient/_search', 'family=zebulon')).body, 'self')

  expect(idsOf((await send(self)).body)).toEqual(['p0'])
  expect(idsOf((await send(self.replace('family', 'name'))).body)).toEqual([])
  expect(idsOf((await app.send('GET', self)).body)).toEqual([])
})

test('D111: a search in a batch is a posted one', async () => {
  const entry = [{ request: { method: 'GET', url: 'Patient?family=zebulon' } }]
  const { body } = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'batch', entry }, as })

  const [{ resource }] = body.entry
  expect(idsOf(resource)).toEqual(['p0'])
  expect(linkOf(resource, 'self')).toMatch(/^\/Patient\?family=sealed:/)
})

test.each(['name=zebulonia', '_count=1', '_sort=family', '_elements=id', 'strangeness=1', '_cursor=abc'])(
  'R4 http.html#paging: %s beside a cursor is refused',
  async (added) => {
    const next = linkOf((await send('/Patient?_count=1')).body, 'next')
    const history = linkOf((await send('/Patient/_history?_count=1')).body, 'next')
    const record = linkOf((await send('/Patient/p0/$everything?_count=1')).body, 'next')

    for (const link of [next, history, record]) {
      expect(link).toContain('_cursor=')
      const { status, text } = await send(`${link}&${added}`)
      expect(status).toBe(400)
      expect(text).not.toMatch(/zebulonia|strangeness/)
      expect((await send(`${link.replace('?', '?_format=json&')}&_pretty=true`)).status).toBe(200)
    }
  },
)
