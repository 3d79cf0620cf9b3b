/** FHIR patch: JSON Patch, and what holds for any patch. R4 http.html#patch, RFC 6902. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, identifierOf, observationText, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const jsonPatch = { 'content-type': 'application/json-patch+json' }

const send = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  app.send('PATCH', path, { body, headers: { ...jsonPatch, ...headers } })

test('R4 http.html#patch: each operation of RFC 6902 in turn; the answer is the next version', async () => {
  const { id } = await create(app, patient({ name: [{ family: 'Wattle', given: ['Grevillea', 'Rose'] }] }))

  const answer = await send(`/Patient/${id}`, [
    { op: 'test', path: '/gender', value: 'female' },
    { op: 'replace', path: '/gender', value: 'male' },
    { op: 'add', path: '/name/0/given/1', value: 'Lily' },
    { op: 'add', path: '/name/0/given/-', value: 'May' },
    { op: 'remove', path: '/name/0/given/0' },
    { op: 'move', from: '/name/0/given/2', path: '/name/0/given/0' },
    { op: 'copy', from: '/name/0', path: '/name/1' },
    { op: 'add', path: '/name/1/use', value: 'nickname' },
  ])

  expect([answer.status, answer.headers.get('etag')]).toEqual([200, 'W/"2"'])
  const name = { family: 'Wattle', given: ['May', 'Lily', 'Rose'] }
  expect(answer.body).toMatchObject({ gender: 'male', name: [name, { ...name, use: 'nickname' }] })
  expect((await app.send('GET', `/Patient/${id}`)).body).toEqual(answer.body)
  expect((await app.send('GET', `/Patient/${id}/_history/1`)).body.gender).toBe('female')
})

test('R4 datatypes.html#decimal: numbers keep their text, those that were there and those of the patch', async () => {
  const { id } = await create(app, observationText(`Patient/${(await create(app, patient())).id}`))
  const range = '{"op":"add","path":"/referenceRange","value":[{"low":{"value":1.50}},{"high":{"value":90.0}}]}'

  const answer = await send(
    `/Observation/${id}`,
    `[${range},{"op":"copy","from":"/valueQuantity","path":"/referenceRange/0/high"},
      {"op":"test","path":"/valueQuantity/value","value":70}]`,
  )

  expect(answer.status).toBe(200)
  expect(answer.text).toContain('"valueQuantity":{"value":70.00,"unit":"kg"}')
  expect(answer.text).toContain('"referenceRange":[{"low":{"value":1.50},"high":{"value":70.00,"unit":"kg"}}')
  expect(answer.text).toContain('{"high":{"value":90.0}}')
})

test.each([
  ['a failed test', [{ op: 'test', path: '/gender', value: 'male' }], 422, 'patch[0]'],
  ['a place that is not there', [{ op: 'remove', path: '/contact/0' }], 422, 'patch[0]'],
  ['an index past the end', [{ op: 'add', path: '/name/4', value: {} }], 422, 'patch[0]'],
  ['an index with a zero in front', [{ op: 'replace', path: '/name/00', value: {} }], 422, 'patch[0]'],
  ['a move into itself', [{ op: 'move', from: '/name', path: '/name/0/x' }], 422, 'patch[0]'],
  ['another id', [{ op: 'replace', path: '/id', value: 'mine' }], 422, 'Patient'],
  ['another type', [{ op: 'replace', path: '/resourceType', value: 'Person' }], 422, 'Patient'],
  ['no document', [{ op: 'remove', path: '' }], 422, 'Patient'],
  ['an invalid result', [{ op: 'replace', path: '/gender', value: 'banana' }], 422, 'Patient.gender'],
  ['an unknown operation', [{ op: 'drop', path: '/gender' }], 400, 'patch[0].op'],
  ['no pointer', [{ op: 'remove', path: 'gender' }], 400, 'patch[0].path'],
  ['a prototype', [{ op: 'add', path: '/__proto__/x', value: 1 }], 400, 'patch[0].path'],
  ['no value', [{ op: 'add', path: '/gender' }], 400, 'patch[0].value'],
  ['no array', { op: 'remove', path: '/gender' }, 400, 'patch'],
])('RFC 6902: %s is refused, naming the place and no value; nothing changes', async (_, body, status, place) => {
  const { id } = await create(app, patient())

  const answer = await send(`/Patient/${id}`, body)

  expect([answer.status, answer.body.issue[0].expression]).toEqual([status, [place]])
  expect(answer.text).not.toContain('banana')
  expect((await app.send('GET', `/Patient/${id}`)).body.meta.versionId).toBe('1')
})

test('RFC 6902: copies of copies are refused before they fill the memory', async () => {
  const { id } = await create(app, patient())
  const doubling = Array.from({ length: 25 }, (_, at) => ({ op: 'copy', from: '/name', path: `/name/0/x${at}` }))
  const nesting = Array.from({ length: 40 }, () => ({ op: 'copy', from: '/name', path: '/name/0/x' }))

  expect((await send(`/Patient/${id}`, doubling)).status).toBe(413)
  const nested = await send(`/Patient/${id}`, nesting)
  expect([nested.status, nested.body.issue[0].code]).toEqual([422, 'processing'])
})

test('R4 http.html#patch: a patch of what is not there is 404, of what is deleted 410, in XML 415', async () => {
  const { id } = await create(app, patient())
  await app.send('DELETE', `/Patient/${id}`)

  expect((await send('/Patient/never-was', [])).status).toBe(404)
  expect((await send(`/Patient/${id}`, [])).status).toBe(410)
  expect((await send(`/Patient/${id}`, '<a/>', { 'content-type': 'application/xml-patch+xml' })).status).toBe(415)
})

test('R4 http.html#concurrency: of 8 patches that name one version, one wins', async () => {
  const { id } = await create(app, patient())

  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      send(`/Patient/${id}`, [{ op: 'replace', path: '/gender', value: 'male' }], { 'if-match': 'W/"1"' }),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)])
})

test('R4 http.html#concurrency: 16 patches that name no version are all done, one after the other', async () => {
  const { id } = await create(app, patient())

  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      send(`/Patient/${id}`, [{ op: 'add', path: '/name/0/given/-', value: `Given${at}` }]),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
  const { name, meta } = (await app.send('GET', `/Patient/${id}`)).body
  expect([meta.versionId, new Set(name[0].given).size]).toEqual(['17', 17])
})

test('R4 http.html#patch: by criteria: the one that meets them; none is 404, several are 412', async () => {
  const [one, twin] = [patient(), patient()]
  const { id } = await create(app, one)
  await create(app, twin)
  await create(app, twin)
  const body = [{ op: 'replace', path: '/gender', value: 'male' }]
  const by = (resource: typeof one) => send(`/Patient?identifier=${identifierOf(resource)}`, body)

  expect((await by(one)).body).toMatchObject({ id, gender: 'male', meta: { versionId: '2' } })
  expect((await by(twin)).status).toBe(412)
  expect((await by(patient())).status).toBe(404)
})

test.each([
  ['minimal', ''],
  ['OperationOutcome', 'OperationOutcome'],
  ['representation', 'Patient'],
])('R4 http.html#ops: Prefer return=%s', async (preferred, expected) => {
  const { id } = await create(app, patient())

  const answer = await send(`/Patient/${id}`, [], { prefer: `return=${preferred}` })

  expect([answer.status, answer.body?.resourceType ?? '']).toEqual([200, expected])
})

test('R4 http.html#patch: a generated narrative that the patch leaves behind is left out; one that says more refuses', async () => {
  const text = (status: string) => ({ status, div: '<div xmlns="http://www.w3.org/1999/xhtml">Female</div>' })
  const generated = await create(app, patient({ text: text('generated') }))
  const additional = await create(app, patient({ text: text('additional') }))
  const male = { op: 'replace', path: '/gender', value: 'male' }
  const tag = { op: 'add', path: '/meta/tag', value: [{ code: 'seen' }] }

  const untouched = await send(`/Patient/${generated.id}`, [tag])
  const left = await send(`/Patient/${generated.id}`, [male])
  const refused = await send(`/Patient/${additional.id}`, [male])
  const both = await send(`/Patient/${additional.id}`, [male, { op: 'remove', path: '/text' }])

  expect(untouched.body.text.status).toBe('generated')
  expect([left.status, left.body.text, left.body.gender]).toEqual([200, undefined, 'male'])
  expect([refused.status, refused.body.issue[0].expression]).toEqual([422, ['Patient.text']])
  expect(both.status).toBe(200)
})

test('docs/design/hub.md#release: what the Hub released is not patched by FHIR', async () => {
  const id = '0198f2a0-0000-7000-8000-00000000eeee'
  await app.store.transactAsSystem(developmentTenants[0], (tx) =>
    tx.put({ ...wholeAddress('Patient', id), content: patient(), owner: 'hub' }),
  )

  const answer = await send(`/Patient/${id}`, [{ op: 'replace', path: '/gender', value: 'male' }])

  expect([answer.status, answer.body.issue[0].code]).toEqual([409, 'business-rule'])
})

test('SMART scopes: a patch needs the right to update', async () => {
  const answer = await app.send('PATCH', '/Patient/x', {
    body: [],
    headers: jsonPatch,
    as: { scopes: ['user/*.crds'] },
  })

  expect(answer.status).toBe(403)
})
