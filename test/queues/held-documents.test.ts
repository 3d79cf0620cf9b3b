/** Documents that cannot take their form: who is told, and what is tried again. Workers of this process, beside a web process. D140, D141. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Bundle, Composition } from '@medplum/fhirtypes'
import { unzipSync } from 'fflate'
import { runArtifactExport } from '../../queues/artifact-export.ts'
import { drainLanes } from '../../queues/deliver.ts'
import { openBatchSize } from '../../queues/delivery/batch-size.ts'
import { openBreaker } from '../../queues/delivery/breaker.ts'
import { openLaneLimit } from '../../queues/lane-limit.ts'
import { openRenderer, renderRelease } from '../../queues/render.ts'
import { closeTransports, openTransports } from '../../src/channels/channels.ts'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { newId } from '../../src/core/ids.ts'
import { openLog } from '../../src/core/log.ts'
import { pdfInMessages } from '../../src/exports/presets.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { confirmMerge } from '../../src/intake/apply/merge.ts'
import { readMasterKey } from '../../src/server/master-key.ts'
import { asJson, wholeAddress } from '../../src/store/hub-resources.ts'
import { putMerge } from '../../src/store/intake/patient-merges.ts'
import { openStore } from '../../src/store/open-store.ts'
import { readGauges } from '../../src/store/operations/gauges.ts'
import { readResourceAs } from '../../src/store/resources/content.ts'
import type { Store } from '../../src/store/store.ts'
import { openThreads, type Threads } from '../../src/threads/threads.ts'
import { approveOne, must, templateId } from '../consultation.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../running-server.ts'
import { lendThreads } from '../threads/shared-threads.ts'

const [tenant] = developmentTenants
const operator = { role: 'operator' } as const
const log = openLog('silent')
const never = new AbortController().signal

let server: RunningServer
let call: Call
let store: Store
let folder: string
const threads = openThreads(undefined, undefined, lendThreads())
/** No form is made within a millisecond. */
const hasty = openThreads(1)
const opened = new Map<string, object>()

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  store = await openStore({
    connection: server.site.database.config,
    masterKey: await readMasterKey(readConfig({ BANKSIA_DATA_DIR: server.site.dataDir })),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-held-'))
})

/** A later test's release does not go to an earlier one's channel. */
afterEach(async () => {
  for (const [id, more] of opened) await changeChannel(id, { ...more, templateIds: [] })
  opened.clear()
})

