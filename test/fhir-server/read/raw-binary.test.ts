/** A Binary as its bytes. R4 binary.html#rest. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { createPatient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
const fhir = { accept: 'application/fhir+json' }

test('R4 binary.html#rest: bytes that are posted are a Binary, and come back as they were', async () => {
  const made = await app.sendRaw('POST', '/Binary', { body: bytes, headers: { ...fhir, 'content-type': 'image/png' } })
  const resource = JSON.parse(made.bytes.toString('utf8'))
  const read = await app.sendRaw('GET', `/Binary/${resource.id}`, { headers: { accept: 'image/png' } })

  expect([made.status, resource.contentType, resource.meta.versionId]).toEqual([201, 'image/png', '1'])
  expect(Buffer.from(resource.data, 'base64')).toEqual(Buffer.from(bytes))
  expect([read.headers['content-type'], read.bytes]).toEqual(['image/png', Buffer.from(bytes)])
})

test('R4 binary.html#rest: an update by bytes, packed or not, with the security context of its header', async () => {
  const { id: patient } = await createPatient(app)
  const { body } = await app.send('POST', '/Binary', { body: { resourceType: 'Binary', contentType: 'text/plain' } })

  const updated = await app.sendRaw('PUT', `/Binary/${body.id}`, {
    body: gzipSync('words'),
    headers: {
      ...fhir,
      'content-type': 'text/plain; charset=utf-8',
      'content-encoding': 'gzip',
      'x-security-context': `Patient/${patient}`,
    },
  })

  expect(updated.status).toBe(200)
  expect(JSON.parse(updated.bytes.toString('utf8'))).toMatchObject({
    id: body.id,
    meta: { versionId: '2' },
    contentType: 'text/plain; charset=utf-8',
    securityContext: { reference: `Patient/${patient}` },
    data: Buffer.from('words').toString('base64'),
  })
})

test('R4 binary.html#rest: a header beside the resource says the same as the resource, or is refused', async () => {
  const { id } = await createPatient(app)
  const header = `Patient/${id}`
  const post = async (securityContext: object, method = 'POST', path = '/Binary') => {
    const body = { resourceType: 'Binary', contentType: 'text/plain', data: 'YQ==', ...securityContext }
    return app.send(method, path, { body, headers: { 'x-security-context': header } })
  }

  const same = await post({ securityContext: { reference: header } })
  const refused = [
    await post({}),
    await post({ securityContext: { reference: `${header}/_history/1` } }),
    await post({ id: same.body.id }, 'PUT', `/Binary/${same.body.id}`),
  ]

  expect(same.status).toBe(201)
  expect(refused.map(({ status, body }) => [status, body.issue[0].expression])).toEqual(
    refused.map(() => [400, ['X-Security-Context']]),
  )
})

test.each([
  ['application/fhir+json', JSON.stringify({ resourceType: 'Binary', contentType: 'text/plain', data: 'YQ==' }), 201],
  ['application/fhir+xml', '<Binary xmlns="http://hl7.org/fhir"><contentType value="text/plain"/></Binary>', 201],
  ['application/fhir+json', 'words', 400],
  ['words', 'words', 415],
  ['text/plain', '', 201],
])('R4 binary.html#rest: a body in %s', async (type, body, status) => {
  const answer = await app.sendRaw('POST', '/Binary', {
    ...(body === '' ? {} : { body }),
    headers: { ...fhir, 'content-type': type },
  })

  expect(answer.status).toBe(status)
})

test('R4 http.html#mime-type: bytes are no other resource', async () => {
  const { status } = await app.sendRaw('POST', '/Patient', { body: bytes, headers: { 'content-type': 'image/png' } })

  expect(status).toBe(415)
})

test('R4 http.html#compression: a body in gzip is read, within the limit', async () => {
  const patient = JSON.stringify({ resourceType: 'Patient', active: true })
  const post = (body: Uint8Array) =>
    app.sendRaw('POST', '/Patient', {
      body,
      headers: { 'content-type': 'application/fhir+json', 'content-encoding': 'gzip' },
      as: { tenant: 2 },
    })

  const answers = [
    await post(gzipSync(patient)),
    await post(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))),
    await post(gzipSync(patient).subarray(0, -4)),
    await post(Buffer.from(patient)),
    // RFC 1952 2.2: several members are one text; the last one tells its own size alone.
    await post(Buffer.concat([gzipSync(patient.slice(0, 30)), gzipSync(patient.slice(30))])),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 413, 400, 400, 201])
})
