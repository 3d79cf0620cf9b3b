/** FHIR batch: each entry stands alone, with the status and the outcome that it would have by itself. R4 http.html#transaction. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
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

const send = (entry: JsonValue, type = 'batch', path = '') =>
  app.send('POST', path, { body: { resourceType: 'Bundle', type, entry } })

type Answer = {
  resource?: JsonObject
  response: { status: string; etag?: string; location?: string; outcome?: JsonObject }
}

async function ask(request: JsonObject, resource?: JsonObject): Promise<Answer> {
  const { status, body } = await send([{ request, ...(resource === undefined ? {} : { resource }) }])
  expect([status, body.type, body.entry.length]).toEqual([200, 'batch-response', 1])
  return body.entry[0]
}

const codeOf = ({ response: { status, outcome } }: Answer): [string, unknown] => [
  status.slice(0, 3),
  (outcome?.['issue'] as JsonObject[] | undefined)?.[0]?.['code'],
]

test('R4 http.html#transaction: each interaction is an entry, at the base address and at /Batch', async () => {
  const own = patient()
  const { id } = await create(app, own)
  await create(app, encounter(`Patient/${id}`))
  const where = `Patient?identifier=${identifierOf(own)}`
  const patch = {
    resourceType: 'Parameters',
    parameter: [
      {
        name: 'operation',
        part: [
          { name: 'type', valueCode: 'add' },
          { name: 'path', valueString: 'Patient' },
          { name: 'name', valueString: 'active' },
          { name: 'value', valueBoolean: true },
        ],
      },
    ],
  }
  const jsonPatch = {
    resourceType: 'Binary',
    contentType: 'application/json-patch+json',
    data: Buffer.from('[{"op":"remove","path":"/active"}]').toString('base64'),
  }
  const entry = [
    { request: { method: 'GET', url: `Patient/${id}` } },
    { request: { method: 'HEAD', url: `Patient/${id}` } },
    { request: { method: 'GET', url: `Patient/${id}/_history/1` } },
    { request: { method: 'GET', url: where } },
    { request: { method: 'GET', url: `Patient/${id}/Encounter` } },
    { request: { method: 'GET', url: `Patient/${id}/_history` } },
    { request: { method: 'GET', url: `${app.base}/Patient/${id}` } },
    { request: { method: 'GET', url: `Patient/${id}`, ifNoneMatch: 'W/"1"' } },
    { resource: patient(), request: { method: 'POST', url: 'Patient' } },
    { resource: own, request: { method: 'POST', url: 'Patient', ifNoneExist: where.slice(8) } },
    { resource: { ...own, id }, request: { method: 'PUT', url: `Patient/${id}`, ifMatch: 'W/"1"' } },
    { resource: own, request: { method: 'PUT', url: where } },
    { resource: patch, request: { method: 'PATCH', url: `Patient/${id}` } },
    { resource: jsonPatch, request: { method: 'PATCH', url: where } },
    { request: { method: 'DELETE', url: `Encounter?patient=Patient/${id}` } },
    { request: { method: 'DELETE', url: `Patient/${id}` } },
    { request: { method: 'GET', url: `Patient/${id}` } },
  ]

  for (const path of ['', '/Batch']) {
    const { body } = await send(entry, 'batch', path)
    const statuses = body.entry.map(({ response }: Answer) => Number(response.status.slice(0, 3)))
    // At the second time the patient is gone.
    if (path === '')
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 304, 201, 200, 200, 200, 200, 200, 204, 204, 410])
    else expect(statuses.slice(0, 3)).toEqual([410, 410, 200])
  }
})

test('R4 http.html#transaction-response: a written entry tells its place, its version and when', async () => {
  const { response, resource } = await ask({ method: 'POST', url: 'Patient' }, patient())

  expect(response).toEqual({
    status: '201 Created',
    location: `${app.base}/Patient/${resource?.['id']}/_history/1`,
    etag: 'W/"1"',
    lastModified: (resource?.['meta'] as JsonObject | undefined)?.['lastUpdated'],
  })
})

test.each([
  ['nothing', {}, ['400', 'invalid']],
  ['no method', { url: 'Patient' }, ['400', 'invalid']],
  ['a method that is none', { method: 'BREW', url: 'Patient' }, ['400', 'invalid']],
  ['no url', { method: 'GET' }, ['400', 'invalid']],
  ['an unknown type', { method: 'GET', url: 'Nothing/1' }, ['404', 'not-found']],
  ['another server', { method: 'GET', url: 'https://elsewhere.example/fhir/Patient/1' }, ['404', 'not-found']],
  ['an id that cannot be', { method: 'PUT', url: 'Patient/a_b' }, ['400', 'invalid']],
  ['a method of another address', { method: 'POST', url: 'Patient/1' }, ['405', 'not-supported']],
  ['what is not there', { method: 'GET', url: 'Patient/never-was' }, ['404', 'not-found']],
  ['an update without a resource', { method: 'PUT', url: 'Patient/1' }, ['400', 'structure']],
  ['an ETag that is none', { method: 'DELETE', url: 'Patient/1', ifMatch: '1' }, ['400', 'invalid']],
  ['a version that is none', { method: 'DELETE', url: 'Patient/1', ifMatch: 'W/"1"' }, ['412', 'conflict']],
  ['the bulk of all', { method: 'DELETE', url: 'Patient' }, ['400', 'not-supported']],
  ['a batch in a batch', { method: 'POST', url: '' }, ['405', 'not-supported']],
])('R4 http.html#transaction: an entry that asks for %s is refused alone', async (_, request, expected) => {
  const { status, body } = await send([{ request }, { request: { method: 'GET', url: 'Patient?_count=0' } }])

  expect([status, codeOf(body.entry[0])]).toEqual([200, expected])
  expect(body.entry[0].response.outcome.issue[0].expression[0]).toMatch(/^Bundle\.entry\[0\]/)
  expect(body.entry[1].response.status).toBe('200 OK')
})

test.each([
  ['no entries', undefined, 200],
  ['an empty list', [], 200],
  ['no list', {}, 400],
  ['more than 2000 entries', Array(2001).fill({ request: { method: 'GET', url: 'Patient/1' } }), 413],
] as const)('R4 bundle.html: a batch with %s', async (_, entry, status) => {
  expect((await send(entry as JsonValue)).status).toBe(status)
})

test.each(['', '/', '/Batch'])(
  'R4 http.html#transaction: at "%s" other bodies and methods are refused',
  async (path) => {
    const statuses = [
      (await send([], 'searchset', path)).status,
      (await app.send('POST', path, { body: patient() })).status,
      (await app.send('POST', path, { body: '{' })).status,
      (await app.send('PUT', path, { body: {} })).status,
    ]

    expect(statuses).toEqual([400, 400, 400, 405])
  },
)

test('a Bundle reads no more than may be sent, however often it asks; its writes go on', async () => {
  const data = Buffer.alloc(900_000).toString('base64')
  const binary = { resourceType: 'Binary', contentType: 'application/octet-stream', data }
  const { id } = (await app.send('POST', '/Binary', { body: binary })).body
  const reads = Array.from({ length: 30 }, () => ({ request: { method: 'GET', url: `Binary/${id}` } }))
  const write = { request: { method: 'POST', url: 'Binary' }, resource: { ...binary, data: 'AAAA' } }

  const batch = await send([...reads, write])
  const transaction = await send(reads, 'transaction')

  const statuses = batch.body.entry.map(({ response }: Answer) => response.status.slice(0, 3))
  expect([...new Set(statuses)]).toEqual(['200', '413', '201'])
  expect(batch.text.length).toBeLessThan(25_000_000)
  expect(transaction.status).toBe(413)
})