afterAll(async () => {
  await threads.close()
  await hasty.close()
  await store?.close()
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

const body = (more: object = {}) => ({
  name: 'Specialists',
  templateIds: [templateId],
  recipient: { name: 'Heath Specialists' },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'rtf',
  transport: 'file',
  destination: { directory: folder },
  ...more,
})

async function openChannel(more: object = {}): Promise<string> {
  const { id } = (await must(201, call('POST', '/v1/channels', { body: body(more), as: operator }))).body
  opened.set(id, more)
  return id
}

const changeChannel = (id: string, more: object) =>
  must(200, call('PUT', `/v1/channels/${id}`, { body: body(more), as: operator }))

type Row = { readonly id: string; readonly lane: number }

async function findDelivery(channelId: string, kind = 'original') {
  const { rows } = await server.site.pool.query<Row>(
    'select id, lane from delivery where channel_id = $1 and kind = $2',
    [channelId, kind],
  )
  const [row] = rows
  if (row === undefined) throw new Error('nothing was queued')
  return { ...(await must(200, call('GET', `/v1/deliveries/${row.id}`))).body, lane: row.lane }
}

/** As the worker of the lane does. */
async function deliver(channelId: string, by: Threads = threads, kind = 'original') {
  const { lane } = await findDelivery(channelId, kind)
  const transports = openTransports({ allowedHosts: [], allowPrivate: false }, { folders: [folder] })
  const renderer = openRenderer({ store, pool: by })
  const bounds = { laneLimit: openLaneLimit(8), openBatchSize, breaker: openBreaker(), stopping: never, cutting: never }
  const parts = { store, transports, renderer, log, ...bounds }
  await drainLanes(parts, { tenant, subject: `${channelId}_${lane}` })
  await closeTransports(transports)
  return findDelivery(channelId, kind)
}

const replay = async (id: string) => must(200, call('POST', `/v1/deliveries/${id}:replay`, { as: operator }))

const listEvents = async (id: string) => {
  const text = 'select kind, reason from audit where resource_id = $1 order by seq'
  return (await server.site.pool.query<{ kind: string; reason: string | null }>(text, [id])).rows
}

/** What no approval would write: the document of a release without its custodian. */
async function loseCustodian(artifactId: string): Promise<string> {
  const { documentId } = (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body
  await store.transactAsSystem(tenant, async (tx) => {
    const stored = await tx.read(wholeAddress('Bundle', documentId))
    const bundle = structuredClone(readResourceAs<Bundle>(stored))
    const composition = bundle.entry?.[0]?.resource as Composition
    delete composition.custodian
    await tx.put({ ...wholeAddress('Bundle', documentId), content: asJson(bundle), owner: 'hub' })
  })
  return documentId
}

const custodian = 'Composition.custodian'

test('D140: a delivery by a preset that its format does not have is held, and goes by the channel’s own when it is replayed', async () => {
  const channelId = await openChannel()
  await approveOne(call)
  await server.site.pool.query(`update delivery set preset = 'nonesuch' where channel_id = $1`, [channelId])

  const held = await deliver(channelId)
  const still = await deliver(channelId)
  await replay(held.id)
  const sent = await deliver(channelId)

  expect(held).toMatchObject({ state: 'held', reason: 'bad-preset', attempts: 0, preset: 'nonesuch' })
  expect(still).toEqual(held)
  expect(sent).toMatchObject({ state: 'sent', attempts: 1, preset: 'default' })
})

test('D140: a delivery whose document lacks what its form demands is held, tells audit and metrics, and counts no attempt', async () => {
  const channelId = await openChannel()
  const { artifactId } = await approveOne(call)
  await loseCustodian(artifactId)

  const held = await deliver(channelId)
  const gauges = await readGauges(store.system)
  await replay(held.id)
  const again = await deliver(channelId)
  await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))

  expect(held).toMatchObject({ state: 'held', reason: 'document-incomplete', attempts: 0, attemptList: [] })
  expect(again).toMatchObject({ state: 'held', reason: 'document-incomplete' })
  expect((await listEvents(held.id)).filter(({ kind }) => kind === 'delivery.held')).toEqual([
    { kind: 'delivery.held', reason: 'document-incomplete' },
    { kind: 'delivery.held', reason: 'document-incomplete' },
  ])
  expect(gauges.find(({ name }) => name === 'banksia_deliveries_held')?.values).toContainEqual({
    labels: { reason: 'document-incomplete' },
    value: 1,
  })
  expect(await readdir(folder)).not.toContain(`${held.documentId}.rtf`)
  // Nobody has it, so nobody is told.
  await expect(findDelivery(channelId, 'recall')).rejects.toThrow('nothing was queued')
})

test('D140: a share and an export of a document that lacks what their form demands are refused by element, and nothing is queued', async () => {
  const channelId = await openChannel({ templateIds: [] })
  const { artifactId } = await approveOne(call)
  await loseCustodian(artifactId)
  const recipient = { name: 'Heath Specialists', class: 'organisation' }

  const exported = await call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'cda' } })
  const dispatched = await call('POST', '/v1/deliveries', {
    body: { artifactId, channelId, recipient, purposeOfUse: 'TREAT' },
  })
  const linked = await call('POST', '/v1/shares', {
    body: {
      artifactId,
      link: true,
      recipient: { name: 'Maeve', class: 'patient' },
      purposeOfUse: 'PATRQT',
      legalBasis: 'statute',
    },
  })

  for (const refused of [exported, dispatched, linked])
    expect(refused).toMatchObject({ status: 422, problem: 'document-incomplete', fields: [custodian] })
  expect(exported.body.errors[0].message).toContain('(cda)')
  expect(dispatched.body.errors[0].message).toContain('(rtf, channel Specialists)')
  expect((await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body.state).toBe('approved')
  expect((await must(200, call('GET', `/v1/artifacts/${artifactId}/exports`))).body.items).toEqual([])
  await expect(findDelivery(channelId)).rejects.toThrow('nothing was queued')
  // The document itself goes out as it is.
  await must(202, call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'bundle' } }))
})

