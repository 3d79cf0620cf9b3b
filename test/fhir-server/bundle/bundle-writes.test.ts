/** Deletes, patches and operations as entries of a transaction or a batch. R4 http.html#trules, http.html#patch. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, encounter, identifierOf, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const send = (type: 'transaction' | 'batch', ...entry: JsonObject[]) =>
  app.send('POST', '', { body: { resourceType: 'Bundle', type, entry } })

const binaryPatch = (...operations: JsonObject[]): JsonObject => ({
  resourceType: 'Binary',
  contentType: 'application/json-patch+json',
  data: Buffer.from(JSON.stringify(operations)).toString('base64'),
})
const male = { op: 'replace', path: '/gender', value: 'male' }
const patch = (url: string, resource: JsonObject = binaryPatch(male), rest: JsonObject = {}): JsonObject => ({
  resource,
  request: { method: 'PATCH', url, ...rest },
})
const remove = (url: string, rest: JsonObject = {}): JsonObject => ({ request: { method: 'DELETE', url, ...rest } })

const statuses = (body: { entry: { response: { status: string } }[] }): string[] =>
  body.entry.map(({ response }) => response.status)

test('R4 http.html#trules: deletes come first, then creates, then updates and patches, then reads', async () => {
  const [old, patched] = [patient(), patient()]
  const [{ id: oldId }, { id }] = [await create(app, old), await create(app, patched)]
  const criteria = `identifier=${identifierOf(old)}`

  const { status, body } = await send(
    'transaction',
    { request: { method: 'GET', url: `Patient/${id}` } },
    patch(`Patient/${id}`),
    { resource: old, request: { method: 'POST', url: 'Patient' } },
    remove(`Patient/${oldId}`),
  )

  expect(status).toBe(200)
  expect(statuses(body)).toEqual(['200 OK', '200 OK', '201 Created', '204 No Content'])
  expect(body.entry[0].resource).toMatchObject({ gender: 'male', meta: { versionId: '2' } })
  expect(body.entry[3].response.etag).toBe('W/"2"')
  expect((await app.send('GET', `/Patient?${criteria}`)).body.total).toBe(1)
})

test('R4 http.html#trules: a conditional create does not find what the same transaction deletes', async () => {
  const old = patient()
  const { id } = await create(app, old)
  const criteria = `identifier=${identifierOf(old)}`

  const { body } = await send(
    'transaction',
    { resource: old, request: { method: 'POST', url: 'Patient', ifNoneExist: criteria } },
    remove(`Patient/${id}`),
  )

  expect(statuses(body)).toEqual(['201 Created', '204 No Content'])
  expect((await app.send('GET', `/Patient?${criteria}`)).body.total).toBe(1)
})

test('R4 http.html#patch: an entry is patched by a Binary or by Parameters, by id or by criteria', async () => {
  const [one, two] = [patient(), patient()]
  const [{ id }, other] = [await create(app, one), await create(app, two)]
  const parameters = {
    resourceType: 'Parameters',
    parameter: [
      {
        name: 'operation',
        part: [
          { name: 'type', valueCode: 'replace' },
          { name: 'path', valueString: 'Patient.gender' },
          { name: 'value', valueCode: 'other' },
        ],
      },
    ],
  }

  const { body } = await send(
    'transaction',
    patch(`Patient?identifier=${identifierOf(one)}`),
    patch(`Patient/${other.id}`, parameters, { ifMatch: 'W/"1"' }),
  )

  expect(statuses(body)).toEqual(['200 OK', '200 OK'])
  expect((await app.send('GET', `/Patient/${id}`)).body.gender).toBe('male')
  expect((await app.send('GET', `/Patient/${other.id}`)).body.gender).toBe('other')
})

test('R4 http.html#trules: a delete by criteria: one, none, several', async () => {
  const [one, twin] = [patient(), patient()]
  const { id } = await create(app, one)
  await create(app, twin)
  await create(app, twin)

  const done = await send(
    'transaction',
    remove(`Patient?identifier=${identifierOf(one)}`),
    remove(`Patient?identifier=${identifierOf(patient())}`),
  )
  const refused = await send('transaction', remove(`Patient?identifier=${identifierOf(twin)}`))

  expect(statuses(done.body)).toEqual(['204 No Content', '204 No Content'])
  expect((await app.send('GET', `/Patient/${id}`)).status).toBe(410)
  expect([refused.status, refused.body.issue[0].expression]).toEqual([412, ['Bundle.entry[0]']])
})

test.each([
  [
    'a delete and an update of one resource',
    (id: string) => [
      remove(`Patient/${id}`),
      { resource: patient({ id }), request: { method: 'PUT', url: `Patient/${id}` } },
    ],
    400,
  ],
  [
    'a patch that does not apply',
    (id: string) => [
      remove('Patient/never-was'),
      patch(`Patient/${id}`, binaryPatch({ op: 'remove', path: '/contact' })),
    ],
    422,
  ],
  [
    'a patch of another version',
    (id: string) => [remove('Patient/never-was'), patch(`Patient/${id}`, binaryPatch(male), { ifMatch: 'W/"9"' })],
    412,
  ],
  [
    'a patch of what criteria do not find',
    () => [remove('Patient/never-was'), patch(`Patient?identifier=${identifierOf(patient())}`)],
    404,
  ],
  [
    'a patch in a Binary of another type',
    (id: string) => [
      remove('Patient/never-was'),
      patch(`Patient/${id}`, { ...binaryPatch(male), contentType: 'application/xml-patch+xml' }),
    ],
    400,
  ],
  [
    'a patch whose data are no JSON',
    (id: string) => [remove('Patient/never-was'), patch(`Patient/${id}`, { ...binaryPatch(male), data: 'AAAA' })],
    400,
  ],
  [
    'a reference to what is deleted',
    (id: string) => [
      remove(`Patient/${id}`),
      { resource: encounter(`Patient/${id}`), request: { method: 'POST', url: 'Encounter' } },
    ],
    422,
  ],
] as const)('R4 http.html#trules: %s refuses all, and names the entry', async (_, entriesOf, status) => {
  const { id } = await create(app, patient())

  const answer = await send('transaction', ...entriesOf(id))

  expect([answer.status, answer.body.issue[0].expression[0].slice(0, 15)]).toEqual([status, 'Bundle.entry[1]'])
  expect((await app.send('GET', `/Patient/${id}`)).body.meta.versionId).toBe('1')
})

test('R4 http.html#transaction: in a batch each entry stands alone', async () => {
  const { id } = await create(app, patient())

  const { body } = await send(
    'batch',
    patch(`Patient/${id}`),
    patch(`Patient/${id}`, binaryPatch({ op: 'remove', path: '/contact' })),
    { request: { method: 'GET', url: `Patient/${id}/_history` } },
    { request: { method: 'GET', url: `Patient/${id}/$meta` } },
    { request: { method: 'GET', url: '_history?_count=1' } },
    remove(`Patient/${id}`),
    { request: { method: 'GET', url: `Patient/${id}` } },
  )

  expect(statuses(body)).toEqual([
    '200 OK',
    '422 Unprocessable Entity',
    '200 OK',
    '200 OK',
    '200 OK',
    '204 No Content',
    '410 Gone',
  ])
  expect(body.entry[2].resource).toMatchObject({ type: 'history', total: 2 })
})

test('R4 bundle.html#request: ifNoneMatch and ifModifiedSince of a read', async () => {
  const { id, meta } = await create(app, patient())
  const read = (rest: JsonObject) => ({ request: { method: 'GET', url: `Patient/${id}`, ...rest } })
  const { lastUpdated } = meta as unknown as { lastUpdated: string }

  const { body } = await send(
    'transaction',
    read({ ifNoneMatch: 'W/"1"' }),
    read({ ifModifiedSince: lastUpdated }),
    read({ ifModifiedSince: '2000-01-01T00:00:00Z' }),
  )

  expect(statuses(body)).toEqual(['304 Not Modified', '304 Not Modified', '200 OK'])
})
