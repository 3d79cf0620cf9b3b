/** FHIR read and vread. R4 http.html#read, http.html#vread. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, createPatient, encounter, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

/** A patient of three versions: made, changed, deleted. */
async function createDeleted(): Promise<string> {
  const made = await create(app, patient())
  await app.send('PUT', `/Patient/${made.id}`, { body: { ...made, active: true } })
  await app.send('DELETE', `/Patient/${made.id}`)
  return made.id
}

test('R4 http.html#read: the resource with ETag and Last-Modified; a trailing slash changes nothing', async () => {
  const made = await create(app, patient())

  for (const path of [`/Patient/${made.id}`, `/Patient/${made.id}/`, `/Patient/${made.id}/_history/1`]) {
    const { status, headers, body } = await app.send('GET', path)
    expect([status, headers.get('etag'), headers.get('content-type')]).toEqual([
      200,
      'W/"1"',
      'application/fhir+json; charset=utf-8',
    ])
    expect(body).toEqual(made)
    expect(headers.get('last-modified')).toBe(new Date(String(body.meta.lastUpdated)).toUTCString())
  }
})

test('R4 http.html#vread: each version as it was; of a deletion 410, of none 404', async () => {
  const id = await createDeleted()
  const read = async (version: string) => {
    const { status, headers, body } = await app.send('GET', `/Patient/${id}/_history/${version}`)
    return [status, headers.get('etag'), body.active ?? body.issue?.[0].code]
  }

  expect(await read('1')).toEqual([200, 'W/"1"', undefined])
  expect(await read('2')).toEqual([200, 'W/"2"', true])
  expect(await read('3')).toEqual([410, 'W/"3"', 'deleted'])
  expect(await read('4')).toEqual([404, null, 'not-found'])
  for (const version of ['0', '01', '-1', 'x', '1.0', '9999999999']) expect((await read(version))[0]).toBe(404)
})

test('R4 http.html#read: what was deleted is 410, also for an operation, and what never was 404', async () => {
  const id = await createDeleted()
  const statuses = async (own: string) => [
    (await app.send('GET', `/Patient/${own}`)).status,
    (await app.send('HEAD', `/Patient/${own}`)).status,
    (await app.send('GET', `/Patient/${own}/$meta`)).status,
    (await app.send('GET', `/Patient/${own}/$everything`)).status,
  ]

  expect(await statuses(id)).toEqual([410, 410, 410, 410])
  expect(await statuses('never-was')).toEqual([404, 404, 404, 404])
})

test.each(['a_b', 'a b', 'ä', `${'a'.repeat(65)}`, '%41', "a'b", '<b>', '*'])(
  'R4 datatypes.html#id: "%s" is no id: 404 to read, 400 to write',
  async (id) => {
    const path = `/Patient/${id === '%41' ? id : encodeURIComponent(id)}`
    const read = await app.send('GET', path)
    const write = await app.send('PUT', path, { body: patient({ id }) })

    expect([read.status, read.body.issue[0].code]).toEqual([404, 'not-found'])
    expect([write.status, write.body.issue[0]]).toMatchObject([400, { expression: ['Patient.id'] }])
    expect(read.text + write.text).not.toContain('<b>')
  },
)

test.each(['a'.repeat(64), 'A-1.b', '.', '1'])('R4 datatypes.html#id: "%s" is one', async (id) => {
  // A dot alone is a part of the path that clients leave out.
  const path = `/Patient/${id === '.' ? '.a' : id}`
  expect((await app.send('GET', path)).status).toBe(404)
  expect((await app.send('PUT', path, { body: patient({ id: path.slice('/Patient/'.length) }) })).status).toBe(201)
})

test('R4 http.html#head: HEAD has the status and headers of GET, wherever there is a GET', async () => {
  const { id } = await create(app, patient())
  await create(app, encounter(`Patient/${id}`))
  const paths = [
    `/Patient/${id}`,
    `/Patient/${id}/_history/1`,
    `/Patient/${id}/_history`,
    '/Patient/_history',
    '/_history',
    `/Patient?_id=${id}`,
    `/Patient/${id}/Encounter`,
    `/Patient/${id}/$everything`,
    `/Patient/${id}/$meta`,
    '/Patient/no_id',
    '/Nothing/1',
  ]

  for (const path of paths) {
    const [get, head] = [await app.send('GET', path), await app.send('HEAD', path)]
    const shown = ({ status, headers }: typeof get) => [
      path,
      status,
      headers.get('etag'),
      headers.get('last-modified'),
      headers.get('content-type'),
    ]
    expect([...shown(head), head.text]).toEqual([...shown(get), ''])
  }
})