test('D141: a form that takes too long is ended and its delivery held, until somebody replays it', async () => {
  const channelId = await openChannel({ format: 'pdf' })
  await approveOne(call)

  const held = await deliver(channelId, hasty)
  const unwoken = await deliver(channelId, hasty)
  await replay(held.id)
  const sent = await deliver(channelId)

  expect(held).toMatchObject({ state: 'held', reason: 'render-failed', attempts: 0 })
  expect(unwoken).toEqual(held)
  expect(sent).toMatchObject({ state: 'sent', attempts: 1 })
})

test('D141: an export that takes too long fails by that reason, and is built when it is asked for again', async () => {
  const { artifactId } = await approveOne(call)
  const ask = () => call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'pdf' } })
  const run = (by: Threads, subject: string) =>
    runArtifactExport({ store, log, renderer: openRenderer({ store, pool: by }) }, { tenant, subject })
  const { body: asked } = await must(202, ask())

  await run(hasty, asked.jobId)
  const failed = (await must(200, call('GET', `/v1/exports/${asked.id}`))).body
  const { body: again } = await must(202, ask())
  await run(threads, again.jobId)

  expect(failed).toMatchObject({ state: 'failed', reason: 'render-failed' })
  expect((await must(200, call('GET', `/v1/jobs/${asked.jobId}`))).body).toMatchObject({ state: 'failed', attempts: 1 })
  expect(again.id).toBe(asked.id)
  expect((await must(200, call('GET', `/v1/exports/${asked.id}`))).body.state).toBe('built')
})

test('D141: the PDF of a release that takes too long is given up, with a record of it', async () => {
  const { artifactId } = await approveOne(call)
  const isDue = async () => {
    const text = 'select count(*)::int as n from document where artifact_id = $1 and rendered_at is null'
    return (await server.site.pool.query<{ n: number }>(text, [artifactId])).rows[0]?.n
  }
  const before = await isDue()

  await renderRelease({ store, renderer: openRenderer({ store, pool: hasty }) }, { tenant, subject: artifactId })

  expect([before, await isDue()]).toEqual([1, 0])
  expect(await listEvents(artifactId)).toContainEqual({ kind: 'document.unrendered', reason: 'render-failed' })
})

test('D141: two processes that make one form at once keep one, and send the same bytes', async () => {
  const { artifactId } = await approveOne(call)
  const request = {
    tenant,
    requestId: newId(),
    artifactId,
    kind: 'original',
    format: 'pdf',
    preset: 'default',
    mapping: '',
  } as const
  const [one, other] = [openRenderer({ store, pool: threads }), openRenderer({ store, pool: threads })]

  const kept = await Promise.all([one, other].map((renderer) => renderer.read({ ...request, recipient: '' })))

  expect(kept[0]?.bytes.equals(kept[1]?.bytes ?? Buffer.of())).toBe(true)
  const text = `select count(*)::int as n from rendering where artifact_id = $1 and format = 'pdf'`
  expect((await server.site.pool.query(text, [artifactId])).rows).toEqual([{ n: 1 }])
})

/** The forms that threads made, in order, and whether they were handed the PDF. */
function watched() {
  const made: string[] = []
  const pool: Threads = {
    ...threads,
    render(format, input) {
      made.push(input.pdf === undefined ? format : `${format} with PDF`)
      return threads.render(format, input)
    },
  }
  return { made, renderer: openRenderer({ store, pool }) }
}

