/** FHIR create and conditional create. R4 http.html#create, http.html#ccreate. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FhirApp, startFhir } from './fhir-app.ts'
import { create, identifierOf, patient } from './resources.ts'

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
  ['an element that R4 does not have', { colour: 'red' }, 'Patient.colour'],
  ['a wrong type', { active: 'yes' }, 'Patient.active'],
  ['a code outside its binding', { gender: 'banana' }, 'Patient.gender'],
])('R4 http.html#create: %s is 422, and the issue says where', async (_, changes, place) => {
  const answer = await app.send('POST', '/Patient', { body: patient(changes) })

  expect(answer.status).toBe(422)
  expect(answer.body.issue.map(({ expression }: { expression: string[] }) => expression[0])).toContain(place)
  expect(answer.text).not.toMatch(/banana|"red"|yes/)
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

test('R4 http.html#create: an id in the address belongs to an update', async () => {
  const answer = await app.send('POST', '/Patient/mine', { body: patient({ id: 'mine' }) })

  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PATCH, PUT'])
})