test.each([
  ['PUT', '/Patient/x/_history/1'],
  ['DELETE', '/Patient/x/_history'],
  ['POST', '/_history'],
  ['GET', '/Patient/_search'],
  ['PATCH', ''],
  ['OPTIONS', '/Patient/x'],
])('R4 http.html#Status-Codes: %s %s is refused with what is allowed', async (method, path) => {
  const answer = await app.send(method, path, ['GET', 'OPTIONS'].includes(method) ? {} : { body: {} })

  expect([answer.status, answer.body.issue[0].code]).toEqual([405, 'not-supported'])
  expect(answer.headers.get('allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
})

test('R4 http.html#history: a resource that never was has no history (404), a deleted one has all its versions', async () => {
  const id = await createDeleted()
  const { status, body } = await app.send('GET', `/Patient/${id}/_history`)
  const methods = body.entry.map(({ request }: { request: { method: string } }) => request.method)

  expect([status, body.total, methods]).toEqual([200, 3, ['DELETE', 'PUT', 'POST']])
  expect((await app.send('GET', '/Patient/never-was/_history')).status).toBe(404)
})

test('R4 http.html#read: what was written, with its version; 304 for a known version', async () => {
  const { id } = await createPatient(app)

  const answer = await app.send('GET', `/Patient/${id}`)
  const again = await app.send('GET', `/Patient/${id}`, { headers: { 'if-none-match': 'W/"1"' } })

  expect(answer.body).toMatchObject({ resourceType: 'Patient', id, meta: { versionId: '1' }, gender: 'female' })
  expect([again.status, again.text]).toEqual([304, ''])
})

test.each([
  ['an unknown id', 'GET', '/Patient/unknown', 404],
  ['what is no id', 'GET', '/Patient/a_b', 404],
  ['an unknown type', 'GET', '/Clinic/1', 404],
  ['an unknown version', 'GET', '/Patient/unknown/_history/4', 404],
  ['a method that is not served', 'DELETE', '/AuditEvent/1', 405],
  ['writing an AuditEvent', 'POST', '/AuditEvent', 405],
  ['changing the base address', 'PUT', '', 405],
])('R4 http.html: %s', async (_, method, path, status) => {
  const answer = await app.send(method, path)

  expect(answer.status).toBe(status)
  expect(answer.body.resourceType).toBe('OperationOutcome')
  if (status === 405) expect(answer.headers.get('allow')).not.toBe('')
})

test('R2 tenants: what another tenant stored is not found', async () => {
  const { id } = await createPatient(app)

  expect((await app.send('GET', `/Patient/${id}`, { as: { tenant: 2 } })).status).toBe(404)
})

test('R4 binary.html#rest: a Binary in its own media type, or as a resource', async () => {
  const body = {
    resourceType: 'Binary',
    contentType: 'application/pdf',
    data: Buffer.from('%PDF').toString('base64'),
  }
  const { id } = (await app.send('POST', '/Binary', { body })).body

  const native = await app.send('GET', `/Binary/${id}`, { headers: { accept: 'application/pdf' } })
  const resource = await app.send('GET', `/Binary/${id}`)

  expect([native.headers.get('content-type'), native.text]).toEqual(['application/pdf', '%PDF'])
  expect(native.headers.get('content-disposition')).toBe('attachment')
  expect(resource.body).toMatchObject(body)
})

test('R4 narrative.html#security: a page or a drawing in a Binary, or in a narrative, is stored as it came and opens nothing', async () => {
  const remote = '<img src="http://elsewhere.example/x.png" alt="x"/>'
  for (const contentType of ['text/html', 'image/svg+xml', 'application/xhtml+xml']) {
    const data = Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${remote}</body></html>`)
    const body = { resourceType: 'Binary', contentType, data: data.toString('base64') }
    const { id } = (await app.send('POST', '/Binary', { body })).body

    const native = await app.send('GET', `/Binary/${id}`, { headers: { accept: contentType } })

    expect([native.headers.get('content-type'), native.text]).toEqual([contentType, data.toString()])
    expect(native.headers.get('content-disposition')).toBe('attachment')
    expect(native.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
  }
  const div = `<div xmlns="http://www.w3.org/1999/xhtml"><p>Text ${remote}</p></div>`
  const made = await create(app, patient({ text: { status: 'additional', div } }))
  const read = await app.send('GET', `/Patient/${made.id}`, { headers: { accept: 'text/html, application/fhir+json' } })
  expect(read.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8')
  expect(read.body.text.div).toBe(div)
})
