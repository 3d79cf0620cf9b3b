/** The operation $export. Bulk Data Access 2.0 export.html; R4 async.html. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runExport } from '../../../queues/export.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, encounter, observationText, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const asynchronous = { prefer: 'respond-async' }
const stopping = new AbortController().signal

type Entry = { readonly type: string; readonly url: string; readonly count: number }
type Manifest = {
  readonly transactionTime: string
  readonly request: string
  readonly output: readonly Entry[]
  readonly deleted?: readonly Entry[]
}

const idOf = (location: string | null): string => location?.split('/').at(-1) ?? ''

async function work(id: string, keptMs = 3_600_000): Promise<void> {
  const bulk = { parameters: app.parameters, base: app.base, keptMs }
  await runExport({ store: app.store, log: app.log, bulk, stopping }, { tenant: developmentTenants[1], subject: id })
}

/** Answers the address of the export's status. */
async function kickOff(path: string, options: object = {}): Promise<string> {
  const answer = await app.send('GET', path, { as, headers: asynchronous, ...options })
  expect([path, answer.status, answer.text]).toEqual([path, 202, ''])
  return answer.headers.get('content-location')?.slice(app.base.length) ?? ''
}

async function exportAll(path: string, options: object = {}): Promise<Manifest> {
  const status = await kickOff(path, options)
  await work(idOf(status))
  const answer = await app.send('GET', status, { as })
  expect(answer.status).toBe(200)
  return answer.body
}

async function readLines(entries: readonly Entry[]): Promise<JsonObject[]> {
  const lines: JsonObject[] = []
  for (const { url, count } of entries) {
    const { status, text, headers } = await app.send('GET', url.slice(app.base.length), { as })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/fhir+ndjson'])
    const own = text.trimEnd().split('\n')
    expect(own).toHaveLength(count)
    lines.push(...own.map((line) => JSON.parse(line)))
  }
  return lines
}

const placesOf = (resources: readonly JsonObject[]): string[] =>
  resources.map(({ resourceType, id }) => `${resourceType}/${id}`)

/** A patient with a visit and a weight. */
async function createRecord() {
  const { id } = await create(app, patient(), 2)
  const visit = await create(app, encounter(`Patient/${id}`), 2)
  const weight = await create(app, observationText(`Patient/${id}`), 2)
  return { id, places: [`Patient/${id}`, `Encounter/${visit.id}`, `Observation/${weight.id}`], weight: weight.id }
}

test('Bulk Data export.html: the system as NDJSON, one file a type, each resource as it is read', async () => {
  const { places } = await createRecord()
  const { id } = await create(app, { resourceType: 'Organization', name: 'A' }, 2)

  const { output, request, transactionTime } = await exportAll('/$export?_outputFormat=ndjson')

  const lines = await readLines(output)
  expect(request).toBe(`${app.base}/$export?_outputFormat=ndjson`)
  expect(Date.parse(transactionTime)).toBeLessThanOrEqual(Date.now())
  expect(placesOf(lines)).toEqual(expect.arrayContaining([...places, `Organization/${id}`]))
  for (const { type, url } of output) {
    const own = await app.send('GET', url.slice(app.base.length), { as })
    for (const line of own.text.trimEnd().split('\n')) {
      const { resourceType, id } = JSON.parse(line)
      expect(resourceType).toBe(type)
      expect((await app.send('GET', `/${type}/${id}`, { as })).text).toBe(line)
    }
  }
})

test('D34: what is written after the request is not in it, and what was there and is gone is', async () => {
  const { id, places, weight } = await createRecord()
  const status = await kickOff('/$export?_type=Patient,Observation,Encounter')
  const before = (await app.send('GET', `/Patient/${id}`, { as })).body
  await app.send('PUT', `/Patient/${id}`, { as, body: { ...before, gender: 'male' } })
  await app.send('DELETE', `/Observation/${weight}`, { as })
  const late = await createRecord()

  await work(idOf(status))

  const { output } = (await app.send('GET', status, { as })).body
  const lines = await readLines(output)
  expect(placesOf(lines)).toEqual(expect.arrayContaining(places))
  expect(lines).toContainEqual(before)
  expect(placesOf(lines).filter((place) => late.places.includes(place))).toEqual([])
  expect(new Set(placesOf(lines)).size).toBe(lines.length)
})

