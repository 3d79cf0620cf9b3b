/** Bulk exports by their worker: through the queue, after a crash, at a stop, from a replica. Bulk Data Access 2.0 export.html; docs/design/store.md#connections. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runExport } from '../../queues/export.ts'
import { newId } from '../../src/core/ids.ts'
import { keepTurn, moveExport } from '../../src/store/bulk-export/bulk-exports.ts'
import { putFile } from '../../src/store/bulk-export/bulk-files.ts'
import { readBulkStep } from '../../src/store/bulk-export/bulk-walk.ts'
import { putChunk } from '../../src/store/operations/blobs.ts'
import { readStatus as listStates } from '../../src/store/operations/status.ts'
import type { VersionPosition } from '../../src/store/resources/read/versions.ts'
import { type FhirApp, startFhir, testTenants } from '../fhir-server/fhir-app.ts'
import { create, encounter, patient } from '../fhir-server/resources.ts'
import { waitFor } from '../patience.ts'
import { createSite, startRunning, urlOf } from '../running-server.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const tenant = testTenants[1]
const headers = { prefer: 'respond-async' }

const kickOff = async (path: string): Promise<string> =>
  (await app.send('GET', path, { as, headers })).headers.get('content-location')?.split('/').at(-1) ?? ''

async function work(subject: string, stopping = new AbortController().signal): Promise<void> {
  const bulk = { parameters: app.parameters, base: app.base, keptMs: 3_600_000 }
  await runExport({ store: app.store, log: app.log, bulk, stopping }, { tenant, subject })
}

const readStatus = (id: string) => app.send('GET', `/$export-status/${id}`, { as })

async function listPlaces(id: string): Promise<string[]> {
  const { output } = (await readStatus(id)).body
  const places: string[] = []
  for (const { url } of output as { url: string }[]) {
    const { text } = await app.send('GET', url.slice(app.base.length), { as })
    places.push(
      ...[...text.matchAll(/^\{"resourceType":"(\w+)","id":"([^"]+)"/gm)].map(([, type, own]) => `${type}/${own}`),
    )
  }
  return places
}

test('Bulk Data export.html: a worker that died in its turn leaves nothing behind, and writes nothing more', async () => {
  const { id: patientId } = await create(app, patient(), 2)
  const id = await kickOff('/$export?_type=Patient')
  const fileId = newId()
  const dead = await app.store.transactAsSystem(tenant, async (tx) => {
    const begun = await moveExport(tx, id, 'start')
    await putFile(tx, { id: fileId, exportId: id, kind: 'output', type: 'Patient' })
    await putChunk(tx, { id: fileId, seq: 0 }, Buffer.from('half'))
    return begun
  })

  await work(id)

  const isHeld = await app.store.transactAsSystem(tenant, (tx) => keepTurn(tx, { id, turn: dead?.turn ?? 0 }, 1000))
  expect(isHeld).toBe(false)
  expect((await listPlaces(id)).filter((place) => place === `Patient/${patientId}`)).toHaveLength(1)
  const { rowCount } = await app.owner.query('select from blob where id = $1', [fileId])
  expect(rowCount).toBe(0)
})

test('Bulk Data export.html: two that are woken at once make it once', async () => {
  await create(app, patient(), 2)
  const id = await kickOff('/$export?_type=Patient')

  await Promise.all([work(id), work(id), work(id)])

  const places = await listPlaces(id)
  expect(new Set(places).size).toBe(places.length)
  const { rows } = await app.owner.query('select turn from bulk_export where id = $1', [id])
  expect(rows).toEqual([{ turn: 1 }])
})

test('Bulk Data export.html: stopped between two parts, it goes on with the next', async () => {
  const { id: patientId } = await create(app, patient(), 2)
  await create(app, encounter(`Patient/${patientId}`), 2)
  const id = await kickOff('/$export?_type=Patient,Encounter')
  const stopping = new AbortController()

  const stopped = work(id, stopping.signal)
  stopping.abort()
  await stopped
  const { rows } = await app.owner.query('select state, at_type, failures from bulk_export where id = $1', [id])
  const waiting = await readStatus(id)
  const { id: late } = await create(app, encounter(`Patient/${patientId}`), 2)
  await work(id)

  expect(rows).toMatchObject([{ state: 'queued', failures: 0 }])
  expect(waiting.status).toBe(202)
  const places = await listPlaces(id)
  expect(new Set(places).size).toBe(places.length)
  expect(places).toContain(`Patient/${patientId}`)
  expect(places).not.toContain(`Encounter/${late}`)
})

test.each([
  [500, 1],
  [2, 4_000_000],
  [1, 1],
])(
  'docs/design/store.md#tables: steps of at most %i versions and %i bytes see each resource once',
  async (limit, maxBytes) => {
    const changed = await create(app, patient(), 2)
    for (let at = 0; at < 3; at += 1) await create(app, patient(), 2)
    await app.send('PUT', `/Patient/${changed.id}`, { as, body: { ...patient(), id: changed.id } })
    const id = await kickOff('/$export?_type=Patient')
    const { rows } = await app.owner.query('select snapshot::text from bulk_export where id = $1', [id])
    const snapshot = String(rows[0]?.['snapshot'])
    await app.send('PUT', `/Patient/${changed.id}`, { as, body: { ...patient(), id: changed.id } })
    const source = await app.store.openLongReads(tenant)
    const sizes: number[] = []
    const seen: string[] = []

    for (let after: VersionPosition | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const position = after === undefined ? {} : { after }
      const page = await readBulkStep(source, { type: 'Patient', snapshot, limit, maxBytes, ...position })
      sizes.push(page.items.length)
      seen.push(...page.items.map((one) => `${one.id} ${one.version}`))
      after = page.next
    }

    await work(id)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytes === 1 ? 1 : limit)
    expect(seen).toContain(`${changed.id} 2`)
    expect(seen.map((one) => `Patient/${one.split(' ')[0]}`).toSorted()).toEqual((await listPlaces(id)).toSorted())
  },
)

test('Bulk Data export.html: what fails again and again is given up, and its files go', async () => {
  await create(app, patient(), 2)
  const id = await kickOff('/$export?_type=Patient')
  await app.owner.query('update bulk_export set failures = 6 where id = $1', [id])

  await work(id)

  expect((await readStatus(id)).status).toBe(500)
  expect((await listStates(app.connection)).exports).toMatchObject({ failed: 1 })
  const { rows } = await app.owner.query('select kind from audit where resource_id = $1 order by seq', [id])
  expect(rows.map(({ kind }) => kind)).toEqual(['export.queued', 'export.failed'])
})

test('docs/design/store.md#connections: a running server makes the export by itself, reading the replica', async () => {
  const site = await createSite()
  const server = await startRunning({ site, env: { DATABASE_REPLICA_URL: urlOf(site.database.config) } })
  try {
    const started = await server.call('GET', '/fhir/R4/$export?_type=Organization', { headers })
    const path = (started.headers.get('content-location') ?? '').slice(server.base.length)
    const done = await waitFor(
      () => server.call('GET', path),
      ({ status }) => status !== 202,
    )
    const { url, count } = done.body.output[0]
    const file = await server.call('GET', url.slice(server.base.length))

    expect([started.status, done.status, file.status]).toEqual([202, 200, 200])
    expect(file.text.trimEnd().split('\n')).toHaveLength(count)
  } finally {
    await server.stop()
    await site.remove()
  }
})
