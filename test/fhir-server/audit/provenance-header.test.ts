/** X-Provenance on every interaction that writes. R4 provenance.html#header. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const provenance = (changes: JsonObject = {}): JsonObject => ({
  resourceType: 'Provenance',
  recorded: '2026-01-02T03:04:05Z',
  agent: [{ who: { display: 'Zoë' } }],
  ...changes,
})
const headers = (content: JsonObject = provenance()) => ({
  // A header takes bytes; these are UTF-8.
  'x-provenance': Buffer.from(JSON.stringify(content)).toString('latin1'),
})

type Entry = { resource: { target: { reference: string }[]; agent: JsonObject[] } }

/** Lists the targets of a resource's Provenances. */
async function listTargets(target: string): Promise<string[][]> {
  const { body } = await app.send('GET', `/Provenance?target=${target}`)
  return ((body.entry ?? []) as Entry[]).map(({ resource }) => resource.target.map(({ reference }) => reference).sort())
}

test('R4 provenance.html#header: each write of one resource has its Provenance, which points to the version written', async () => {
  const { body: own } = await app.send('POST', '/Patient', { body: patient(), headers: headers() })
  const path = `/Patient/${own.id}`
  await app.send('PUT', path, { body: patient({ id: own.id }), headers: headers() })
  const patch = [{ op: 'add', path: '/active', value: true }]
  await app.send('PATCH', path, {
    body: patch,
    headers: { ...headers(), 'content-type': 'application/json-patch+json' },
  })
  const deleted = await app.send('DELETE', path, { headers: headers() })

  expect(deleted.status).toBe(204)
  const versions = ['4', '3', '2', '1'].map((version) => [`Patient/${own.id}/_history/${version}`])
  expect(await listTargets(`Patient/${own.id}`)).toEqual(versions)
  const [entry] = (await app.send('GET', `/Provenance?target=Patient/${own.id}`)).body.entry as Entry[]
  expect(entry?.resource.agent).toEqual([{ who: { display: 'Zoë' } }])
})

test('R4 provenance.html#header: a transaction has one Provenance of all that it writes, a batch one of each entry', async () => {
  const entry = () => ({ resource: patient(), request: { method: 'POST', url: 'Patient' } })
  const send = async (type: string) =>
    (
      await app.send('POST', '', {
        body: {
          resourceType: 'Bundle',
          type,
          entry: [entry(), entry(), { request: { method: 'GET', url: 'Patient/x' } }],
        },
        headers: headers(),
      })
    ).body.entry as { response: { location?: string; status: string } }[]
  const written = (entries: Awaited<ReturnType<typeof send>>) =>
    entries.flatMap(({ response }) => response.location?.slice(app.base.length + 1) ?? []).sort()

  const batch = written(await send('batch'))
  const refused = await send('transaction')

  expect(batch).toHaveLength(2)
  for (const version of batch) expect(await listTargets(version.replace('/_history/1', ''))).toEqual([[version]])
  expect(refused).toBeUndefined()
  const { body } = await app.send('POST', '', {
    body: { resourceType: 'Bundle', type: 'transaction', entry: [entry(), entry()] },
    headers: headers(),
  })
  const both = written(body.entry)
  expect(await listTargets(both[0]?.replace('/_history/1', '') ?? '')).toEqual([both])
})

test('R4 provenance.html#header: where nothing is written there is none', async () => {
  const body = patient()
  const [{ system, value }] = body['identifier'] as [{ system: string; value: string }]
  const { id } = await create(app, body)

  const again = await app.send('POST', '/Patient', {
    body,
    headers: { ...headers(), 'if-none-exist': `identifier=${system}|${value}` },
  })

  expect(again.status).toBe(200)
  expect(await listTargets(`Patient/${id}`)).toEqual([])
})

test.each([
  ['a target of its own', provenance({ target: [{ reference: 'Patient/1' }] }), 400],
  ['another resource', { resourceType: 'Patient' }, 400],
  ['one that R4 does not allow', provenance({ agent: [] }), 422],
  ['a reference to nobody', provenance({ agent: [{ who: { reference: 'Practitioner/nobody' } }] }), 422],
])('R4 provenance.html#header: %s refuses the write', async (_, content, status) => {
  const body = patient()
  const [{ value }] = body['identifier'] as [{ value: string }]

  const answer = await app.send('POST', '/Patient', { body, headers: headers(content) })

  expect([answer.status, answer.body.resourceType]).toEqual([status, 'OperationOutcome'])
  expect((await app.send('GET', `/Patient?identifier=${value}`)).body.total).toBe(0)
})

test('R4 provenance.html#header: no Provenance without the right to create it, on no read, and none that is no JSON', async () => {
  const scopes = ['user/Patient.cruds']
  const statuses = [
    (await app.send('POST', '/Patient', { body: patient(), headers: headers(), as: { scopes } })).status,
    (await app.send('GET', '/Patient', { headers: headers() })).status,
    (await app.send('POST', '/Patient/_search', { headers: headers() })).status,
    (await app.send('POST', '/Patient', { body: patient(), headers: { 'x-provenance': '{"resourceType":' } })).status,
  ]

  expect(statuses).toEqual([403, 400, 400, 400])
})

test('D19: a Provenance does not keep what it tells of from being deleted', async () => {
  const { body } = await app.send('POST', '/Patient', { body: patient(), headers: headers() })

  expect((await app.send('DELETE', `/Patient/${body.id}`)).status).toBe(204)
  expect((await app.send('GET', `/Patient/${body.id}/_history/1`)).status).toBe(200)
})