test('D34: what a slow transaction writes is in the next export by the time of this one', async () => {
  const [isOpen, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const id = newId()
  const slow = app.store.transactAsSystem(developmentTenants[1], async (tx) => {
    await tx.put({ ...wholeAddress('Patient', id), content: { resourceType: 'Patient', ...patient() } })
    isOpen.resolve()
    await mayEnd.promise
  })
  await isOpen.promise
  const status = await kickOff('/$export?_type=Patient')
  mayEnd.resolve()
  await slow

  await work(idOf(status))
  const { output, transactionTime } = (await app.send('GET', status, { as })).body
  const next = await exportAll(`/$export?_type=Patient&_since=${transactionTime}`)

  expect(placesOf(await readLines(output))).not.toContain(`Patient/${id}`)
  expect(placesOf(await readLines(next.output))).toContain(`Patient/${id}`)
})

test('Bulk Data export.html: until it is done 202 with progress, then a manifest until it expires', async () => {
  const status = await kickOff('/Patient/$export')

  const waiting = await app.send('GET', status, { as })
  await work(idOf(status))
  const done = await app.send('GET', status, { as })

  expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([202, '1'])
  expect(waiting.headers.get('x-progress')).toBe('0 resources written')
  expect([done.status, done.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(done.body).toMatchObject({ requiresAccessToken: true, error: [] })
  expect(done.body.deleted).toBeUndefined()
  expect(Date.parse(done.headers.get('expires') ?? '')).toBeGreaterThan(Date.now() + 3_000_000)
})

test('Bulk Data export.html: _since leaves out what is older, and tells what has been deleted', async () => {
  const old = await createRecord()
  const { transactionTime } = await exportAll('/$export?_type=Patient')
  const { places, weight } = await createRecord()
  await app.send('DELETE', `/Observation/${weight}`, { as })

  const { output, deleted = [] } = await exportAll(`/$export?_since=${transactionTime}`)

  const lines = placesOf(await readLines(output))
  expect(lines).toEqual(expect.arrayContaining(places.slice(0, 2)))
  expect(lines.filter((place) => old.places.includes(place))).toEqual([])
  expect(deleted.map(({ type }) => type)).toEqual(['Bundle'])
  expect(await readLines(deleted)).toMatchObject([
    { resourceType: 'Bundle', type: 'transaction', entry: [{ request: { method: 'DELETE', url: places[2] } }] },
  ])
})

test('Bulk Data export.html: _type, _typeFilter and _elements', async () => {
  const { id, places } = await createRecord()
  const other = await createRecord()
  const filter = encodeURIComponent(`Patient?_id=${id},Observation?subject=Patient/${id}&status=final`)

  const { output } = await exportAll(`/$export?_type=Patient,Observation&_typeFilter=${filter}&_elements=gender,status`)

  const lines = await readLines(output)
  expect(placesOf(lines).toSorted()).toEqual([places[0], places[2]].toSorted())
  expect(placesOf(lines)).not.toContain(`Patient/${other.id}`)
  expect(lines[0]).toMatchObject({ gender: 'female', meta: { tag: [{ code: 'SUBSETTED' }] } })
  expect(lines[0]).not.toHaveProperty('birthDate')
})

test('Bulk Data export.html: of patients only what is in their records; by POST of some of them', async () => {
  const { id, places } = await createRecord()
  const other = await createRecord()
  const stray = await create(app, { resourceType: 'Organization', name: 'A' }, 2)
  const parameter = [{ name: 'patient', valueReference: { reference: `Patient/${id}` } }]
  const body = { resourceType: 'Parameters', parameter }

  const all = placesOf(await readLines((await exportAll('/Patient/$export')).output))
  const posted = await app.send('POST', '/Patient/$export', { as, headers: asynchronous, body })
  const status = posted.headers.get('content-location')?.slice(app.base.length) ?? ''
  await work(idOf(status))
  const some = placesOf(await readLines((await app.send('GET', status, { as })).body.output))
  const named = await exportAll('/Patient/$export?_type=Organization')

  expect(all).toEqual(expect.arrayContaining([...places, ...other.places]))
  expect(all).not.toContain(`Organization/${stray.id}`)
  expect(some.toSorted()).toEqual(places.toSorted())
  expect(placesOf(await readLines(named.output))).toContain(`Organization/${stray.id}`)
})

test('Bulk Data export.html: a group gives the records of its active members, as they are at the request', async () => {
  const [own, left, ended] = [await createRecord(), await createRecord(), await createRecord()]
  const member = [
    { entity: { reference: `Patient/${own.id}` } },
    { entity: { reference: `Patient/${left.id}` }, inactive: true },
    { entity: { reference: `Patient/${ended.id}` }, period: { end: '2020-01-01' } },
  ]
  const group = { resourceType: 'Group', type: 'person', actual: true, member }
  const { id } = await create(app, group, 2)
  const empty = await create(app, { resourceType: 'Group', type: 'person', actual: true }, 2)

  const { output } = await exportAll(`/Group/${id}/$export`)

  const places = placesOf(await readLines(output))
  expect(places.toSorted()).toEqual([...own.places, `Group/${id}`].toSorted())
  expect((await exportAll(`/Group/${empty.id}/$export`)).output).toEqual([])
  expect((await app.send('GET', '/Group/nobody/$export', { as, headers: asynchronous })).status).toBe(404)
})

test('R4 async.html: cancelled, its files are gone, and nothing of it is there any more', async () => {
  await createRecord()
  const status = await kickOff('/$export?_type=Patient')
  const { output } = await exportAll('/$export?_type=Patient')
  const file = output[0]?.url.slice(app.base.length) ?? ''
  const done = `/$export-status/${(await exportIds()).at(-1)}`

  const cancelled = [await app.send('DELETE', status, { as }), await app.send('DELETE', done, { as })]
  await work(idOf(status))

  expect(cancelled.map((answer) => answer.status)).toEqual([202, 202])
  for (const path of [status, done, file]) expect((await app.send('GET', path, { as })).status).toBe(404)
  expect((await app.send('DELETE', status, { as })).status).toBe(404)
  const { rows } = await app.owner.query('select count(*)::int as count from blob where id = $1', [idOf(file)])
  expect(rows).toEqual([{ count: 0 }])
})

const exportIds = async (): Promise<string[]> =>
  (await app.owner.query('select id from bulk_export order by created_at')).rows.map((row) => row.id)

test('Bulk Data export.html: expired, it is gone, and so are its files', async () => {
  await createRecord()
  const status = await kickOff('/$export?_type=Patient')
  await work(idOf(status), 0)

  const late = await app.send('GET', status, { as })
  await work(idOf(status))

  expect(late.status).toBe(410)
  expect((await app.send('GET', status, { as })).status).toBe(410)
  const { rows } = await app.owner.query('select state from bulk_export where id = $1', [idOf(status)])
  const files = await app.owner.query('select from bulk_export_file where export_id = $1', [idOf(status)])
  expect([rows, files.rowCount]).toEqual([[{ state: 'expired' }], 0])
})

test('Bulk Data export.html: a file goes out compressed where the client takes it so', async () => {
  await createRecord()
  const { output } = await exportAll('/$export?_type=Patient')
  const path = output[0]?.url.slice(app.base.length) ?? ''

  const compressed = await app.sendRaw('GET', path, { as, headers: { 'accept-encoding': 'gzip' } })
  const plain = await app.sendRaw('GET', path, { as, headers: { 'accept-encoding': 'identity' } })

  expect(compressed.headers['content-encoding']).toBe('gzip')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true)
})

test.each([
  ['/$export', {}],
  ['/$export?_type=Patient,Nothing', asynchronous],
  ['/$export?_type=AuditEvent', asynchronous],
  ['/$export?_since=soon', asynchronous],
  ['/$export?_outputFormat=text/csv', asynchronous],
  ['/$export?_typeFilter=Patient', asynchronous],
  ['/$export?_type=Encounter&_typeFilter=Patient%3Fgender%3Dmale', asynchronous],
  ['/$export?_typeFilter=Patient%3Fnothing%3D1', asynchronous],
  ['/$export?_typeFilter=Observation%3Fsubject.name%3Da', asynchronous],
  ['/$export?unknown=1', { prefer: 'respond-async, handling=strict' }],
  ['/Patient/$export?patient=Patient/a', asynchronous],
  ['/Patient/$export?_type=Questionnaire', asynchronous],
] as const)('Bulk Data export.html: %s is refused', async (path, headers) => {
  const { status, body } = await app.send('GET', path, { as, headers })

  expect([status, body.resourceType]).toEqual([400, 'OperationOutcome'])
})

test('R4 search.html#errors: an unknown parameter is named in an outcome', async () => {
  const { status, body } = await app.send('GET', '/$export?unknown=1', { as, headers: asynchronous })

  expect(status).toBe(202)
  expect(body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'warning' }] })
})

