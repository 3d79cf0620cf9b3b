/** FHIR update and conditional update. R4 http.html#update, http.html#cond-update. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, createPatient, identifierOf, mrn, nextValue, patient, patientOf } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const put = (path: string, body: JsonObject, headers: Record<string, string> = {}) =>
  app.send('PUT', path, { body, headers })

test('R4 http.html#update: the next version, with its place; what the body says of version and time counts for nothing', async () => {
  const made = await create(app, patient())

  const { status, headers, body } = await put(`/Patient/${made.id}`, {
    ...made,
    active: true,
    meta: { versionId: '9', lastUpdated: '2001-01-01T00:00:00Z' },
  })

  expect([status, body.meta.versionId, body.active]).toEqual([200, '2', true])
  expect(headers.get('etag')).toBe('W/"2"')
  expect(headers.get('location')).toBe(`${app.base}/Patient/${made.id}/_history/2`)
  expect(headers.get('last-modified')).toBe(new Date(body.meta.lastUpdated).toUTCString())
})

test.each([
  ['no id', {}],
  ['another id', { id: 'other' }],
  ['an id that is no text', { id: 7 }],
  ['another type', { resourceType: 'Practitioner', id: 'own' }],
  ['no type', { resourceType: undefined, id: 'own' }],
])('R4 http.html#update: a body with %s is 400, and nothing is written', async (_, changes) => {
  const answer = await put('/Patient/own', JSON.parse(JSON.stringify(patient(changes as JsonObject))))

  expect([answer.status, answer.body.resourceType]).toEqual([400, 'OperationOutcome'])
  expect((await app.send('GET', '/Patient/own')).status).toBe(404)
})

test('R4 http.html#upsert: an update of nothing makes it, with 201 and its place; of what was deleted, it brings it back', async () => {
  const id = crypto.randomUUID()
  const made = await put(`/Patient/${id}`, patient({ id }))
  await app.send('DELETE', `/Patient/${id}`)
  const again = await put(`/Patient/${id}`, patient({ id }))

  expect([made.status, made.headers.get('etag')]).toEqual([201, 'W/"1"'])
  expect(made.headers.get('location')).toBe(`${app.base}/Patient/${id}/_history/1`)
  expect([again.status, again.headers.get('etag')]).toEqual([201, 'W/"3"'])
  expect((await app.send('GET', `/Patient/${id}`)).status).toBe(200)
})

test('R4 http.html#concurrency: 8 updates at once make gapless versions; of 8 that name one version, one wins', async () => {
  const made = await create(app, patient())
  const all = (headers: Record<string, string>) =>
    Promise.all(Array.from({ length: 8 }, () => put(`/Patient/${made.id}`, made, headers)))

  const plain = await all({})
  const matched = await all({ 'if-match': 'W/"9"' })

  expect(plain.map(({ body }) => Number(body.meta.versionId)).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  expect(matched.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)])
  expect(matched.find(({ status }) => status === 412)?.body.issue[0].code).toBe('conflict')
})

/** The rows of R4 http.html#cond-update. */
test('R4 http.html#cond-update: none is found: it is made, under the id of the body where that is free', async () => {
  const [free, taken] = [crypto.randomUUID(), (await create(app, patient())).id]
  const ask = (changes: JsonObject) => {
    const body = patient(changes)
    return put(`/Patient?identifier=${identifierOf(body)}`, body)
  }

  const [plain, named, refused] = [await ask({}), await ask({ id: free }), await ask({ id: taken })]

  expect([plain.status, plain.headers.get('etag')]).toEqual([201, 'W/"1"'])
  expect([named.status, named.body.id]).toEqual([201, free])
  expect([refused.status, refused.body.issue[0].code]).toEqual([409, 'conflict'])
  expect((await app.send('GET', `/Patient/${taken}`)).headers.get('etag')).toBe('W/"1"')
})

