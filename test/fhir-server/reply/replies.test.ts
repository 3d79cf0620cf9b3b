/** How answers go out: conditional reads, HEAD, formats, compression. R4 http.html#general; RFC 9110. */

import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { chooseCoding } from '../../../src/fhir-server/reply/write-reply.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, observationText, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

/** The bytes as they were sent: fetch would decompress them. */
function readRaw(path: string, encoding: string): Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof readRaw>>>()
  const headers = {
    authorization: `Bearer ${Buffer.from('{}').toString('base64')}`,
    accept: 'application/fhir+json',
    'accept-encoding': encoding,
  }
  request(`${app.base}${path}`, { headers }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }))
  })
    .on('error', reject)
    .end()
  return promise
}

test('R4 http.html#cread: If-Modified-Since: 304 for what has not changed since, to the second', async () => {
  const { id, meta } = await create(app, patient())
  const writtenMs = Date.parse(String((meta as Record<string, string>)['lastUpdated']))
  const at = (ms: number) => ({ headers: { 'if-modified-since': new Date(ms).toUTCString() } })

  expect((await app.send('GET', `/Patient/${id}`, at(writtenMs))).status).toBe(304)
  expect((await app.send('GET', `/Patient/${id}`, at(writtenMs - 2000))).status).toBe(200)
  expect((await app.send('GET', `/Patient/${id}`, { headers: { 'if-modified-since': 'soon' } })).status).toBe(200)
})

test('RFC 9110 13.1.3: If-None-Match wins over If-Modified-Since', async () => {
  const { id } = await create(app, patient())
  const headers = { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString(), 'if-none-match': 'W/"9"' }

  expect((await app.send('GET', `/Patient/${id}`, { headers })).status).toBe(200)
})

test('R4 http.html#general: HEAD answers as GET does, without a body', async () => {
  const { id } = await create(app, patient())

  const head = await app.send('HEAD', `/Patient/${id}`)

  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', 'W/"1"'])
  expect((await app.send('HEAD', '/Patient/never-was')).status).toBe(404)
})

test('R4 http.html#mime-type: _format wins over Accept; _pretty breaks lines and keeps numbers', async () => {
  const { id } = await create(app, observationText(`Patient/${(await create(app, patient())).id}`))

  const pretty = await app.send('GET', `/Observation/${id}?_pretty=true`)
  const chosen = await app.send('GET', `/Observation/${id}?_format=json`, { headers: { accept: 'text/html' } })
  const refused = await app.send('GET', `/Observation/${id}?_format=ttl`)

  expect(pretty.text).toContain('\n    "value": 70.00,\n')
  expect([chosen.status, refused.status]).toEqual([200, 406])
})

test('R4 search.html#elements: a read may ask for a part, which is marked as one; numbers keep their text', async () => {
  const subject = await create(app, patient())
  const { id } = await create(app, observationText(`Patient/${subject.id}`))

  const part = await app.send('GET', `/Observation/${id}?_elements=value`)
  const summary = await app.send('GET', `/Patient/${subject.id}?_summary=text`)

  expect(part.text).toContain('"value":70.00')
  expect(Object.keys(part.body)).toEqual(['resourceType', 'id', 'meta', 'status', 'code', 'valueQuantity'])
  expect(part.body.meta.tag).toMatchObject([{ code: 'SUBSETTED' }])
  expect(Object.keys(summary.body)).toEqual(['resourceType', 'id', 'meta'])
  expect((await app.send('GET', `/Observation/${id}?_summary=much`)).status).toBe(400)
})

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('RFC 9110 12.5.3: a large answer in %s where the client takes it', async (coding, decompress) => {
  const { id } = await create(app, patient())
  for (let index = 0; index < 6; index += 1) await app.send('PUT', `/Patient/${id}`, { body: patient({ id }) })

  const answer = await readRaw(`/Patient/${id}/_history`, coding)

  expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([coding, 'Accept-Encoding'])
  expect(JSON.parse(decompress(answer.bytes).toString('utf8')).total).toBe(7)
  const small = await readRaw(`/Patient/${id}`, coding)
  expect([small.headers['content-encoding'], JSON.parse(small.bytes.toString('utf8')).id]).toEqual([undefined, id])
})

test.each([
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0.1, identity;q=0.5', undefined],
  ['gzip;q=nonsense', undefined],
])('RFC 9110 12.5.3: Accept-Encoding "%s" chooses %s', (header, expected) => {
  expect(chooseCoding(header)).toBe(expected)
})
