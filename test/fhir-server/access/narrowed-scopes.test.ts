/** Scopes that a query narrows. SMART App Launch 2.2 scopes-and-launch-context.html#finer-grained-resource-constraints-using-search-parameters. */
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

const categories = 'http://terminology.hl7.org/CodeSystem/observation-category'
const labs = `category=${categories}|laboratory`

const observation = (subject: string, category: string, changes: JsonObject = {}): JsonObject => ({
  resourceType: 'Observation',
  status: 'final',
  category: [{ coding: [{ system: categories, code: category }] }],
  code: { text: category },
  subject: { reference: `Patient/${subject}` },
  ...changes,
})

/** A patient with three observations, and another with one. */
async function createRecord() {
  const [{ id }, other] = [await create(app, patient(), 2), await create(app, patient(), 2)]
  const make = async (subject: string, category: string) => (await create(app, observation(subject, category), 2)).id
  return {
    id,
    other: other.id,
    lab: await make(id, 'laboratory'),
    vital: await make(id, 'vital-signs'),
    social: await make(id, 'social-history'),
    otherLab: await make(other.id, 'laboratory'),
  }
}

type Person = { readonly scopes: readonly string[]; readonly roles?: readonly 'patient'[]; readonly patient?: string }

const ask = (person: Person, path: string, method = 'GET', options: object = {}) =>
  app.send(method, path, { as: { tenant: 2, ...person }, ...options })

async function find(person: Person, path: string): Promise<string[]> {
  const { body } = await ask(person, path)
  return ((body.entry ?? []) as { resource: { id: string } }[]).map(({ resource }) => resource.id).sort()
}

test('D28: a search finds what the query of a scope lets through; several are any of them', async () => {
  const record = await createRecord()
  const all = `/Observation?subject=${record.id},${record.other}`
  const vitals = `user/Observation.rs?category=${categories}|vital-signs`

  expect(await find({ scopes: [`user/Observation.rs?${labs}`] }, all)).toEqual([record.lab, record.otherLab].sort())
  expect(await find({ scopes: [`user/Observation.rs?${labs}`, vitals] }, all)).toEqual(
    [record.lab, record.otherLab, record.vital].sort(),
  )
  expect(await find({ scopes: [`user/Observation.rs?${labs}`, 'user/Observation.rs'] }, all)).toHaveLength(4)
  expect(await find({ scopes: [`user/Observation.rs?${labs}&status=final`] }, all)).toHaveLength(2)
  expect(await find({ scopes: [`user/Observation.rs?${labs}&status=cancelled`] }, all)).toEqual([])
  const counted = await ask({ scopes: [`user/Observation.rs?${labs}`] }, `${all}&_total=accurate&_count=0`)
  expect(counted.body.total).toBe(2)
})

test('D28: a narrowed patient scope is of the own record alone', async () => {
  const record = await createRecord()
  const own = { patient: record.id, roles: ['patient'] } as const

  expect(await find({ ...own, scopes: [`patient/Observation.rs?${labs}`] }, '/Observation')).toEqual([record.lab])
  expect(
    await find({ ...own, scopes: [`patient/Observation.rs?${labs}`, 'patient/Observation.rs'] }, '/Observation'),
  ).toHaveLength(3)
  // A caller on the patient's side sees that patient only, whatever other scopes say.
  expect(
    await find({ ...own, scopes: [`patient/Observation.rs?${labs}`, 'user/Observation.rs'] }, '/Observation'),
  ).toEqual([record.lab])
  const clinician = { patient: record.id, scopes: ['patient/Observation.rs', `user/Observation.rs?${labs}`] }
  expect(await find(clinician, `/Observation?subject=${record.id},${record.other}`)).toEqual(
    [record.lab, record.vital, record.social, record.otherLab].sort(),
  )
})

test('D28: what is whole of one type opens nothing of another that is narrowed', async () => {
  const record = await createRecord()
  const scopes = ['patient/Patient.rs', `patient/Observation.rs?${labs}`]
  const person = { patient: record.id, roles: ['patient'], scopes } as const

  expect(await find(person, `/Patient?_id=${record.id}&_revinclude=Observation:subject`)).toEqual(
    [record.id, record.lab].sort(),
  )
  expect(await find(person, `/?_id=${record.id},${record.lab},${record.vital}`)).toEqual([record.id, record.lab].sort())
})

