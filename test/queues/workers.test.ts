/** Several processes on one database, processes that stop, a queue that is gone. docs/design/house.md#foundations; docs/design/hub.md#release. */
import { afterEach, describe, expect, test } from '@jest/globals'
import { openBackend } from '../../queues/backend.ts'
import { openLog } from '../../src/core/log.ts'
import {
  approveOne,
  createPatient,
  draftVerified,
  giveConsent,
  must,
  openEncounter,
  storeTranscript,
  templateId,
} from '../consultation.ts'
import { configFor, execute } from '../database.ts'
import { waitFor, waitUntil } from '../patience.ts'
import { type Call, createSite, type RunningServer, type Site, startRunning } from '../running-server.ts'
import { hasRedis, openReceiver, type RedisServer, startRedis } from './receivers.ts'

/** Ends everything that a test has started, in the reverse order. */
const closings: (() => Promise<void>)[] = []
const atEnd = (close: () => Promise<void>): unknown => closings.push(close)

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

type Env = Readonly<Record<string, string>>

async function openSite(): Promise<Site> {
  const site = await createSite()
  atEnd(site.remove)
  return site
}

async function start(site: Site, env: Env = {}): Promise<RunningServer> {
  const server = await startRunning({ site, env })
  atEnd(server.stop)
  return server
}

type Options = Parameters<typeof openReceiver>[0]

async function receive(options: Options = {}) {
  const receiver = await openReceiver(options)
  atEnd(receiver.close)
  return receiver
}

const openChannel = (call: Call, port: number, more: object = {}) => {
  const body = {
    name: 'Receiver',
    templateIds: [templateId],
    recipient: { name: 'Saltbush Regional Hospital' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'hl7v2',
    transport: 'mllp',
    destination: { host: '127.0.0.1', port, ackTimeoutMs: 600_000 },
    retry: { attempts: 3, baseMs: 50, maxMs: 100 },
    ...more,
  }
  return must(201, call('POST', '/v1/channels', { body, as: { role: 'operator' } }))
}

type Item = { readonly state: string; readonly reason?: string; readonly attempts: number; readonly documentId: string }

const listDeliveries = async (call: Call, query = ''): Promise<readonly Item[]> =>
  (await must(200, call('GET', `/v1/deliveries?limit=200${query}`))).body.items

const untilAll = (call: Call, state: string, count: number) =>
  waitFor(
    () => listDeliveries(call),
    (items) => items.length === count && items.every((item) => item.state === state),
  )

test('docs/design/house.md#foundations: a worker whose queue cannot be reached does not begin', async () => {
  const { database, pool } = await openSite()
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const backend = await openBackend({ database: database.config, log: openLog('silent') })
  atEnd(backend.close)
  const allow = (isAllowed: boolean) =>
    execute(configFor(database.config, 'postgres'), `alter database ${rows[0]?.name} allow_connections ${isAllowed}`)
  await allow(false)
  // The backend keeps connections for its next queries.
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  // They end one after the other, and the backend reads of it later.
  await waitUntil(
    async () =>
      (await pool.query('select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'))
        .rowCount === 0,
  )
  await waitFor(backend.isReady, (isReady) => !isReady)

  const lost = backend.work('render', async () => undefined)
  await expect(lost).rejects.toThrow()
  const refused = backend.work('render', async () => undefined)

  // The database refuses the connection; of one that it has just ended the writing fails.
  await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^(?:55000|57P01|EPIPE|ECONNRESET)$/) })
  await allow(true)
  await backend.work('deliver', async () => undefined)
})

const isReady = async ({ base }: RunningServer): Promise<number> => (await fetch(`${base}/readyz`)).status

const testRedis = hasRedis ? test : test.skip

testRedis(
  'docs/design/hub.md#routes: a Redis that is gone: not ready, yet approved; delivered when it is back',
  async () => {
    const redis = await startRedis()
    atEnd(redis.stop)
    const site = await openSite()
    const server = await start(site, { REDIS_URL: redis.url })
    const receiver = await receive()
    await openChannel(server.call, receiver.port)
    const { artifactId } = await draftVerified(server.call)
    await redis.kill()

    const ready = await isReady(server)
    await must(200, server.call('POST', `/v1/artifacts/${artifactId}:approve`))
    const health = await must(200, server.call('GET', '/v1/health'))
    await redis.restart()
    const items = await untilAll(server.call, 'accepted', 1)

    expect(ready).toBe(503)
    expect(health.body.status).toBe('degraded')
    expect(items).toMatchObject([{ attempts: 1 }])
    expect(receiver.received).toHaveLength(1)
  },
)

testRedis('docs/design/house.md#foundations: stops also where Redis is gone', async () => {
  const redis = await startRedis()
  atEnd(redis.stop)
  const site = await openSite()
  const server = await startRunning({ site, env: { REDIS_URL: redis.url } })
  await redis.kill()
  await new Promise((resolve) => setTimeout(resolve, 300))

  await expect(server.stop()).resolves.toBeUndefined()
})

