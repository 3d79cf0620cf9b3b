/** Many deliveries of one lane that a worker claims together: the fence before each, their order, and what comes back unsent. docs/design/exports-and-delivery.md#deliveries. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type Delivering, drainLanes } from '../../queues/deliver.ts'
import { openBreaker } from '../../queues/delivery/breaker.ts'
import { openLaneLimit } from '../../queues/lane-limit.ts'
import { openTransports } from '../../src/channels/channels.ts'
import type { AcknowledgementCode } from '../../src/channels/hl7-acknowledgement.ts'
import { listenMllp, type MllpListener } from '../../src/channels/mllp-listener.ts'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { openLog } from '../../src/core/log.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { readMasterKey } from '../../src/server/master-key.ts'
import { openStore } from '../../src/store/open-store.ts'
import { putRecipient } from '../../src/store/operations/recipients.ts'
import { putRendering } from '../../src/store/operations/renderings.ts'
import type { Store } from '../../src/store/store.ts'
import {
  createPatient,
  exampleSections,
  giveConsent,
  must,
  openEncounter,
  readHeld,
  storeTranscript,
  templateId,
} from '../consultation.ts'
import { waitUntil } from '../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../running-server.ts'

const operator = { role: 'operator' } as const
const [tenant] = developmentTenants
const hospital = 'Saltbush Regional Hospital'
/** Longer than a check counts: each send after the first asks again. */
const slowMs = 700

let server: RunningServer
let call: Call
let store: Store
let listener: MllpListener
let stopping = new AbortController()
/** The numbers of the documents that came, in their order. */
let received: number[] = []
let answer: (number: number) => Promise<AcknowledgementCode> = async () => 'AA'

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  const config = readConfig({ BANKSIA_DATA_DIR: server.site.dataDir })
  store = await openStore({
    connection: server.site.database.config,
    masterKey: await readMasterKey(config),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  const onMessage = (message: Uint8Array): Promise<AcknowledgementCode> => {
    const number = Number(Buffer.from(message).toString().split('PID|')[1]?.trim())
    received.push(number)
    return answer(number)
  }
  listener = await listenMllp({ port: 0, host: '127.0.0.1', onMessage })
})

afterEach(() => {
  received = []
  answer = async () => 'AA'
  stopping = new AbortController()
})

afterAll(async () => {
  await listener?.close()
  await store?.close()
  await server?.stop()
  await server?.site.remove()
})

const slow = async (): Promise<AcknowledgementCode> => {
  await sleep(slowMs)
  return 'AA'
}

type Backlog = { readonly channelId: string; readonly artifactIds: readonly string[]; readonly consentId: string }

async function openChannel(): Promise<string> {
  const body = {
    ...{ name: 'Batches', templateIds: [templateId], recipient: { name: hospital }, purposeOfUse: 'TREAT' },
    ...{ legalBasis: 'consent', format: 'hl7v2', transport: 'mllp' },
    destination: { host: '127.0.0.1', port: listener.port },
    // What is to be tried again waits until the test says so.
    retry: { attempts: 3, baseMs: 600_000, maxMs: 600_000 },
  }
  return (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body.id
}

/** A message as the kept form of a release: the number stands in PID. */
const putForm = (artifactId: string, number: number) =>
  store.transactAsSystem(tenant, async (tx) => {
    const recipient = await putRecipient(tx, { name: hospital, organisation: hospital })
    const bytes = Buffer.from(`MSH|^~\\&|A|B|C|D|20260314112000+0800||ORU^R01|old|P|2.4\rPID|${number}\r`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = { artifactId, kind: 'original', format: 'hl7v2', preset: 'default', recipient, mapping: '' } as const
    await putRendering(tx, key, { bytes, sha256 })
  })

/** One patient's releases to a channel of their own, which no other test's release reaches. */
async function openBacklog(count: number): Promise<Backlog> {
  const channelId = await openChannel()
  const patientId = await createPatient(call)
  await giveConsent(call, patientId, { permits: ['record', 'generate'] })
  const consentId = await giveConsent(call, patientId, { permits: ['share'] })
  const encounterId = await openEncounter(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId)
  const draft = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const artifactIds: string[] = []
  while (artifactIds.length < count) {
    const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body: draft }))).body
    await must(200, call('POST', `/v1/artifacts/${id}:verify`))
    await must(200, call('POST', `/v1/artifacts/${id}:approve`))
    await putForm(id, artifactIds.length)
    artifactIds.push(id)
  }
  await server.site.pool.query(`delete from delivery where channel_id <> $1 and state = 'queued'`, [channelId])
  return { channelId, artifactIds, consentId }
}

/** Empties the lane of the backlog, as a worker does that claims 50 at once. */
async function drain({ channelId }: Backlog, more: Partial<Delivering> = {}): Promise<void> {
  const { rows } = await server.site.pool.query('select lane from delivery where channel_id = $1 limit 1', [channelId])
  const transports = openTransports({ allowedHosts: ['127.0.0.1'], allowPrivate: true })
  const size = { next: () => 50, grow: () => undefined, reset: () => undefined }
  const delivering = {
    ...{
      store,
      transports,
      laneLimit: openLaneLimit(8),
      breaker: openBreaker(),
      openBatchSize: () => size,
      log: openLog('silent'),
    },
    renderer: { read: () => Promise.reject(new Error('every form is kept')) },
    ...{ stopping: stopping.signal, cutting: new AbortController().signal, recordSpan: undefined },
    ...more,
  }
  await drainLanes(delivering, { tenant, subject: `${channelId}_${rows[0].lane}` })
  await transports.mllp.close()
}