test('D28: read, vread and history are held against the query; outside of it nothing is there', async () => {
  const record = await createRecord()
  const person = { scopes: [`user/Observation.rs?${labs}`] }
  const statuses = async (id: string) => [
    (await ask(person, `/Observation/${id}`)).status,
    (await ask(person, `/Observation/${id}/_history/1`)).status,
    (await ask(person, `/Observation/${id}/_history`)).status,
    (await ask(person, `/Observation/${id}/$meta`)).status,
  ]

  expect(await statuses(record.lab)).toEqual([200, 200, 200, 200])
  expect(await statuses(record.vital)).toEqual([404, 404, 404, 404])
  expect((await ask(person, '/Observation/_history')).status).toBe(403)
  expect((await ask(person, '/_history')).status).toBe(403)
})

test('D28: a version that the query does not let through is not shown', async () => {
  const record = await createRecord()
  await ask({ scopes: ['user/*.cruds'] }, `/Observation/${record.vital}`, 'PUT', {
    body: observation(record.id, 'laboratory', { id: record.vital }),
  })
  const person = { scopes: [`user/Observation.rs?${labs}`] }

  const history = await ask(person, `/Observation/${record.vital}/_history`)

  expect(
    history.body.entry.map(({ resource }: { resource: { meta: JsonObject } }) => resource.meta['versionId']),
  ).toEqual(['2'])
  expect((await ask(person, `/Observation/${record.vital}/_history/1`)).status).toBe(404)
})

test('D28: a version that it lets through is not read once the current one is outside', async () => {
  const record = await createRecord()
  const body = observation(record.id, 'vital-signs', { id: record.lab })
  await ask({ scopes: ['user/*.cruds'] }, `/Observation/${record.lab}`, 'PUT', { body })
  const person = { scopes: [`user/Observation.rs?${labs}`] }

  expect((await ask(person, `/Observation/${record.lab}/_history/1`)).status).toBe(404)
  expect((await ask(person, `/Observation/${record.lab}/_history`)).status).toBe(404)
})

test('D28: includes, chains, _has, $everything and a search of all types are held against it, too', async () => {
  const record = await createRecord()
  const scopes = ['user/Patient.rs', `user/Observation.rs?${labs}`]
  const person = { scopes }

  expect(await find(person, `/Patient?_id=${record.id}&_revinclude=Observation:subject`)).toEqual(
    [record.id, record.lab].sort(),
  )
  expect(await find(person, `/Patient?_id=${record.id}&_has:Observation:subject:category=vital-signs`)).toEqual([])
  expect(await find(person, `/Patient?_id=${record.id}&_has:Observation:subject:category=laboratory`)).toEqual([
    record.id,
  ])
  expect(await find(person, `/Patient/${record.id}/$everything`)).toEqual([record.id, record.lab].sort())
  expect(await find(person, `/?_id=${record.vital},${record.lab}`)).toEqual([record.lab])
  expect(
    await find(
      { scopes: ['user/Observation.rs', 'user/Patient.rs?gender=male'] },
      `/Observation?_id=${record.lab}&subject:Patient.gender=female`,
    ),
  ).toEqual([])
  expect(
    await find(
      { scopes: ['user/Observation.rs', 'user/Patient.rs?gender=female'] },
      `/Observation?_id=${record.lab}&subject:Patient.gender=female`,
    ),
  ).toEqual([record.lab])
  expect(
    await find(
      { scopes: ['user/Observation.rs', 'user/Patient.rs?gender=male'] },
      `/Observation?_id=${record.lab}&_include=*`,
    ),
  ).toEqual([record.lab])
})