describe.each(
  [
    { name: 'PostgreSQL', isHere: true },
    { name: 'Redis', isHere: hasRedis },
  ].filter(({ isHere }) => isHere),
)('on $name', ({ name }) => {
  async function openQueue(): Promise<{ readonly env: Env; readonly redis: RedisServer | undefined }> {
    if (name !== 'Redis') return { env: {}, redis: undefined }
    const redis = await startRedis()
    atEnd(redis.stop)
    return { env: { REDIS_URL: redis.url }, redis }
  }

  test('docs/design/exports-and-delivery.md#channels: two workers beside a web process: each document once, a lane never twice at once', async () => {
    const { env } = await openQueue()
    const site = await openSite()
    const { call } = await start(site, { ...env, BANKSIA_ROLE: 'web' })
    await start(site, { ...env, BANKSIA_ROLE: 'worker' })
    await start(site, { ...env, BANKSIA_ROLE: 'worker' })
    const receiver = await receive({ takesMs: 20 })
    await openChannel(call, receiver.port)

    for (const _ of Array.from({ length: 6 })) await approveOne(call)

    const items = await untilAll(call, 'accepted', 6)
    expect(items.map(({ attempts }) => attempts)).toEqual(items.map(() => 1))
    const documents = receiver.received.map(({ documentId }) => documentId)
    expect(documents).toHaveLength(6)
    expect(new Set(documents)).toEqual(new Set(items.map(({ documentId }) => documentId)))
    const { rows } = await site.pool.query(overlapText)
    expect(rows).toEqual([])
  })

  test('docs/design/house.md#foundations: stopped while it sends: it is not lost, and no try of the channel’s', async () => {
    const { env } = await openQueue()
    const site = await openSite()
    const first = await startRunning({ site, env })
    const receiver = await receive({ manner: 'hang' })
    await openChannel(first.call, receiver.port, { retry: { attempts: 1, baseMs: 50, maxMs: 100 } })
    const { artifactId } = await approveOne(first.call)
    await waitFor(
      async () => receiver.received.length,
      (count) => count === 1,
    )

    // It waits for no answer: there is none.
    await first.stop()
    receiver.behave('AA')
    const second = await start(site, env)
    const items = await untilAll(second.call, 'accepted', 1)

    expect(items).toMatchObject([{ attempts: 2 }])
    expect(receiver.received.map(({ documentId }) => documentId)).toEqual([items[0]?.documentId, items[0]?.documentId])
    expect((await listDeliveries(second.call, `&artifactId=${artifactId}`)).length).toBe(1)
    expect(first.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('D8: a job whose consent is revoked before it runs drafts nothing', async () => {
    const { env } = await openQueue()
    const site = await openSite()
    const { call } = await start(site, { ...env, BANKSIA_ROLE: 'web' })
    const patientId = await createPatient(call)
    const encounterId = await openEncounter(call, patientId)
    const consentId = await giveConsent(call, patientId)
    await storeTranscript(call, encounterId)
    const path = `/v1/encounters/${encounterId}`
    const queued = await must(202, call('POST', `${path}/artifacts:generate`, { body: { templateId } }))
    await must(200, call('POST', `/v1/consents/${consentId}:revoke`))

    await start(site, { ...env, BANKSIA_ROLE: 'worker' })
    const job = await waitFor(
      async () => (await must(200, call('GET', `/v1/jobs/${queued.body.id}`))).body,
      ({ state }) => state !== 'queued' && state !== 'running',
    )

    expect(job).toMatchObject({ state: 'failed', reason: 'consent-required' })
    expect((await must(200, call('GET', `${path}/artifacts`))).body.items).toEqual([])
  })

  test('docs/design/store.md#tables: whatever a queue has done, nothing stays in it', async () => {
    const { env, redis } = await openQueue()
    const site = await openSite()
    const server = await start(site, env)
    const receiver = await receive()
    await openChannel(server.call, receiver.port)
    await approveOne(server.call)
    await untilAll(server.call, 'accepted', 1)

    expect(await isReady(server)).toBe(200)
    for (const table of ['outbox', 'lease', ...(redis === undefined ? await listJobTables(site) : [])]) {
      await waitFor(
        async () => (await site.pool.query(`select 1 from ${table}`)).rowCount,
        (count) => count === 0,
      )
    }
  })
})

/** The tables in which BullMQ keeps its jobs on PostgreSQL. */
async function listJobTables({ pool }: Site): Promise<readonly string[]> {
  const text = `select 'bullmq.' || quote_ident(tablename) as name from pg_tables where schemaname = 'bullmq' and tablename ~ '_?job$'`
  return (await pool.query<{ name: string }>(text)).rows.map(({ name }) => name)
}

/** Attempts of one lane that ran at the same time. */
const overlapText = `select a.delivery_id from attempt a join delivery d on (d.tenant, d.id) = (a.tenant, a.delivery_id)
  join attempt b on b.tenant = a.tenant and (b.delivery_id, b.number) <> (a.delivery_id, a.number)
  join delivery e on (e.tenant, e.id) = (b.tenant, b.delivery_id) and (e.channel_id, e.lane) = (d.channel_id, d.lane)
  where a.started_at <= b.started_at and b.started_at < a.finished_at`
