/** The interface in XML: requests, answers and refusals. R4 http.html#mime-type, xml.html. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../../src/core/json.ts'
import type { Definitions } from '../../../src/profiles/definitions/definitions.ts'
import { parseXml } from '../../../src/profiles/xml/xml-reader.ts'
import { renderXml } from '../../../src/profiles/xml/xml-writer.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, observationText, patient } from '../resources.ts'

let app: FhirApp
let definitions: Definitions
beforeAll(async () => {
  app = await startFhir()
  definitions = await openTestDefinitions()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const xmlType = 'application/fhir+xml; charset=utf-8'
const jsonType = 'application/fhir+json; charset=utf-8'
const asXml = { accept: 'application/fhir+xml' }
const bothXml = { ...asXml, 'content-type': 'application/fhir+xml' }
const toXml = (resource: JsonObject | string): string =>
  renderXml(definitions, typeof resource === 'string' ? parseJson(resource) : resource)
const read = (text: string): JsonObject => parseXml(definitions, text)
const typeOf = (answer: { headers: Headers }): string | null => answer.headers.get('content-type')

test('R4 http.html#create: XML is stored and answered as the same resource, numbers as they were written', async () => {
  const subject = await create(app, patient())
  const text = observationText(`Patient/${subject.id}`)

  const created = await app.send('POST', '/Observation', { body: toXml(text), headers: bothXml })
  const { id } = read(created.text)
  const json = await app.send('GET', `/Observation/${id}`)
  const xml = await app.send('GET', `/Observation/${id}`, { headers: asXml })

  expect([created.status, typeOf(created), typeOf(json), typeOf(xml)]).toEqual([201, xmlType, jsonType, xmlType])
  expect(json.text).toContain('"value":70.00')
  expect(xml.text).toContain('<value value="70.00"/>')
  expect(stringifyJson(read(xml.text))).toBe(json.text)
  expect(xml.headers.get('etag')).toBe(json.headers.get('etag'))
})

test('R4 http.html#update, #patch, #delete: XML in, XML out', async () => {
  const { id } = await create(app, patient())
  const operation = (path: string, value: string): string =>
    `<parameter><name value="operation"/><part><name value="type"/><valueCode value="replace"/></part><part><name value="path"/><valueString value="${path}"/></part><part><name value="value"/><valueCode value="${value}"/></part></parameter>`
  const parameters = `<Parameters xmlns="http://hl7.org/fhir">${operation('Patient.gender', 'male')}</Parameters>`

  const updated = await app.send('PUT', `/Patient/${id}`, {
    body: toXml(patient({ id, gender: 'other' })),
    headers: bothXml,
  })
  const patched = await app.send('PATCH', `/Patient/${id}`, { body: parameters, headers: bothXml })
  const outcome = await app.send('PATCH', `/Patient/${id}`, {
    body: parameters,
    headers: { ...bothXml, prefer: 'return=OperationOutcome' },
  })

  expect([updated.status, read(updated.text)['gender']]).toEqual([200, 'other'])
  expect([patched.status, read(patched.text)['gender']]).toEqual([200, 'male'])
  expect(read(outcome.text)).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'information' }] })
})

test('R4 http.html#transaction: a Bundle in XML, answered in XML entry by entry', async () => {
  const bundle = {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      {
        fullUrl: 'urn:uuid:0198f2a0-0000-7000-8000-000000000001',
        resource: patient(),
        request: { method: 'POST', url: 'Patient' },
      },
      {
        resource: JSON.parse(observationText('urn:uuid:0198f2a0-0000-7000-8000-000000000001')),
        request: { method: 'POST', url: 'Observation' },
      },
    ],
  }

  const answer = await app.send('POST', '', { body: toXml(bundle), headers: bothXml })

  expect(answer.status).toBe(200)
  expect(read(answer.text)).toMatchObject({
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: [{ response: { status: '201 Created' } }, { response: { status: '201 Created', etag: 'W/"1"' } }],
  })
})

test('R4 search.html, http.html#history: Bundles of pages in XML, their links too', async () => {
  const { id } = await create(app, patient())
  await app.send('PUT', `/Patient/${id}`, { body: patient({ id }) })

  const searched = await app.send('GET', `/Patient?_id=${id}&_format=xml`)
  const posted = await app.send('POST', '/Patient/_search', {
    body: `_id=${id}&_format=xml&_pretty=true`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const history = await app.send('GET', `/Patient/${id}/_history`, { headers: asXml })

  expect(read(searched.text)).toMatchObject({ type: 'searchset', total: 1, entry: [{ resource: { id } }] })
  expect(posted.text).toContain('\n  <type value="searchset"/>\n')
  expect(read(history.text)).toMatchObject({ type: 'history', total: 2, entry: [{ response: { etag: 'W/"2"' } }, {}] })
})

test('R4 operations.html: Parameters in XML, and what an operation answers', async () => {
  const { id } = await create(app, patient())
  const meta = {
    resourceType: 'Parameters',
    parameter: [{ name: 'meta', valueMeta: { tag: [{ system: 'urn:t', code: 'a' }] } }],
  }

  const added = await app.send('POST', `/Patient/${id}/$meta-add`, { body: toXml(meta), headers: bothXml })
  const validated = await app.send('POST', '/Patient/$validate', { body: toXml(patient()), headers: bothXml })

  expect(read(added.text)).toMatchObject({ parameter: [{ name: 'return', valueMeta: { tag: [{ code: 'a' }] } }] })
  expect([validated.status, read(validated.text)['resourceType']]).toEqual([200, 'OperationOutcome'])
})

test('R4 http.html#mime-type: whatever the server makes up itself can be written as XML', async () => {
  const { id } = await create(app, patient())
  const paths = [
    '/AuditEvent',
    '/_history',
    `/Patient/${id}/$everything`,
    `/Patient/${id}/$meta`,
    '/$meta',
    `/DocumentReference/$docref?patient=${id}`,
    '/Subscription/$status',
    '/Patient?colour=1&_summary=count',
    '/Patient?_elements=name',
  ]

  for (const path of paths) {
    const answer = await app.send('GET', path, { headers: asXml })
    expect([path, answer.status, typeOf(answer)]).toEqual([path, 200, xmlType])
    expect(read(answer.text)).toHaveProperty('resourceType')
  }
})

describe('R4 http.html#mime-type', () => {
  // biome-ignore format: one row a line
  test.each([
    ['', {}, jsonType],
    ['', { accept: '*/*' }, jsonType],
    ['', { accept: 'application/xml' }, xmlType],
    ['', { accept: 'text/xml' }, xmlType],
    ['', { accept: 'text/turtle, application/fhir+xml;q=0.5' }, xmlType],
    ['', { accept: 'application/fhir+xml;q=0.5, application/fhir+json;q=0.9' }, jsonType],
    ['', { accept: 'application/fhir+xml;q=0, */*;q=0.1' }, jsonType],
    ['', { accept: 'application/fhir+xml; fhirVersion=4.0' }, xmlType],
    ['', { accept: 'application/fhir+xml; fhirVersion=3.0, application/json;q=0.1' }, jsonType],
    ['?_format=xml', { accept: 'application/fhir+json' }, xmlType],
    ['?_format=text/xml', { accept: 'text/html' }, xmlType],
    ['?_format=application/fhir%2Bxml', {}, xmlType],
    ['?_format=application/fhir+xml', {}, xmlType],
    ['?_format=json', asXml, jsonType],
    ['?_format=', asXml, xmlType],
  ])('R4 http.html#mime-type: "%s" with %j is answered in %s', async (query, headers, expected) => {
    const metadata = await app.send('GET', `/metadata${query}`, { headers })
    const missing = await app.send('GET', `/Patient/never-was${query}`, { headers })

    expect([metadata.status, typeOf(metadata)]).toEqual([200, expected])
    expect([missing.status, typeOf(missing)]).toEqual([404, expected])
  })

  test.each([
    ['?_format=ttl', {}],
    ['?_format=text/html', asXml],
    ['', { accept: 'text/html' }],
    ['', { accept: 'application/fhir+json; fhirVersion=5.0' }],
    ['', { accept: 'application/fhir+xml;q=0' }],
  ])('R4 http.html#mime-type: "%s" with %j is 406', async (query, headers) => {
    const answer = await app.send('GET', `/metadata${query}`, { headers })

    expect([answer.status, answer.body.issue[0].code]).toEqual([406, 'not-supported'])
  })

  test.each(['text/turtle', 'application/fhir+xml; charset=utf-16', 'application/fhir+xml; fhirVersion=3.0', 'xml'])(
    'R4 http.html#mime-type: a body of %s is 415',
    async (type) => {
      const answer = await app.send('POST', '/Patient', { body: toXml(patient()), headers: { 'content-type': type } })

      expect([answer.status, answer.headers.get('accept')?.includes('application/fhir+xml')]).toEqual([415, true])
    },
  )

  test('R4 capabilitystatement.html: both formats are listed', async () => {
    const { body } = await app.send('GET', '/metadata')

    expect(body.format).toEqual(['application/fhir+json', 'json', 'application/fhir+xml', 'xml'])
    expect(body.patchFormat).toEqual(['application/json-patch+json', 'application/fhir+json', 'application/fhir+xml'])
  })
})

