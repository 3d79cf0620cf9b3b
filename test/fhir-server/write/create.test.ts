/** FHIR create and conditional create. R4 http.html#create, http.html#ccreate. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, encounter, identifierOf, mrn, nextValue, patient, patientOf } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

test('R4 http.html#create: id, version and time are the server’s, whatever the body says', async () => {
  const body = patient({ id: 'mine', meta: { versionId: '7', lastUpdated: '2001-01-01T00:00:00Z', source: 'urn:a' } })

  const { status, headers, body: made } = await app.send('POST', '/Patient', { body })

  expect([status, made.meta.versionId, made.meta.source]).toEqual([201, '1', 'urn:a'])
  expect(made.id).not.toBe('mine')
  expect(Date.parse(made.meta.lastUpdated)).toBeGreaterThan(Date.parse('2020-01-01'))
  expect(headers.get('location')).toBe(`${app.base}/Patient/${made.id}/_history/1`)
  expect(headers.get('etag')).toBe('W/"1"')
  expect(Date.parse(headers.get('last-modified') ?? '')).toBe(
    Math.floor(Date.parse(made.meta.lastUpdated) / 1000) * 1000,
  )
})

test.each([
  ['return=minimal', ''],
  ['return=representation', 'Patient'],
  ['return=OperationOutcome', 'OperationOutcome'],
  ['handling=strict, return=minimal', ''],
  ['return=nonsense', 'Patient'],
])('R4 http.html#ops: Prefer: %s answers %s', async (prefer, type) => {
  const { status, headers, text } = await app.send('POST', '/Patient', { body: patient(), headers: { prefer } })

  expect([status, text === '' ? '' : JSON.parse(text).resourceType]).toEqual([201, type])
  expect(headers.get('location')).toMatch(/\/Patient\/[0-9a-f-]{36}\/_history\/1$/)
})

test.each([
  ['nothing', ''],
  ['no JSON', '{"resourceType":"Patient"'],
  ['a text', '"Patient"'],
  ['a list', '[{"resourceType":"Patient"}]'],
  ['a duplicate member', '{"resourceType":"Patient","active":true,"active":false}'],
  ['no resourceType', '{"name":[{"family":"Wattle"}]}'],
  ['another resourceType', '{"resourceType":"Practitioner"}'],
  ['a resourceType that is none', '{"resourceType":7}'],
])('R4 http.html#create: %s is 400, an OperationOutcome that repeats nothing', async (_, body) => {
  const answer = await app.send('POST', '/Patient', { body })

  expect([answer.status, answer.body.resourceType]).toEqual([400, 'OperationOutcome'])
  expect(answer.text).not.toContain('Wattle')
})

test.each([
  ['an element that R4 does not have', { colour: 'vermilion' }, 'Patient.colour'],
  ['a wrong type', { active: 'certainly' }, 'Patient.active'],
  ['a code outside its binding', { gender: 'banana' }, 'Patient.gender'],
])('R4 http.html#create: %s is 422, and the issue says where', async (_, changes, place) => {
  const answer = await app.send('POST', '/Patient', { body: patient(changes) })

  expect(answer.status).toBe(422)
  expect(answer.body.issue.map(({ expression }: { expression: string[] }) => expression[0])).toContain(place)
  expect(answer.text).not.toMatch(/banana|vermilion|certainly/)
})

test.each([
  ['text/plain', 415],
  ['application/fhir+json; charset=latin1', 415],
  ['application/fhir+json; charset=utf-8', 201],
  ['application/fhir+json; fhirVersion=4.0', 201],
  ['application/json', 201],
])('R4 http.html#mime-type: a body of %s is %i', async (type, status) => {
  expect((await app.send('POST', '/Patient', { body: patient(), headers: { 'content-type': type } })).status).toBe(
    status,
  )
})

test('R4 http.html#ccreate: what the criteria find is answered, with its place; criteria may begin with a question mark', async () => {
  const body = patient()
  const made = await create(app, body)

  for (const criteria of [`identifier=${identifierOf(body)}`, `?identifier=${identifierOf(body)}`]) {
    const answer = await app.send('POST', '/Patient', { body, headers: { 'if-none-exist': criteria } })
    expect([answer.status, answer.body.id, answer.headers.get('etag')]).toEqual([200, made.id, 'W/"1"'])
    expect(answer.headers.get('location')).toBe(`${app.base}/Patient/${made.id}/_history/1`)
  }
})

test.each([
  ['two', 412, 'multiple-matches'],
  ['an unknown parameter', 400, 'not-supported'],
  ['nothing to look for', 400, 'not-supported'],
])('R4 http.html#ccreate: criteria that find %s are %i, and nothing is made', async (which, status, code) => {
  const [body, tag] = [patient(), crypto.randomUUID()]
  const meta = { tag: [{ system: 'urn:t', code: tag }] }
  await create(app, patient({ meta }))
  await create(app, patient({ meta }))
  const criteria =
    { two: `_tag=urn:t|${tag}`, 'an unknown parameter': 'colour=red', 'nothing to look for': '?' }[which] ?? ''

  const answer = await app.send('POST', '/Patient', { body, headers: { 'if-none-exist': criteria } })

  expect([answer.status, answer.body.issue[0].code]).toEqual([status, code])
  expect((await app.send('GET', `/Patient?identifier=${identifierOf(body)}`)).body.total).toBe(0)
})

test.each(['identifier=urn:a|1', 'name=x', '_id=abc', '_elements=id', 'strange=1'])(
  'D113: a create with ?%s in its address is refused, alone and in a Bundle, and makes nothing',
  async (query) => {
    const value = nextValue()
    const body = patientOf(value)
    const inBundle = (type: string) =>
      app.send('POST', '', {
        body: {
          resourceType: 'Bundle',
          type,
          entry: [{ resource: body, request: { method: 'POST', url: `Patient?${query}` } }],
        },
      })

    const alone = await app.send('POST', `/Patient?${query}`, { body })
    const batch = await inBundle('batch')
    const transaction = await inBundle('transaction')

    expect([alone.status, alone.body.issue[0].code]).toEqual([400, 'not-supported'])
    expect([batch.status, batch.body.entry[0].response.status.slice(0, 3), transaction.status]).toEqual([
      200,
      '400',
      400,
    ])
    expect((await app.send('GET', `/Patient?identifier=${mrn}|${value}`)).body.total).toBe(0)
  },
)

test('D113: a write of one resource by its id takes no parameters but those of the answer', async () => {
  const { id } = await create(app, patient())
  const body = { ...patient(), id }
  const patch = { body: [], headers: { 'content-type': 'application/json-patch+json' } }

  const answers = [
    await app.send('PUT', `/Patient/${id}?identifier=a`, { body }),
    await app.send('PATCH', `/Patient/${id}?identifier=a`, patch),
    await app.send('DELETE', `/Patient/${id}?identifier=a`),
  ]

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  expect((await app.send('PUT', `/Patient/${id}?_format=json&_pretty=true`, { body })).status).toBe(200)
})

test('R4 http.html#create: an id in the address belongs to an update', async () => {
  const answer = await app.send('POST', '/Patient/mine', { body: patient({ id: 'mine' }) })

  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PATCH, PUT'])
})

test('R4 http.html#create: 201 with Location, ETag, Last-Modified; the id is ours, number text is kept', async () => {
  const body = JSON.stringify({
    resourceType: 'Observation',
    id: 'mine',
    status: 'final',
    code: { text: 'weight' },
    valueQuantity: { value: 0 },
  }).replace('"value":0', '"value":70.00')

  const answer = await app.send('POST', '/Observation', { body })

  expect(answer.status).toBe(201)
  expect(answer.body.id).not.toBe('mine')
  expect(answer.headers.get('location')).toBe(`${app.base}/Observation/${answer.body.id}/_history/1`)
  expect(answer.headers.get('etag')).toBe('W/"1"')
  expect(Date.parse(answer.headers.get('last-modified') ?? '')).not.toBeNaN()
  expect(answer.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8')
  expect(answer.text).toContain('"value":70.00')
})

test('R4 http.html#ccreate: the second of two creates with one identifier answers the first', async () => {
  const value = nextValue()
  const headers = { 'if-none-exist': `identifier=${mrn}|${value}` }

  const answers = [
    await app.send('POST', '/Patient', { body: patientOf(value), headers }),
    await app.send('POST', '/Patient', { body: patientOf(value), headers }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 200])
  expect(answers[1]?.body.id).toBe(answers[0]?.body.id)
})

test('R4 http.html#ccreate: 16 at once make one resource', async () => {
  const value = nextValue()
  const headers = { 'if-none-exist': `identifier=${mrn}|${value}` }

  const answers = await Promise.all(
    Array.from({ length: 16 }, () => app.send('POST', '/Patient', { body: patientOf(value), headers })),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(15).fill(200), 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

test('Spec 7: an invalid resource is refused with the element and the rule, without the value; nothing is stored', async () => {
  const value = nextValue()

  const answer = await app.send('POST', '/Patient', { body: patientOf(value, { gender: 'banana' }) })

  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code: 'code-invalid', expression: ['Patient.gender'] }],
  })
  expect(answer.text).not.toContain('banana')
  expect((await app.send('GET', `/Patient?identifier=${mrn}|${value}`)).body.total).toBe(0)
})

test('Spec 7: a referenced resource that is absent is refused where the tenant enforces references, and taken where it does not', async () => {
  const body = encounter('Patient/00000000-0000-7000-8000-00000000ffff')

  const refused = await app.send('POST', '/Encounter', { body })
  const taken = await app.send('POST', '/Encounter', { body, as: { tenant: 2 } })

  expect(refused.body.issue).toMatchObject([{ code: 'not-found', expression: ['Encounter.subject.reference'] }])
  expect(taken.status).toBe(201)
})

test('AU Core: the first tenant requires it, the second takes base R4', async () => {
  const body = { resourceType: 'Patient', name: [{ text: 'A' }] }

  expect((await app.send('POST', '/Patient', { body })).status).toBe(422)
  expect((await app.send('POST', '/Patient', { body, as: { tenant: 2 } })).status).toBe(201)
})

test.each([
  ['another type', { body: { resourceType: 'Patient' } }, 400],
  ['no object', { body: '[]' }, 400],
  ['no JSON', { body: '{"a":' }, 400],
  ['XML that is no resource', { body: '<a/>', headers: { 'content-type': 'application/fhir+xml' } }, 400],
  ['another format', { body: '<a/>', headers: { 'content-type': 'text/turtle' } }, 415],
  [
    'an answer in another format',
    { body: { resourceType: 'Organization', name: 'A' }, headers: { accept: 'text/turtle' } },
    406,
  ],
  [
    'an unknown criterion',
    { body: { resourceType: 'Organization', name: 'A' }, headers: { 'if-none-exist': 'identifier=1&colour=2' } },
    400,
  ],
])('R4 http.html#create: %s is refused', async (_, options, status) => {
  const answer = await app.send('POST', '/Organization', options)

  expect(answer.status).toBe(status)
  expect(answer.body.resourceType).toBe('OperationOutcome')
})

test('R4 operationoutcome.html: of very many issues the first are told, and how many there are more', async () => {
  const extension = Array.from({ length: 1000 }, () => ({ url: 'urn:a' }))

  const answer = await app.send('POST', '/Basic', { body: { resourceType: 'Basic', code: { text: 'a' }, extension } })

  expect([answer.status, answer.body.issue.length]).toEqual([422, 201])
  expect(answer.body.issue.at(-1)).toMatchObject({ code: 'too-long', details: { text: '800 more were found' } })
})
