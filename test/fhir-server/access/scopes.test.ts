/** The interactions that scopes and roles permit. SMART App Launch 2.2 scopes-and-launch-context.html; docs/design/hub.md#access. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { createPatient, encounter, nextValue, patientOf } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

test.each([
  ['GET', '/Patient/x', ['user/Patient.cud']],
  ['GET', '/Patient?identifier=1', ['user/Patient.r']],
  ['POST', '/Patient', ['user/Patient.rs', 'user/Encounter.cruds']],
  ['PUT', '/Patient/x', ['user/Patient.crs']],
  ['POST', '/Patient', ['user/Patient.c?gender=male']],
  ['GET', '/Patient/x', ['patient/Patient.rs']],
  ['GET', '/Patient/x', []],
])('SMART scopes: %s %s with %j is 403', async (method, path, scopes) => {
  const answer = await app.send(method, path, {
    as: { scopes },
    ...(method === 'GET' ? {} : { body: patientOf('x', { id: 'x' }) }),
  })

  expect([answer.status, answer.body.issue[0].code]).toEqual([403, 'forbidden'])
})

test.each([
  ['operator', 'Practitioner', 200],
  ['operator', 'Patient', 403],
  ['billing', 'Coverage', 200],
  ['billing', 'DocumentReference', 403],
  ['auditor', 'AuditEvent', 200],
  ['auditor', 'Composition', 403],
] as const)(
  'docs/design/hub.md#access: an %s who searches %s, whatever the scopes say: %s',
  async (role, type, status) => {
    expect((await app.send('GET', `/${type}`, { as: { roles: [role], scopes: ['user/*.cruds'] } })).status).toBe(status)
  },
)

test('SMART scopes: a transaction needs every right of its entries', async () => {
  const entry = [{ resource: patientOf(nextValue()), request: { method: 'POST', url: 'Patient' } }]

  const answer = await app.send('POST', '', {
    body: { resourceType: 'Bundle', type: 'transaction', entry },
    as: { scopes: ['user/Patient.rs'] },
  })

  expect([answer.status, answer.body.issue[0].expression]).toEqual([403, ['Bundle.entry[0]']])
})

test('SMART scopes: patient scopes show one patient and what is theirs, and change nothing', async () => {
  const [own, other] = [await createPatient(app), await createPatient(app)]
  const { body: theirs } = await app.send('POST', '/Encounter', { body: encounter(`Patient/${own.id}`) })
  const { body: others } = await app.send('POST', '/Encounter', { body: encounter(`Patient/${other.id}`) })
  const as = { roles: ['patient'] as const, scopes: ['patient/*.cruds', 'user/*.cruds'], patient: own.id }
  const status = async (method: string, path: string, body?: JsonObject) =>
    (await app.send(method, path, { as, body })).status

  expect(await status('GET', `/Patient/${own.id}`)).toBe(200)
  expect(await status('GET', `/Patient/${other.id}`)).toBe(404)
  expect(await status('GET', `/Encounter/${theirs.id}`)).toBe(200)
  expect(await status('GET', `/Encounter/${others.id}`)).toBe(404)
  expect(await status('GET', '/Bundle?identifier=1')).toBe(403)
  expect(await status('POST', '/Encounter', encounter(`Patient/${own.id}`))).toBe(403)
  expect((await app.send('GET', '/Patient', { as })).body.entry).toHaveLength(1)
  expect((await app.send('GET', '/Encounter', { as })).body.entry).toMatchObject([{ resource: { id: theirs.id } }])
  expect((await app.send('GET', `/Encounter?patient=${other.id}`, { as })).body.total).toBe(0)
})

test('SMART scopes: criteria of a write look beyond no patient scope', async () => {
  const [own, other] = [await createPatient(app), await createPatient(app)]
  const identifier = [{ system: 'urn:test:scopes', value: other.id }]
  const { body: theirs } = await app.send('POST', '/Encounter', {
    body: encounter(`Patient/${other.id}`, { identifier }),
  })
  const as = { scopes: ['user/Encounter.cud', 'patient/*.rs'], patient: own.id }
  const criteria = `identifier=urn:test:scopes|${other.id}`
  const body = encounter(`Patient/${own.id}`)
  const entry = (request: JsonObject, resource: JsonObject = body) => ({
    body: { resourceType: 'Bundle', type: 'transaction', entry: [{ request, resource }] },
  })
  const byReference = encounter(`Patient?_id=${other.id}`)
  const patch = { body: '[]', headers: { 'content-type': 'application/json-patch+json' } }

  const answers = [
    await app.send('POST', '/Encounter', { as, body, headers: { 'if-none-exist': criteria } }),
    await app.send('PUT', `/Encounter?${criteria}`, { as, body }),
    await app.send('PATCH', `/Encounter?${criteria}`, { as, ...patch }),
    await app.send('DELETE', `/Encounter?${criteria}`, { as }),
    await app.send('POST', '', { as, ...entry({ method: 'POST', url: 'Encounter', ifNoneExist: criteria }) }),
    await app.send('POST', '', { as, ...entry({ method: 'POST', url: 'Encounter' }, byReference) }),
    await app.send('GET', '/Subscription/$status', { as }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403])
  expect(answers.filter(({ text }) => text.includes(theirs.id))).toEqual([])
})

test('SMART scopes: a patch shows what it made only to whom may read it', async () => {
  const { id } = await createPatient(app)
  const patch = (scopes: readonly string[]) =>
    app.send('PATCH', `/Patient/${id}`, {
      as: { scopes },
      body: '[]',
      headers: { 'content-type': 'application/json-patch+json', prefer: 'return=representation' },
    })

  const answers = [
    await patch(['user/Patient.u']),
    await patch(['user/Patient.u', 'user/Patient.r?gender=unknown']),
    await patch(['user/Patient.ru']),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ text }) => text.includes('birthDate'))).toEqual([false, false, true])
})
