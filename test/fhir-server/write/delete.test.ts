/** FHIR delete and conditional delete. R4 http.html#delete. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
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

test('R4 http.html#delete: 204 with the version of the tombstone; read is 410, old versions stay', async () => {
  const { id } = await create(app, patient())

  const deleted = await app.send('DELETE', `/Patient/${id}`)

  expect([deleted.status, deleted.text, deleted.headers.get('etag')]).toEqual([204, '', 'W/"2"'])
  const read = await app.send('GET', `/Patient/${id}`)
  expect([read.status, read.body.issue[0].code]).toEqual([410, 'deleted'])
  expect((await app.send('GET', `/Patient/${id}/_history/1`)).status).toBe(200)
  expect((await app.send('GET', `/Patient/${id}/_history/2`)).status).toBe(410)
  expect((await app.send('GET', `/Patient/${id}/_history/3`)).status).toBe(404)
})

test('R4 http.html#delete: no search finds what is deleted', async () => {
  const subject = await create(app, patient())
  const { id } = await create(app, encounter(`Patient/${subject.id}`))

  await app.send('DELETE', `/Encounter/${id}`)

  expect((await app.send('GET', `/Encounter?patient=${subject.id}`)).body.total).toBe(0)
  expect((await app.send('GET', `/Encounter?_id=${id}`)).body.total).toBe(0)
  const rows = await app.owner.query(
    'select count(*)::int as tokens from token join resource using (tenant, key) where id = $1',
    [id],
  )
  expect(rows.rows).toEqual([{ tokens: 0 }])
})

test('R4 http.html#delete: again, or of what never was, it changes nothing', async () => {
  const { id } = await create(app, patient())

  const statuses = [
    (await app.send('DELETE', `/Patient/${id}`)).status,
    (await app.send('DELETE', `/Patient/${id}`)).status,
    (await app.send('DELETE', '/Patient/never-was')).status,
  ]

  expect(statuses).toEqual([204, 204, 204])
  expect((await app.send('GET', `/Patient/${id}/_history`)).body.total).toBe(2)
})

test('R4 http.html#delete: an update brings it back with the next version, and searches find it again', async () => {
  const body = patient()
  const { id } = await create(app, body)
  await app.send('DELETE', `/Patient/${id}`)

  const answer = await app.send('PUT', `/Patient/${id}`, { body: { ...body, id } })

  expect([answer.status, answer.headers.get('etag')]).toEqual([201, 'W/"3"'])
  expect((await app.send('GET', `/Patient?identifier=${identifierOf(body)}`)).body.total).toBe(1)
  expect((await app.send('GET', `/Patient/${id}/_history/2`)).status).toBe(410)
})

test('R4 http.html#concurrency: another version than If-Match names is 412, and nothing is deleted', async () => {
  const { id } = await create(app, patient())

  expect((await app.send('DELETE', `/Patient/${id}`, { headers: { 'if-match': 'W/"7"' } })).status).toBe(412)
  expect((await app.send('GET', `/Patient/${id}`)).status).toBe(200)
  expect((await app.send('DELETE', `/Patient/${id}`, { headers: { 'if-match': 'W/"1"' } })).status).toBe(204)
})

test('R4 http.html#concurrency: 8 deletes and 8 updates at once leave gapless versions', async () => {
  const body = patient()
  const { id } = await create(app, body)

  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      at % 2 === 0
        ? app.send('DELETE', `/Patient/${id}`)
        : app.send('PUT', `/Patient/${id}`, { body: { ...body, id } }),
    ),
  )

  expect(answers.filter(({ status }) => ![200, 201, 204].includes(status))).toEqual([])
  const { entry } = (await app.send('GET', `/Patient/${id}/_history`)).body
  const versions = entry.map(({ response }: { response: { etag: string } }) => Number(/\d+/.exec(response.etag)?.[0]))
  expect(versions).toEqual(Array.from({ length: versions.length }, (_, at) => versions.length - at))
})

test('docs/design/hub.md#release: what the Hub released is not deleted by FHIR', async () => {
  const id = '0198f2a0-0000-7000-8000-00000000dddd'
  const content = patient()
  await app.store.transactAsSystem(developmentTenants[0], (tx) =>
    tx.put({ ...wholeAddress('Patient', id), content, owner: 'hub' }),
  )
  const entry = [{ request: { method: 'DELETE', url: `Patient/${id}` } }]

  const answers = [
    await app.send('DELETE', `/Patient/${id}`),
    await app.send('DELETE', `/Patient?identifier=${identifierOf(content)}`),
    await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry } }),
  ]

  expect(answers.map(({ status, body }) => `${status} ${body.issue[0].code}`)).toEqual(
    Array(3).fill('409 business-rule'),
  )
})

test('R4 http.html#3.1.0.7.1: by criteria: one match is deleted, no match is no error, several are 412', async () => {
  const [one, twin] = [patient(), patient()]
  await create(app, one)
  await create(app, twin)
  await create(app, twin)

  const statuses = [one, one, twin].map(identifierOf).map((value) => `/Patient?identifier=${value}`)
  const answers = []
  for (const path of statuses) answers.push((await app.send('DELETE', path)).status)

  expect(answers).toEqual([204, 204, 412])
  expect((await app.send('GET', `/Patient?identifier=${identifierOf(twin)}`)).body.total).toBe(2)
  expect((await app.send('DELETE', '/Patient')).status).toBe(400)
})

test('R4 http.html#ops: Prefer return=OperationOutcome answers 200 with one', async () => {
  const { id } = await create(app, patient())

  const answer = await app.send('DELETE', `/Patient/${id}`, { headers: { prefer: 'return=OperationOutcome' } })

  expect([answer.status, answer.body.resourceType]).toEqual([200, 'OperationOutcome'])
})

test.each([
  ['DELETE', '/Patient/x', ['user/Patient.crus']],
  ['DELETE', '/Patient/x', ['patient/Patient.cruds']],
  ['DELETE', '/Patient?identifier=1', ['user/Patient.d']],
])('SMART scopes: %s %s with %j is 403', async (method, path, scopes) => {
  expect((await app.send(method, path, { as: { scopes, patient: 'x' } })).status).toBe(403)
})

test('R2 tenants: what another tenant stored is not deleted', async () => {
  const { id } = await create(app, patient())

  expect((await app.send('DELETE', `/Patient/${id}`, { as: { tenant: 2 } })).status).toBe(204)
  expect((await app.send('GET', `/Patient/${id}`)).status).toBe(200)
})

test('Spec 6: a delete is recorded with the patient whom it concerned', async () => {
  const { id } = await create(app, patient())
  await app.send('DELETE', `/Patient/${id}`)

  const { body } = await app.send('GET', `/AuditEvent?patient=${id}`)

  expect(body.entry[0].resource).toMatchObject({ action: 'D', subtype: [{ code: 'delete' }] })
})

/** Encounters of one patient, and the criteria that find them. */
async function createMany(count: number): Promise<{ subject: string; where: string }> {
  const { id } = await create(app, patient())
  for (let index = 0; index < count; index += 1) await create(app, encounter(`Patient/${id}`))
  return { subject: id, where: `Encounter?subject=Patient/${id}` }
}

