/** Search parameters that a tenant adds, and the indexing of earlier resources. R4 searchparameter.html; docs/design/store.md#search. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { reindexType } from '../../../queues/sweeps/reindex.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, listDueReindexes, startFhir, untilKnown } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const tenant = developmentTenants[1]

const parameter = (code: string, rest: JsonObject): JsonObject => ({
  resourceType: 'SearchParameter',
  id: `of-${code}`,
  url: `http://a.example/SearchParameter/${code}`,
  name: code,
  status: 'active',
  description: 'Of our own',
  code,
  base: ['Patient'],
  type: 'token',
  ...rest,
})

const extensionOf = (name: string): string => `http://a.example/StructureDefinition/${name}`
const colour = { expression: `Patient.extension('${extensionOf('colour')}').value.as(code)` }
const coloured = (id: string, code: string): JsonObject => ({
  resourceType: 'Patient',
  id,
  extension: [{ url: extensionOf('colour'), valueCode: code }],
})

const put = async (resource: JsonObject, by: FhirApp = app) =>
  by.send('PUT', `/${resource['resourceType']}/${resource['id']}`, { body: resource, as })
const search = async (path: string, headers = {}) => app.send('GET', path, { as, headers })
const found = async (path: string): Promise<string[]> => {
  const { status, body } = await search(path)
  expect([path, status, body.issue]).toEqual([path, 200, undefined])
  const entries = (body.entry ?? []) as { resource: { resourceType: string; id: string } }[]
  return entries.map(({ resource }) => (resource.resourceType === 'OperationOutcome' ? 'outcome' : resource.id)).sort()
}

/** Answers the count once this process knows of the last change. */
const countRows = async (text: string, values: readonly unknown[] = []): Promise<number> => {
  const { rows } = await app.owner.query<{ count: string }>(`select count(*) ${text}`, [...values])
  return Number(rows[0]?.count)
}

const listPending = async (): Promise<string[]> =>
  (await listDueReindexes(app.store.system)).map(({ subject }) => subject)

async function reindexAll(): Promise<void> {
  const { store, log } = app
  for (const wakeUp of await listDueReindexes(store.system))
    await reindexType({ store, log, stopping: new AbortController().signal }, wakeUp)
}

const settle = (): Promise<void> => untilKnown(app, tenant)

test('D22: a parameter that is added answers when everything is indexed by it, and not before', async () => {
  await put(coloured('before', 'red'))
  expect((await put(parameter('colour', colour))).status).toBe(201)
  await settle()

  const early = await search('/Patient?colour=red')
  const chained = await search('/Observation?patient.colour=red')
  await put(coloured('between', 'red'))
  await reindexAll()
  await settle()
  await put(coloured('after', 'red'))
  await put(coloured('other', 'blue'))

  expect([early.status, early.body.issue[0].code]).toEqual([400, 'not-supported'])
  expect(early.body.issue[0].details.text).toContain('is being indexed')
  expect(chained.status).toBe(400)
  expect(await found('/Patient?colour=red')).toEqual(['after', 'before', 'between'])
  expect(await found('/Patient?colour:missing=false')).toHaveLength(4)
})

test('R4 searchparameter.html: it is the tenant’s own', async () => {
  const strict = { headers: { Prefer: 'handling=strict' }, as: { tenant: 1 } } as const

  expect((await app.send('GET', '/Patient?colour=red', strict)).status).toBe(400)
  expect((await search('/SearchParameter?code=colour')).body.total).toBe(1)
})

test('R4 searchparameter.html: what is changed is indexed again, and what only reads otherwise is not', async () => {
  await put(parameter('colour', { ...colour, description: 'The colour' }))
  const afterText = await listPending()
  await put(parameter('colour', { expression: `Patient.extension('${extensionOf('hue')}').value.as(code)` }))
  await put({ resourceType: 'Patient', id: 'hued', extension: [{ url: extensionOf('hue'), valueCode: 'red' }] })
  await settle()

  const early = await search('/Patient?colour=red')
  await reindexAll()
  await settle()

  expect([afterText, early.status]).toEqual([[], 400])
  expect(await found('/Patient?colour=red')).toEqual(['hued'])
})

