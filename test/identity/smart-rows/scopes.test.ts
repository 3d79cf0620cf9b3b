/** Rows of scopes-and-launch-context.html that no other file names, over HTTP. SMART App Launch 2.2; the numbers are those of its table of requirements. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { decodeJwt } from 'jose'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { examplePatient } from '../../builders.ts'
import { createPatient } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'
import { register } from '../issuer/register.ts'
import { askForService, launch, makeService, postLaunch, readFhir } from '../issuer/smart-app.ts'

const [tenant] = developmentTenants

const server = useRunning()
let patient: string
let other: string
beforeAll(async () => {
  patient = await createPatient(server.call)
  other = await createPatient(server.call, { name: [{ family: 'Grevillea', given: ['Ada'] }] })
})

const write = (token: string, method: string, path: string, body: object) =>
  fetch(`${server.base}/fhir/R4${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/fhir+json' },
    body: JSON.stringify(body),
  })

const statusAt = async (token: string, path: string): Promise<number> => {
  const response = await readFhir(server, token, path)
  await response.body?.cancel()
  return response.status
}

const tokenFor = async (scope: string, form?: Record<string, string>): Promise<string> =>
  (await launch(server, { scope }, form)).body.access_token

test('SMART 123: a scope to update lets an update make a resource at its own id, and a scope to create alone does not', async () => {
  const put = async (scope: string) => {
    const id = newId()
    return (await write(await tokenFor(scope), 'PUT', `/Patient/${id}`, { ...examplePatient, id })).status
  }
  const { id: _id, ...fresh } = examplePatient
  const post = async (scope: string) => (await write(await tokenFor(scope), 'POST', '/Patient', fresh)).status

  expect([await put('user/Patient.u'), await put('user/Patient.c')]).toEqual([201, 403])
  expect([await post('user/Patient.c'), await post('user/Patient.u')]).toEqual([201, 403])
})

test('SMART 123: so does an update by criteria, and one in a batch, within the query of the scope', async () => {
  const token = await tokenFor('user/Patient.us')
  const fresh = (gender = 'female') => ({ ...examplePatient, id: newId(), gender })
  const { id: _id, ...unnamed } = fresh()
  const byCriteria = await write(token, 'PUT', '/Patient?identifier=urn:none|none', unnamed)
  const inBatch = async (scope: string, resource: { readonly id: string }) => {
    const request = { method: 'PUT', url: `Patient/${resource.id}` }
    const bundle = { resourceType: 'Bundle', type: 'batch', entry: [{ request, resource }] }
    const response = await write(await tokenFor(scope), 'POST', '', bundle)
    return String(Object(await response.json()).entry[0].response.status).slice(0, 3)
  }

  expect(byCriteria.status).toBe(201)
  expect(await inBatch('user/Patient.u', fresh())).toBe('201')
  expect(await inBatch('user/Patient.c', fresh())).toBe('403')
  expect(await inBatch('user/Patient.u?gender=female', fresh())).toBe('201')
  expect(await inBatch('user/Patient.u?gender=female', fresh('male'))).toBe('403')
})

test('SMART 130: each request of a batch, and each of a transaction, is held against the scopes', async () => {
  const token = await tokenFor('user/Patient.r')
  const entry = (method: string, url: string, resource?: object) => ({ request: { method, url }, resource })
  const read = entry('GET', `Patient/${patient}`)
  const send = async (type: string, entries: readonly object[]) => {
    const response = await write(token, 'POST', '', { resourceType: 'Bundle', type, entry: entries })
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
    return { status: response.status, body: (await response.json()) as any }
  }
  const forbidden = [entry('GET', 'Observation?_count=1'), entry('DELETE', `Patient/${patient}`)]
  const batch = await send('batch', [read, ...forbidden])

  expect(batch.body.entry.map(({ response }: { response: { status: string } }) => response.status.slice(0, 3))).toEqual(
    ['200', '403', '403'],
  )
  expect((await send('transaction', [read, forbidden[1] ?? {}])).status).toBe(403)
  expect(await statusAt(token, `Patient/${patient}`)).toBe(200)
})

test('SMART 136, 367: a patient scope is for the record of one patient, whoever signed in', async () => {
  const token = await tokenFor('launch/patient patient/Patient.rs', { account: 'clinician-1', patient })
  const found = await (await readFhir(server, token, 'Patient')).json().then((body) => JSON.stringify(body))

  expect(await statusAt(token, `Patient/${patient}`)).toBe(200)
  expect(await statusAt(token, `Patient/${other}`)).not.toBe(200)
  expect([found.includes(patient), found.includes(other)]).toEqual([true, false])
})

test('SMART 139: a link between two records opens neither from the other, and the documentation says so', async () => {
  const linked = await createPatient(server.call, {
    link: [{ other: { reference: `Patient/${other}` }, type: 'seealso' }],
  })
  const token = await tokenFor('launch/patient patient/*.rs', { account: 'clinician-1', patient: linked })
  const back = await tokenFor('launch/patient patient/*.rs', { account: 'clinician-1', patient: other })
  const page = readFileSync(join(import.meta.dirname, '../../../docs/smart.md'), 'utf8')

  expect(await statusAt(token, `Patient/${linked}`)).toBe(200)
  expect(await statusAt(token, `Patient/${other}`)).not.toBe(200)
  expect(await statusAt(back, `Patient/${linked}`)).not.toBe(200)
  expect(page).toMatch(/`Patient\.link` grants nothing/)
})

test('SMART 140, 368: a user scope is for what the person may see, of every patient of theirs and of no other tenant', async () => {
  const mine = await tokenFor('user/Patient.rs')
  const elsewhere = await tokenFor('user/Patient.rs', { account: 'clinician-2' })

  expect([await statusAt(mine, `Patient/${patient}`), await statusAt(mine, `Patient/${other}`)]).toEqual([200, 200])
  expect(await statusAt(elsewhere, `Patient/${patient}`)).not.toBe(200)
})

test('SMART 142: a system scope is for what the client itself may see, without a person', async () => {
  const service = await makeService()
  const scope = 'system/Patient.rs'
  await register(server.site.pool, { client_id: service.id, type: 'backend', tenant, jwks: service.jwks, scope })
  const { body } = await askForService(server, await service.assert(server), scope)

  expect(await statusAt(body.access_token, `Patient/${patient}`)).toBe(200)
  expect(await statusAt(body.access_token, 'Observation?_count=1')).toBe(403)
  expect((await launch(server, { scope: 'openid system/Patient.rs' })).body.scope).toBe('openid')
})

test('SMART 144: a wildcard scope is for each type of resource that this server has', async () => {
  const token = await tokenFor('user/*.rs')
  const { rest } = (await (await readFhir(server, token, 'metadata')).json()) as {
    rest: readonly [{ resource: readonly { type: string; interaction: readonly { code: string }[] }[] }]
  }
  const types = rest[0].resource.filter(({ interaction }) => interaction.some(({ code }) => code === 'search-type'))
  const refused: string[] = []
  for (const { type } of types) if ((await statusAt(token, `${type}?_count=1`)) === 403) refused.push(type)

  expect(types.length).toBeGreaterThan(100)
  // AuditEvent is for auditors: row 119, the policy of the server is above the scope.
  expect(refused.filter((type) => type !== 'AuditEvent')).toEqual([])
})

test('SMART 149, 361, 363: the scopes of a context decide which parameters come with the token', async () => {
  const form = { account: 'clinician-1', patient }
  const asked = await launch(server, { scope: 'launch/patient user/Patient.rs' }, form)
  const not = await launch(server, { scope: 'user/Patient.rs' }, form)
  const made = await postLaunch(server, await server.token(), { patient })
  const byEhr = await launch(server, { scope: 'launch user/Patient.rs', launch: made.body.launch })

  expect([asked.body.patient, not.body.patient, byEhr.body.patient]).toEqual([patient, undefined, patient])
})

test.each([
  ['without a reference, canonical or identifier', 400, { type: 'ImagingStudy' }],
  ['with a patient by type and identifier', 400, { identifier: { value: '1' }, type: 'Patient' }],
  ['with a role that is no address', 400, { reference: 'ImagingStudy/1', role: 'primary' }],
  ['with a patient in no other role', 400, { reference: 'Patient/1' }],
  ['with an encounter in the role launch', 400, { reference: 'Encounter/1', role: 'launch' }],
  ['with a patient in another role', 201, { reference: 'Patient/1', role: 'https://example.org/mother' }],
  ['with the role launch', 201, { reference: 'ImagingStudy/1', role: 'launch' }],
  ['with an address as role', 201, { reference: 'ImagingStudy/1', role: 'https://example.org/prior' }],
  ['with a canonical', 201, { canonical: 'https://example.org/Questionnaire/1' }],
  ['with an identifier', 201, { identifier: { system: 'https://example.org', value: '1' }, type: 'ServiceRequest' }],
])('SMART 177, 178, 188: a launch whose fhirContext has an item %s is answered %s', async (_case, status, item) => {
  const made = await postLaunch(server, await server.token(), { patient, fhirContext: [item] })

  expect(made.status).toBe(status)
})

test('SMART 197: a person whom no resource stands for is granted no fhirUser', async () => {
  const { body } = await launch(server, { scope: 'openid fhirUser user/Practitioner.rs' }, { account: 'operator-1' })

  expect(body.scope).toBe('openid user/Practitioner.rs')
  expect(decodeJwt(body.id_token)['fhirUser']).toBeUndefined()
})

test('SMART 198, 200: who is granted openid and fhirUser gets an identity token that names one of five resource types', async () => {
  const clinician = await launch(server, { scope: 'openid fhirUser user/Patient.rs' })
  const without = await launch(server, { scope: 'user/Patient.rs' })
  const named = decodeJwt(clinician.body.id_token)['fhirUser']

  expect(named).toMatch(/\/fhir\/R4\/(Patient|Practitioner|PractitionerRole|RelatedPerson|Person)\/[\w.-]+$/)
  expect(without.body.id_token).toBeUndefined()
})

test('SMART 369: scopes in the words of version 1 are granted as they were asked, and count', async () => {
  const { body } = await launch(server, { scope: 'user/Patient.read user/Observation.write' })

  expect(body.scope).toBe('user/Patient.read user/Observation.write')
  expect(await statusAt(body.access_token, `Patient/${patient}`)).toBe(200)
  expect((await write(body.access_token, 'DELETE', `/Patient/${patient}`, {})).status).toBe(403)
  expect(await statusAt(body.access_token, 'Observation?_count=1')).toBe(403)
})

test('SMART 370: a scope with a query lets through what meets it', async () => {
  const category = 'http://terminology.hl7.org/CodeSystem/observation-category'
  const scope = `user/Observation.rs?category=${category}|laboratory`
  const make = async (code: string) => {
    const resource = {
      ...{ resourceType: 'Observation', status: 'final', code: { text: code } },
      ...{ category: [{ coding: [{ system: category, code }] }], subject: { reference: `Patient/${patient}` } },
      ...{ effectiveDateTime: '2026-01-01T10:00:00+10:00', valueString: 'a' },
    }
    const writer = await server.token()
    const response = await write(writer, 'POST', '/Observation', resource)
    const text = await response.text()
    if (response.status !== 201) throw new Error(text)
    return JSON.parse(text).id as string
  }
  const [lab, social] = [await make('laboratory'), await make('social-history')]
  const { body } = await launch(server, { scope })

  expect(body.scope).toBe(scope)
  expect(await statusAt(body.access_token, `Observation/${lab}`)).toBe(200)
  expect(await statusAt(body.access_token, `Observation/${social}`)).toBe(404)
})