test('D28: what is written must be within the query, before and after', async () => {
  const record = await createRecord()
  const person = { scopes: [`user/Observation.cruds?${labs}`] }
  const put = (id: string, category: string) =>
    ask(person, `/Observation/${id}`, 'PUT', { body: observation(record.id, category, { id }) })
  const patch = (id: string, code: string) =>
    ask(person, `/Observation/${id}`, 'PATCH', {
      body: [{ op: 'replace', path: '/category/0/coding/0/code', value: code }],
      headers: { 'content-type': 'application/json-patch+json' },
    })
  const fresh = crypto.randomUUID()

  const statuses = {
    create: (await ask(person, '/Observation', 'POST', { body: observation(record.id, 'laboratory') })).status,
    createOther: (await ask(person, '/Observation', 'POST', { body: observation(record.id, 'vital-signs') })).status,
    upsert: (await put(fresh, 'laboratory')).status,
    upsertOther: (await put(crypto.randomUUID(), 'vital-signs')).status,
    update: (await put(record.lab, 'laboratory')).status,
    updateOut: (await put(record.lab, 'vital-signs')).status,
    updateIn: (await put(record.vital, 'laboratory')).status,
    patch: (await patch(record.lab, 'laboratory')).status,
    patchOut: (await patch(record.lab, 'vital-signs')).status,
    patchIn: (await patch(record.vital, 'laboratory')).status,
    deleteOther: (await ask(person, `/Observation/${record.vital}`, 'DELETE')).status,
    delete: (await ask(person, `/Observation/${record.lab}`, 'DELETE')).status,
  }

  expect(statuses).toEqual({
    ...{ create: 201, createOther: 403, upsert: 201, upsertOther: 403, update: 200, updateOut: 403, updateIn: 403 },
    ...{ patch: 200, patchOut: 403, patchIn: 403, deleteOther: 403, delete: 204 },
  })
})

test('D28: a write that is refused tells nothing of what is outside', async () => {
  const record = await createRecord()
  const person = { scopes: [`user/Observation.cruds?${labs}`] }
  const headers = { 'content-type': 'application/json-patch+json' }
  const test = (code: string) => [{ op: 'test', path: '/category/0/coding/0/code', value: code }]
  const meta = { resourceType: 'Parameters', parameter: [{ name: 'meta', valueMeta: {} }] }

  const answers = [
    await ask(person, `/Observation/${record.vital}`, 'PATCH', { body: test('vital-signs'), headers }),
    await ask(person, `/Observation/${record.vital}`, 'PATCH', { body: test('laboratory'), headers }),
    await ask(person, `/Observation/${record.vital}/$meta-add`, 'POST', { body: meta }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
})

test('D28: a transaction holds each entry against it; what finds by criteria needs the whole type', async () => {
  const record = await createRecord()
  const person = { scopes: [`user/Observation.cruds?${labs}`] }
  const send = (entry: object) =>
    ask(person, '', 'POST', { body: { resourceType: 'Bundle', type: 'transaction', entry: [entry] } })
  const post = (category: string, request: object = {}) =>
    send({ resource: observation(record.id, category), request: { method: 'POST', url: 'Observation', ...request } })

  expect((await post('laboratory')).status).toBe(200)
  expect((await post('vital-signs')).status).toBe(403)
  expect((await post('laboratory', { ifNoneExist: `_id=${record.vital}` })).status).toBe(403)
  expect((await ask(person, `/Observation?_id=${record.lab}`, 'DELETE')).status).toBe(403)
  expect((await send({ request: { method: 'GET', url: `Observation/${record.vital}` } })).status).toBe(404)
})

test.each([
  'colour=red',
  'code:text=lab',
  'subject.name=a',
  'category=',
  'date=soon',
  'category:in=http://example.org/none',
])('D28: one that is narrowed by "%s" cannot be told, and permits nothing', async (query) => {
  const record = await createRecord()
  const person = { scopes: [`user/Observation.cruds?${query}`] }

  expect(await find(person, `/Observation?subject=${record.id}`)).toEqual([])
  expect((await ask(person, `/Observation/${record.lab}`)).status).toBe(404)
  expect((await ask(person, '/Observation', 'POST', { body: observation(record.id, 'laboratory') })).status).toBe(403)
})