test('R4 searchparameter.html: one that is deleted, or retired, is unknown, and its index rows go', async () => {
  const rows = await countRows('from token')
  await put(parameter('colour', { ...colour, status: 'retired' }))
  await settle()

  const ignored = await found('/Patient?colour=red&_id=hued')
  const strict = await search('/Patient?colour=red', { Prefer: 'handling=strict' })
  await reindexAll()
  await app.send('DELETE', '/SearchParameter/of-colour', { as })

  expect([ignored, strict.status]).toEqual([['hued', 'outcome'], 400])
  expect(await countRows('from token')).toBeLessThan(rows)
  expect([await listPending(), await countRows('from search_parameter')]).toEqual([[], 0])
})

const partOf = (definition: string, expression: string): JsonObject => ({
  definition: `http://hl7.org/fhir/SearchParameter/${definition}`,
  expression,
})

test.each([
  ['code', { code: 'gender', expression: 'Patient.active' }],
  ['code', { code: '_mine', expression: 'Patient.active' }],
  ['code', { code: 'a.b', expression: 'Patient.active' }],
  ['type', { type: 'special', expression: 'Patient.active' }],
  ['base', { base: ['Resource'], expression: 'Resource.language' }],
  ['base', { base: ['AuditEvent'], expression: 'AuditEvent.action' }],
  ['expression', {}],
  ['expression', { expression: 'Patient.name.' }],
  ['expression', { expression: 'Patient.name.matches(".*")' }],
  ['expression', { expression: 'Patient.descendants()' }],
  ['expression', { expression: 'Patient.contact.where(%resource.contact.exists())' }],
  ['expression', { expression: `Patient.active${' '.repeat(200_000)}='true'` }],
  ['expression', { expression: 'Patient.link.other.resolve().name' }],
  ['expression', { expression: 'Observation.status' }],
  ['expression', { expression: Array(60).fill('Patient.name.given').join(' | ') }],
  ['expression', { expression: Array(21).fill('Patient.id').join('|') }],
  ['expression', { type: 'date', expression: 'Patient.name.family' }],
  ['expression', { type: 'number', expression: 'Patient.birthDate' }],
  ['target', { type: 'reference', expression: 'Patient.managingOrganization' }],
  ['xpathUsage', { type: 'string', expression: 'Patient.name', xpathUsage: 'phonetic' }],
  ['component', { type: 'composite', expression: 'Patient', component: [partOf('unknown', 'active')] }],
  [
    'component',
    { type: 'composite', expression: 'Patient.contact', component: [partOf('individual-gender', 'gender')] },
  ],
])('R4 searchparameter.html: an active one is refused for its %s: %j', async (element, rest) => {
  const resource = parameter('bad', rest)
  const { status, body } = await put(resource)
  const draft = await put({ ...resource, status: 'draft' })
  await app.send('DELETE', '/SearchParameter/of-bad', { as })

  expect([status, body.issue[0].expression]).toEqual([422, [`SearchParameter.${element}`]])
  // As a draft it is a document like any other: R4 can read its expression, and a composite has two components or more.
  expect(['expression', 'component'].includes(element) ? [200, 201, 422] : [200, 201]).toContain(draft.status)
  expect(await listPending()).toEqual([])
})

test('D23: one that says what a published one says changes nothing', async () => {
  const same = parameter('gender', { expression: 'Patient.gender' })

  expect((await put(same)).status).toBe(201)
  expect(
    (await put(parameter('death-date', { type: 'date', expression: '(Patient.deceased as dateTime)' }))).status,
  ).toBe(201)
  expect([await listPending(), await countRows('from search_parameter')]).toEqual([[], 0])
})

test('D23: two come at once with one code, and one of them is there', async () => {
  const make = (id: string) => put({ ...parameter('twice', { expression: 'Patient.language' }), id })

  const answers = await Promise.all([make('first'), make('second')])

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await countRows('from search_parameter')).toBe(1)
})