test('D141: a message and a package carry the PDF that is kept for the same recipient, which is made once', async () => {
  const { artifactId } = await approveOne(call)
  const common = { tenant, requestId: newId(), artifactId, kind: 'original', recipient: '', mapping: '' } as const
  const { made, renderer } = watched()

  const message = await renderer.read({ ...common, format: 'hl7v2', preset: 'default' })
  const cda = await renderer.read({ ...common, format: 'cda', preset: 'general-1A' })
  const pdf = await renderer.read({ ...common, format: 'pdf', preset: pdfInMessages })

  expect(made).toEqual(['pdf', 'hl7v2 with PDF', 'cda with PDF'])
  const text = message.bytes.toString('utf8').replaceAll('\\.br\\', '')
  const [, inMessage = ''] = /\^(JVBER[A-Za-z0-9+/=]+)/.exec(text) ?? []
  expect(Buffer.from(inMessage, 'base64').equals(pdf.bytes)).toBe(true)
  const files = Object.entries(unzipSync(cda.bytes))
  const [, inPackage = Buffer.of()] = files.find(([name]) => name.endsWith('attachment.pdf')) ?? []
  expect(pdf.bytes.equals(inPackage)).toBe(true)
})

test('D140: a process that dies between a form and its storing leaves nothing behind, and the next makes it', async () => {
  const channelId = await openChannel()
  await approveOne(call)
  const dying = openThreads()
  const closing: Threads = {
    ...dying,
    // Its answer is lost: the pool closes under it.
    render: async (format, input) => {
      await dying.render(format, input)
      await dying.close()
      return dying.render(format, input)
    },
  }

  const interrupted = await deliver(channelId, closing)
  const sent = await deliver(channelId)

  expect(interrupted).toMatchObject({ state: 'queued', attempts: 0 })
  expect(sent).toMatchObject({ state: 'sent', attempts: 1 })
})

/** Threads that do something while they make a form. */
const during = (act: () => Promise<unknown>): Threads => ({
  ...threads,
  async render(format, input) {
    await act()
    return threads.render(format, input)
  },
})

test('D140: a document that is recalled while its form is made does not go out', async () => {
  const channelId = await openChannel()
  const { artifactId } = await approveOne(call)
  const recall = () => call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } })

  const cancelled = await deliver(channelId, during(recall))

  expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'recalled', attempts: 0 })
  await expect(findDelivery(channelId, 'recall')).rejects.toThrow('nothing was queued')
})

test('D139: a recipient that changes while the form is made gets the form', async () => {
  const channelId = await openChannel()
  await approveOne(call)
  let changes = 0
  const change = async () => {
    changes += 1
    if (changes === 1) await changeChannel(channelId, { recipient: { name: 'Heath Specialists', fax: '08 7010 0999' } })
  }

  const sent = await deliver(channelId, during(change))

  expect(sent).toMatchObject({ state: 'sent', attempts: 1 })
  expect(changes).toBe(2)
  expect(await readFile(join(folder, sent.fileName), 'utf8')).toContain('08 7010 0999')
})

test('D140: a release whose document is gone holds its delivery, and does not hold up its lane', async () => {
  const channelId = await openChannel()
  const { artifactId } = await approveOne(call)
  const { documentId } = (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body
  await server.site.pool.query(`update resource set deleted = true where type = 'Bundle' and id = $1`, [documentId])

  const held = await deliver(channelId)

  expect(held).toMatchObject({ state: 'held', reason: 'render-failed', attempts: 0 })
})

test('D217: while a merge of the patient’s record is open, no document leaves; what a person decides lets it go', async () => {
  const channelId = await openChannel()
  const { patientId } = await approveOne(call)
  const merge = { survivorId: patientId, mergedId: newId(), senderId: newId() }
  const mergeId = await store.transactAsSystem(tenant, (tx) => putMerge(tx, merge))

  const held = await deliver(channelId)
  await replay(held.id)
  const again = await deliver(channelId)
  await store.transactAsSystem(tenant, (tx) => confirmMerge(tx, mergeId))
  const sent = await deliver(channelId)

  expect(held).toMatchObject({ state: 'held', reason: 'patient_merge', attempts: 0 })
  expect(again).toMatchObject({ state: 'held', reason: 'patient_merge', attempts: 0 })
  expect(sent).toMatchObject({ state: 'sent', attempts: 1 })
  expect(await listEvents(held.id)).toContainEqual({ kind: 'delivery.replayed', reason: 'merge-decided' })
})
