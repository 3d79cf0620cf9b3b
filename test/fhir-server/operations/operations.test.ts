/** Operations on a resource: $meta, $meta-add, $meta-delete, $validate. R4 operations.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, encounter, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const tag = (code: string): JsonObject => ({ system: 'http://example.org/tags', code })
const parameters = (meta: JsonObject) => ({
  body: { resourceType: 'Parameters', parameter: [{ name: 'meta', valueMeta: meta }] },
})
const metaOf = (answer: { body: JsonObject }): JsonObject =>
  (answer.body['parameter'] as { valueMeta: JsonObject }[] | undefined)?.[0]?.valueMeta ?? {}

test('R4 resource-operation-meta-add.html: adds what is not there yet, as a version that searches find', async () => {
  const { id } = await create(app, patient({ meta: { tag: [tag('a')] } }))

  const added = await app.send('POST', `/Patient/${id}/$meta-add`, parameters({ tag: [tag('a'), tag('b'), tag('b')] }))
  const again = await app.send('POST', `/Patient/${id}/$meta-add`, parameters({ tag: [tag('b')] }))

  expect(metaOf(added)).toMatchObject({ versionId: '2', tag: [tag('a'), tag('b')] })
  expect(metaOf(again)).toMatchObject({ versionId: '2' })
  expect(metaOf(await app.send('GET', `/Patient/${id}/$meta`))).toMatchObject({ tag: [tag('a'), tag('b')] })
  expect((await app.send('GET', `/Patient?_id=${id}&_tag=http://example.org/tags|b`)).body.total).toBe(1)
})

test('R4 resource-operation-meta-delete.html: takes away what is named, and an empty list with it', async () => {
  const { id } = await create(app, patient({ meta: { tag: [tag('a')], security: [tag('s')] } }))

  const answer = await app.send('POST', `/Patient/${id}/$meta-delete`, parameters({ tag: [tag('a'), tag('z')] }))

  expect(metaOf(answer)).toEqual({ versionId: '2', lastUpdated: expect.any(String), security: [tag('s')] })
})

test('R4 resource-operation-meta.html: refused: no Meta, not there, deleted, released by the Hub, no right', async () => {
  const { id } = await create(app, patient())
  const gone = await create(app, patient())
  await app.send('DELETE', `/Patient/${gone.id}`)
  const released = '0198f2a0-0000-7000-8000-00000000aaaa'
  await app.store.transactAsSystem(developmentTenants[0], (tx) =>
    tx.put({ ...wholeAddress('Patient', released), content: patient(), owner: 'hub' }),
  )
  const add = (path: string, options: object = parameters({ tag: [tag('a')] })) =>
    app.send('POST', `/Patient/${path}/$meta-add`, options)

  const statuses = [
    (await add(id, { body: { resourceType: 'Parameters' } })).status,
    (await add('never-was')).status,
    (await add(gone.id)).status,
    (await add(released)).status,
    (await add(id, { ...parameters({}), as: { scopes: ['user/Patient.rs'] } })).status,
  ]

  expect(statuses).toEqual([400, 404, 410, 409, 403])
})

test('R4 resource-operation-meta.html: a type and the system list each tag, profile and label of the resources that the caller may search', async () => {
  const as = { tenant: 2 } as const
  const profile = 'http://example.org/StructureDefinition/p'
  await create(app, patient({ meta: { profile: [profile], tag: [tag('m2'), tag('m1')] } }), 2)
  await create(app, patient({ meta: { tag: [tag('m1')] } }), 2)
  const gone = await create(app, patient({ meta: { tag: [tag('m3')] } }), 2)
  await app.send('DELETE', `/Patient/${gone.id}`, { as })
  await create(app, { resourceType: 'Organization', name: 'A', meta: { security: [tag('s1')] } }, 2)
  const read = async (path: string, person: object = {}) => app.send('GET', path, { as: { ...as, ...person } })

  expect(metaOf(await read('/Patient/$meta'))).toEqual({ profile: [profile], tag: [tag('m1'), tag('m2')] })
  expect(metaOf(await read('/$meta'))).toEqual({
    profile: [profile],
    security: [tag('s1')],
    tag: [tag('m1'), tag('m2')],
  })
  expect(metaOf(await read('/$meta', { scopes: ['user/Organization.rs'] }))).toEqual({ security: [tag('s1')] })
  expect(metaOf(await read('/Encounter/$meta'))).toEqual({})
  expect((await read('/Patient/$meta', { scopes: ['user/Organization.rs'] })).status).toBe(403)
  expect((await read('/$meta', { scopes: [] })).status).toBe(403)
})

test('R4 http.html#transaction: operations are entries of a batch and of a transaction, too', async () => {
  const { id } = await create(app, patient())
  const added = parameters({ tag: [tag('b')] }).body
  const entry = [
    { resource: added, request: { method: 'POST', url: `Patient/${id}/$meta-add` } },
    { request: { method: 'GET', url: `Patient/${id}/$meta` } },
    { resource: patient({ gender: 'banana' }), request: { method: 'POST', url: 'Patient/$validate' } },
    { request: { method: 'GET', url: `Patient/${id}/$everything?_type=Patient` } },
  ]

  for (const [type, path] of [
    ['batch', ''],
    ['transaction', '/Batch'],
  ] as const) {
    const { body } = await app.send('POST', path, { body: { resourceType: 'Bundle', type, entry } })
    expect(body.entry.map(({ response }: { response: { status: string } }) => response.status)).toEqual(
      Array<string>(4).fill('200 OK'),
    )
    expect(metaOf({ body: body.entry[1].resource })).toMatchObject({ versionId: '2', tag: [tag('b')] })
    expect(body.entry[2].resource.issue[0].expression).toEqual(['Patient.gender'])
    expect(body.entry[3].resource.total).toBe(1)
  }
})

test('R4 resource-operation-validate.html: findings as an OperationOutcome, and nothing is stored', async () => {
  const before = (await app.send('GET', '/Patient/_history')).body.entry.length

  const valid = await app.send('POST', '/Patient/$validate', { body: patient() })
  const wrong = await app.send('POST', '/Patient/$validate', {
    body: { resourceType: 'Parameters', parameter: [{ name: 'resource', resource: patient({ gender: 'banana' }) }] },
  })
  const dangling = await app.send('POST', '/Encounter/$validate', { body: encounter('Patient/nobody') })

  expect([valid.status, valid.body.issue[0].severity]).toEqual([200, 'information'])
  expect([wrong.status, wrong.body.issue[0]]).toMatchObject([
    200,
    { severity: 'error', expression: ['Patient.gender'] },
  ])
  expect(dangling.body.issue).toMatchObject([{ code: 'not-found', expression: ['Encounter.subject.reference'] }])
  expect((await app.send('GET', '/Patient/_history')).body.entry.length).toBe(before)
})

test('R4 resource-operation-validate.html: a finding names its rule, and the line and column of the text that was sent', async () => {
  const wrong = await app.send('POST', '/Patient/$validate', { body: patient({ gender: 'banana' }) })
  const text = JSON.stringify(patient({ gender: 'banana' }))

  expect(wrong.body.issue[0]).toMatchObject({
    location: [`Line 1, column ${text.indexOf('"banana"') + 1}`],
    extension: [
      { valueInteger: 1 },
      { valueInteger: text.indexOf('"banana"') + 1 },
      { valueString: 'required-binding' },
    ],
  })
})

test('D126: $validate repeats a value to the one who sent it; a refused write and a stored resource name only what is demanded', async () => {
  const body = {
    ...patient({ gender: 'banana' }),
    birthdate: 'day-before-yesterday',
    managingOrganization: { reference: 'Patient/nobody' },
  }
  const valueSet = 'http://hl7.org/fhir/ValueSet/administrative-gender'

  const checked = await app.send('POST', '/Patient/$validate', { body })
  const refused = await app.send('POST', '/Patient', { body })
  const { id } = (await app.send('POST', '/Patient', { body: patient({ gender: 'female' }), as: { tenant: 2 } })).body
  const profile = 'http://banksia.test/fhir/StructureDefinition/absent'
  const stored = await app.send('GET', `/Patient/${id}/$validate?profile=${profile}`, { as: { tenant: 2 } })

  expect(checked.text).toContain(`${valueSet}|4.0.1 (found \\"banana\\")`)
  expect(checked.text).toContain('(found \\"Patient/nobody\\")')
  for (const { text } of [checked, refused]) {
    expect(text).toContain(valueSet)
    expect(text).toContain('did you mean birthDate?')
    expect(text).toMatch(/allowed here: Organization/)
  }
  expect(refused.status).toBe(422)
  expect(`${refused.text} ${stored.text}`).not.toMatch(/banana|nobody|\(found|day-before-yesterday/)
})

test('R4 resource-operation-validate.html: a stored resource, for a profile, for its deletion', async () => {
  const { id } = await create(app, { resourceType: 'Patient', name: [{ text: 'A' }] }, 2)
  const profile = 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-patient'
  const validate = async (query: string) =>
    (await app.send('GET', `/Patient/${id}/$validate?${query}`, { as: { tenant: 2 } })).body.issue[0].severity

  expect(await validate('')).toBe('information')
  expect(await validate(`profile=${profile}`)).toBe('error')
  expect(await validate('mode=delete')).toBe('information')
})

test.each([
  ['no resource', '/Patient/$validate', { resourceType: 'Parameters' }, 400],
  ['another type', '/Patient/$validate', { resourceType: 'Organization', name: 'A' }, 400],
  ['an unknown mode', '/Patient/$validate?mode=guess', { resourceType: 'Patient' }, 400],
  ['what is not there', '/Patient/never-was/$validate', { resourceType: 'Parameters' }, 404],
  ['a type of which nothing is written', '/AuditEvent/$validate', { resourceType: 'AuditEvent' }, 404],
  ['an operation that is none', '/Patient/$guess', { resourceType: 'Parameters' }, 404],
])('R4 resource-operation-validate.html: %s is refused', async (_, path, body, status) => {
  expect((await app.send('POST', path, { body })).status).toBe(status)
})

test('R4 http.html#capabilities: the statement names interactions, conditions, patch formats and operations', async () => {
  const statement = (await app.send('GET', '/metadata')).body
  const [rest] = statement.rest
  const ofPatient = rest.resource.find(({ type }: { type: string }) => type === 'Patient')

  expect(statement.patchFormat).toContain('application/json-patch+json')
  expect(rest.interaction.map(({ code }: { code: string }) => code)).toContain('history-system')
  expect(ofPatient.interaction.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(['delete', 'patch', 'history-instance', 'history-type']),
  )
  expect(ofPatient).toMatchObject({ conditionalDelete: 'multiple', conditionalRead: 'full-support' })
  expect(ofPatient.operation.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['validate', 'meta', 'meta-add', 'meta-delete']),
  )
})