const countOf = async (where: string): Promise<number> => (await app.send('GET', `/${where}`)).body.total

test('D21: a delete by criteria deletes up to _count, each with its audit record, and more than that not at all', async () => {
  const { subject, where } = await createMany(3)

  const refused = await app.send('DELETE', `/${where}&_count=2`)
  const left = await countOf(where)
  const deleted = await app.send('DELETE', `/${where}&_count=3`)

  expect([refused.status, refused.body.issue[0].code, left]).toEqual([412, 'multiple-matches', 3])
  expect([deleted.status, deleted.text, await countOf(where)]).toEqual([204, '', 0])
  const { body } = await app.send('GET', `/AuditEvent?patient=${subject}`)
  const actions = body.entry.map(({ resource }: { resource: { action: string } }) => resource.action)
  expect(actions.filter((action: string) => action === 'D')).toHaveLength(3)
})

test('D21: a transaction deletes up to _count, and answers each entry once', async () => {
  const { subject, where } = await createMany(3)
  const send = (count: number) =>
    app.send('POST', '', {
      body: {
        resourceType: 'Bundle',
        type: 'transaction',
        entry: [
          { request: { method: 'DELETE', url: `Patient/${subject}` } },
          { request: { method: 'DELETE', url: `${where}&_count=${count}` } },
        ],
      },
    })

  const [refused, left] = [await send(2), await countOf(where)]
  const deleted = await send(9)

  expect([refused.status, refused.body.issue[0].expression, left]).toEqual([412, ['Bundle.entry[1]'], 3])
  expect(deleted.body.entry.map(({ response }: { response: object }) => response)).toEqual([
    { status: '204 No Content', etag: 'W/"2"', lastModified: expect.any(String) },
    { status: '204 No Content' },
  ])
  expect(await countOf(where)).toBe(0)
})

test.each(['identifier=a|b&_count=0', 'identifier=a|b&_count=1001', 'identifier=a|b&_count=many', '_count=5'])(
  'D21: a delete by %s is refused',
  async (query) => {
    expect((await app.send('DELETE', `/Encounter?${query}`)).status).toBe(400)
  },
)

test('D21: one that the Hub released keeps all from being deleted', async () => {
  const { subject, where } = await createMany(1)
  const content = encounter(`Patient/${subject}`)
  await app.store.transactAsSystem(developmentTenants[0], (tx) =>
    tx.put({ ...wholeAddress('Encounter', crypto.randomUUID()), content, owner: 'hub' }),
  )

  expect((await app.send('DELETE', `/${where}&_count=5`)).status).toBe(409)
  expect(await countOf(where)).toBe(2)
})