type Row = { readonly state: string; readonly reason: string | null; readonly attempts: number; readonly tries: number }

const listRows = async ({ channelId }: Backlog, kind = 'original'): Promise<readonly Row[]> =>
  (
    await server.site.pool.query<Row>(
      'select state, reason, attempts, tries from delivery where channel_id = $1 and kind = $2 order by seq',
      [channelId, kind],
    )
  ).rows

const countAttempts = async ({ channelId }: Backlog): Promise<number> => {
  const text = 'select count(*)::int as n from attempt a join delivery d on d.id = a.delivery_id where channel_id = $1'
  return (await server.site.pool.query(text, [channelId])).rows[0].n
}

const pause = async ({ channelId }: Backlog) => {
  const path = `/v1/channels/${channelId}`
  await must(200, call('POST', `${path}:pause`, { as: operator, headers: await readHeld(call, path, operator) }))
}

const setSwitch = (isKilled: boolean) => {
  const body = { killSwitches: isKilled ? { dispatch: true } : {} }
  return must(200, call('PUT', '/v1/platform/config/connect', { body, as: operator }))
}

type Barrier = {
  readonly name: string
  readonly count: number
  readonly raise: (backlog: Backlog) => Promise<unknown>
  readonly left: Partial<Row>
}

const barriers: readonly Barrier[] = [
  {
    name: 'a consent that is revoked',
    count: 50,
    raise: ({ consentId }) => must(200, call('POST', `/v1/consents/${consentId}:revoke`)),
    left: { state: 'held', reason: 'consent_required', attempts: 0, tries: 0 },
  },
  {
    name: 'a channel that is paused',
    count: 6,
    raise: pause,
    left: { state: 'queued', attempts: 0, tries: 0 },
  },
  {
    name: 'a kill switch',
    count: 6,
    raise: () => setSwitch(true),
    left: { state: 'queued', attempts: 0, tries: 0 },
  },
]

test.each(barriers)('D206: $name at row 2 of $count lets nothing more out', async ({ count, raise, left }) => {
  const backlog = await openBacklog(count)
  answer = slow
  const draining = drain(backlog)
  await waitUntil(() => received.length === 2)

  await raise(backlog)
  const started = received.length
  await draining
  await setSwitch(false)

  const rows = await listRows(backlog)
  // The next had perhaps passed its check just before the commit.
  expect(received.length).toBeLessThanOrEqual(started + 1)
  expect(rows.slice(0, received.length).map(({ state }) => state)).toEqual(received.map(() => 'accepted'))
  for (const row of rows.slice(received.length)) expect(row).toMatchObject(left)
  expect(rows).toHaveLength(count)
  expect(await countAttempts(backlog)).toBe(received.length)
})

test('D207: a recall at row 2 of a batch stops its own document alone, and nobody is told of what was never sent', async () => {
  const backlog = await openBacklog(6)
  answer = slow
  const draining = drain(backlog)
  await waitUntil(() => received.length === 2)

  const recalled = backlog.artifactIds.at(-1)
  await must(200, call('POST', `/v1/artifacts/${recalled}:recall`, { body: { reasonCode: 'clinical_error' } }))
  await draining

  expect(received).toEqual([0, 1, 2, 3, 4])
  expect((await listRows(backlog)).at(-1)).toMatchObject({ state: 'cancelled', reason: 'recalled', attempts: 0 })
  expect(await listRows(backlog, 'recall')).toMatchObject([{ state: 'cancelled', reason: 'never_sent', attempts: 0 }])
})

test('D206: after a refusal that is tried again, the rows behind it wait unsent, and keep their order', async () => {
  const backlog = await openBacklog(6)
  let refusals = 0
  answer = async (number) => (number === 2 && ++refusals === 1 ? 'AE' : 'AA')

  await drain(backlog)
  const first = await listRows(backlog)
  await server.site.pool.query('update delivery set due_at = now() where channel_id = $1', [backlog.channelId])
  await drain(backlog)

  expect(first.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'queued', 'queued', 'queued', 'queued'])
  expect(first.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 0, 0, 0])
  expect(received).toEqual([0, 1, 2, 2, 3, 4, 5])
  expect((await listRows(backlog)).map(({ attempts }) => attempts)).toEqual([1, 1, 2, 1, 1, 1])
})

test('D206: a process that stops gives back what it has not sent', async () => {
  const backlog = await openBacklog(5)
  answer = async (number) => {
    if (number === 1) stopping.abort()
    return 'AA'
  }

  await drain(backlog)

  expect(received).toEqual([0, 1])
  const rows = await listRows(backlog)
  expect(rows.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'queued', 'queued', 'queued'])
  expect(rows.map(({ tries }) => tries)).toEqual([1, 1, 0, 0, 0])
})

test('D206: an outcome is written while the next message still waits for its answer', async () => {
  const backlog = await openBacklog(3)
  const { promise: later, resolve: release } = Promise.withResolvers<void>()
  answer = async (number) => {
    if (number === 1) await later
    return 'AA'
  }

  const draining = drain(backlog)
  await waitUntil(async () => (await listRows(backlog))[0]?.state === 'accepted')
  const during = await listRows(backlog)
  release()
  await draining

  expect(during.map(({ state }) => state)).toEqual(['accepted', 'sending', 'sending'])
  expect((await listRows(backlog)).map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
})