test('SMART scopes: types without a scope are left out, and refused where they are asked for', async () => {
  await createRecord()
  const narrow = { tenant: 2, scopes: ['system/Patient.rs', 'user/Encounter.rs'] } as const

  const { output } = await exportAll('/$export', { as: narrow })
  const asked = await app.send('GET', '/$export?_type=Observation', { as: narrow, headers: asynchronous })

  expect(output.map(({ type }) => type).toSorted()).toEqual(['Encounter', 'Patient'])
  expect(asked.status).toBe(403)
  const kept = { tenant: 2, roles: ['patient'], scopes: ['patient/*.rs'], patient: 'a' } as const
  const looking = { tenant: 2, scopes: ['user/*.s', 'patient/*.rs'], patient: 'a' } as const
  const narrowed = { tenant: 2, scopes: ['user/Observation.rs?category=vital-signs'] } as const
  for (const other of [kept, looking, narrowed]) {
    const answer = await app.send('GET', '/Patient/$export', { as: other, headers: asynchronous })
    expect(answer.status).toBe(403)
  }
})

test('D35: a file is there for whoever asked for it, or may read the system, and only while the type is open', async () => {
  await createRecord()
  const status = await kickOff('/$export?_type=Patient')
  await work(idOf(status))
  const { output } = (await app.send('GET', status, { as })).body
  const path = output[0].url.slice(app.base.length)
  const get = async (person: object) => (await app.send('GET', path, { as: { tenant: 2, ...person } })).status

  expect(await get({})).toBe(200)
  expect(await get({ scopes: ['user/Encounter.rs'] })).toBe(403)
  expect(await get({ subject: 'another' })).toBe(404)
  expect(await get({ subject: 'another', scopes: ['system/Patient.rs'] })).toBe(200)
  expect(await get({ tenant: 1 })).toBe(404)
})

test('docs/design/store.md#audit: the request, its end and each file are recorded', async () => {
  await createRecord()
  const status = await kickOff('/$export?_type=Patient')
  await work(idOf(status))
  const { output } = (await app.send('GET', status, { as })).body
  await readLines(output)

  const { rows } = await app.owner.query(
    'select kind, resource_type as type, count from audit where resource_id = $1 order by seq',
    [idOf(status)],
  )

  const { count } = output[0]
  expect(rows).toEqual([
    { kind: 'export.queued', type: 'Export', count: null },
    { kind: 'export.succeeded', type: 'Export', count },
    { kind: 'export.read', type: 'Patient', count },
  ])
})
