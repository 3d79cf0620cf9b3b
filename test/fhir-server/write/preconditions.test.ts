/** If-Match and If-None-Match on reads and writes. RFC 9110 13.1; R4 http.html#concurrency. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, identifierOf, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const jsonPatch = { 'content-type': 'application/json-patch+json' }

/** The second version of a patient, and how each write of it answers to these headers. */
async function write(method: string, headers: Record<string, string>): Promise<[number, string]> {
  const made = await create(app, patient())
  const path = `/Patient/${made.id}`
  await app.send('PUT', path, { body: { ...made, active: true } })
  const where = `/Patient?identifier=${identifierOf(made)}`
  const body = { ...made, active: false }
  const patchBody = [{ op: 'replace', path: '/active', value: false }]
  const tag = { resourceType: 'Parameters', parameter: [{ name: 'meta', valueMeta: { tag: [{ code: 'a' }] } }] }
  const answers = {
    PUT: () => app.send('PUT', path, { body, headers }),
    'PUT by criteria': () => app.send('PUT', where, { body, headers }),
    PATCH: () => app.send('PATCH', path, { body: patchBody, headers: { ...headers, ...jsonPatch } }),
    'PATCH by criteria': () => app.send('PATCH', where, { body: patchBody, headers: { ...headers, ...jsonPatch } }),
    DELETE: () => app.send('DELETE', path, { headers }),
    'DELETE by criteria': () => app.send('DELETE', where, { headers }),
    '$meta-add': () => app.send('POST', `${path}/$meta-add`, { body: tag, headers }),
  }
  const { status } = await answers[method as keyof typeof answers]()
  const { headers: after } = await app.send('GET', path)
  return [status, after.get('etag') ?? '']
}

const methods = ['PUT', 'PUT by criteria', 'PATCH', 'PATCH by criteria', 'DELETE', 'DELETE by criteria', '$meta-add']
const written = (method: string): number => (method.startsWith('DELETE') ? 204 : 200)

test.each(methods)('R4 http.html#concurrency: %s goes through where If-Match names the version', async (method) => {
  for (const value of ['W/"2"', '"2"', 'W/"1", W/"2"', '*'])
    expect([value, ...(await write(method, { 'if-match': value }))]).toEqual([value, written(method), 'W/"3"'])
})

test.each(methods)(
  'R4 http.html#concurrency: %s is 412 where If-Match names another, and nothing changes',
  async (method) => {
    for (const value of ['W/"1"', 'W/"3"'])
      expect([value, ...(await write(method, { 'if-match': value }))]).toEqual([value, 412, 'W/"2"'])
  },
)

test.each(methods)('RFC 9110 13.1.2: %s is 412 where If-None-Match names what is there', async (method) => {
  for (const value of ['*', 'W/"2"'])
    expect([value, ...(await write(method, { 'if-none-match': value }))]).toEqual([value, 412, 'W/"2"'])
  expect(await write(method, { 'if-none-match': 'W/"1"' })).toEqual([written(method), 'W/"3"'])
})

test.each(methods)('R4 http.html#concurrency: %s is 400 where If-Match is no ETag', async (method) => {
  for (const value of ['2', 'W/2', 'W/"x"', 'W/"0"', 'W/"2",'])
    expect([value, ...(await write(method, { 'if-match': value }))]).toEqual([value, 400, 'W/"2"'])
})

test('RFC 9110 13.1.2: PUT with If-None-Match: * only makes what is not there; of 8 at once one does', async () => {
  const body = patient({ id: crypto.randomUUID() })
  const headers = { 'if-none-match': '*' }

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.send('PUT', `/Patient/${body['id']}`, { body, headers })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(412)])
  await app.send('DELETE', `/Patient/${body['id']}`)
  expect((await app.send('PUT', `/Patient/${body['id']}`, { body, headers })).status).toBe(201)
})

test('RFC 9110 13.1.1: If-Match makes nothing of what is not there or was deleted', async () => {
  const body = patient({ id: crypto.randomUUID() })
  const put = async (value: string) =>
    (await app.send('PUT', `/Patient/${body['id']}`, { body, headers: { 'if-match': value } })).status

  expect([await put('*'), await put('W/"1"')]).toEqual([412, 412])
  await app.send('PUT', `/Patient/${body['id']}`, { body })
  await app.send('DELETE', `/Patient/${body['id']}`)
  expect([await put('*'), await put('W/"2"')]).toEqual([412, 412])
})

test('RFC 9110 13.1.2: a read is 304 where If-None-Match names the version, among others, or any', async () => {
  const { id } = await create(app, patient())
  const read = async (value: string) =>
    (await app.send('GET', `/Patient/${id}`, { headers: { 'if-none-match': value } })).status

  expect([await read('W/"1"'), await read('W/"9", W/"1"'), await read('*'), await read('W/"2"')]).toEqual([
    304, 304, 304, 200,
  ])
})

test('R4 bundle.html#request: ifMatch and ifNoneMatch of entries count as the headers do', async () => {
  const made = await create(app, patient())
  const entry = (request: object) => ({
    resource: made,
    request: { method: 'PUT', url: `Patient/${made.id}`, ...request },
  })
  const send = (request: object) =>
    app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry: [entry(request)] } })

  const statuses = [
    (await send({ ifMatch: 'W/"7"' })).status,
    (await send({ ifNoneMatch: '*' })).status,
    (await send({ ifMatch: 'seven' })).status,
    (await send({ ifMatch: 'W/"1"' })).status,
  ]

  expect(statuses).toEqual([412, 412, 400, 200])
})

test('RFC 9110 13.1.1: a delete of what is deleted meets no If-Match: *, and any If-None-Match: *', async () => {
  const { id } = await create(app, patient())
  const remove = async (headers: Record<string, string>) =>
    (await app.send('DELETE', `/Patient/${id}`, { headers })).status

  expect([
    await remove({ 'if-match': '*' }),
    await remove({ 'if-match': '*' }),
    await remove({ 'if-none-match': '*' }),
  ]).toEqual([204, 412, 204])
})