test('R4 operationoutcome.html: a body that cannot be read tells where, in the format that was asked for, without its value', async () => {
  const body = toXml(patient()).replace('<gender value="female"/>', '<gender value="female"/><gender value="Zebulon"/>')

  const answer = await app.send('POST', '/Patient', { body, headers: bothXml })

  expect([answer.status, typeOf(answer)]).toEqual([400, xmlType])
  expect(read(answer.text)).toMatchObject({
    issue: [{ severity: 'error', code: 'structure', expression: ['Patient.gender'] }],
  })
  expect(answer.text).toMatch(/element given more than once, line 1, column \d+/)
  expect(answer.text).not.toContain('Zebulon')
})

test('R4 validation.html: what XML says wrongly is found as in JSON', async () => {
  const wrong = patient({ gender: 'Zebulon', birthDate: '1970' })

  const json = await app.send('POST', '/Patient', { body: wrong })
  const xml = await app.send('POST', '/Patient', { body: toXml(wrong), headers: bothXml })

  expect([json.status, xml.status]).toEqual([422, 422])
  expect(stringifyJson(read(xml.text))).toBe(json.text)
})

test('R4 binary.html#rest: FHIR XML is the resource, XML alone the content', async () => {
  const data = Buffer.from('<ClinicalDocument/>').toString('base64')
  const { id } = await create(app, { resourceType: 'Binary', contentType: 'application/xml', data })

  const resource = await app.send('GET', `/Binary/${id}`, { headers: asXml })
  const content = await app.send('GET', `/Binary/${id}`, { headers: { accept: 'application/xml' } })

  expect(read(resource.text)).toMatchObject({ resourceType: 'Binary', data })
  expect([typeOf(content), content.text]).toEqual(['application/xml', '<ClinicalDocument/>'])
})

test('D33: what XML has no way to write is refused on a read, and told in JSON after a write', async () => {
  const body = patient({ name: [{ family: 'Wattle\uffff' }] })

  const written = await app.send('POST', '/Patient', { body, headers: asXml })
  const { id } = JSON.parse(written.text) as { id: string }
  const wanted = await app.send('GET', `/Patient/${id}`, { headers: asXml })

  expect([written.status, typeOf(written)]).toEqual([201, jsonType])
  expect([wanted.status, typeOf(wanted)]).toEqual([406, xmlType])
  expect(isJsonObject(read(wanted.text))).toBe(true)
})