test('R4 http.html#cond-update: one is found: it is updated, unless the body has another id', async () => {
  const body = patient()
  const { id } = await create(app, body)
  const path = `/Patient?identifier=${identifierOf(body)}`

  const [plain, named, refused] = [
    await put(path, body),
    await put(path, { ...body, id }),
    await put(path, { ...body, id: 'x' }),
  ]

  expect([plain.status, plain.body.id, plain.body.meta.versionId]).toEqual([200, id, '2'])
  expect([named.status, named.body.meta.versionId]).toEqual([200, '3'])
  expect([refused.status, refused.body.issue[0].expression]).toEqual([400, ['Patient.id']])
})

test('R4 http.html#cond-update: several are found: 412, and none is changed', async () => {
  const shared = patient()
  const [one, other] = [await create(app, shared), await create(app, shared)]

  const answer = await put(`/Patient?identifier=${identifierOf(shared)}`, shared)

  expect([answer.status, answer.body.issue[0].code]).toEqual([412, 'multiple-matches'])
  for (const { id } of [one, other]) expect((await app.send('GET', `/Patient/${id}`)).headers.get('etag')).toBe('W/"1"')
})

test('R4 http.html#update: each update is a version, and the versions before it can be read', async () => {
  const { id } = await createPatient(app)

  const answer = await app.send('PUT', `/Patient/${id}`, {
    body: patientOf('W1', { id, gender: 'male' }),
    headers: { 'if-match': 'W/"1"' },
  })

  expect([answer.status, answer.headers.get('etag')]).toEqual([200, 'W/"2"'])
  expect((await app.send('GET', `/Patient/${id}`)).body.gender).toBe('male')
  expect((await app.send('GET', `/Patient/${id}/_history/1`)).body).toMatchObject({
    gender: 'female',
    meta: { versionId: '1' },
  })
})

test('R4 http.html#concurrency: another version than If-Match names is 412, and nothing changes', async () => {
  const { id } = await createPatient(app)

  const answer = await app.send('PUT', `/Patient/${id}`, {
    body: patientOf('W2', { id }),
    headers: { 'if-match': 'W/"7"' },
  })

  expect(answer.status).toBe(412)
  expect((await app.send('GET', `/Patient/${id}`)).body.meta.versionId).toBe('1')
})

test('R4 http.html#upsert: of 8 that give one id at once, one makes it and the others update it', async () => {
  const body = { resourceType: 'Organization', id: 'clinic-8', name: 'A' }

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.send('PUT', '/Organization/clinic-8', { body })),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201])
  expect((await app.send('GET', '/Organization/clinic-8')).body.meta.versionId).toBe('8')
})

test('docs/design/hub.md#release: what the Hub released is changed by no FHIR write, whichever way', async () => {
  const id = '0198f2a0-0000-7000-8000-00000000abcd'
  const value = nextValue()
  const content = patientOf(value)
  await app.store.transactAsSystem(developmentTenants[0], (tx) =>
    tx.put({ ...wholeAddress('Patient', id), content, owner: 'hub' }),
  )
  const entry = (request: JsonObject) => ({
    body: { resourceType: 'Bundle', type: 'transaction', entry: [{ resource: { ...content, id }, request }] },
  })

  const answers = [
    await app.send('PUT', `/Patient/${id}`, { body: { ...content, id } }),
    await app.send('PUT', `/Patient?identifier=${mrn}|${value}`, { body: content }),
    await app.send('POST', '', entry({ method: 'PUT', url: `Patient/${id}` })),
    await app.send('POST', '', entry({ method: 'PUT', url: `Patient?identifier=${mrn}|${value}` })),
  ]

  expect(answers.map(({ status, body }) => `${status} ${body.issue[0].code}`)).toEqual(
    Array(4).fill('409 business-rule'),
  )
  expect((await app.send('GET', `/Patient/${id}`)).body.meta.versionId).toBe('1')
})
