/** From approval to receiver, and the failures on the way, on both queues. docs/design/hub.md#release. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  approveOne,
  type Drafted,
  draftVerified,
  exampleSections,
  giveConsent,
  must,
  openEncounter,
  storeTranscript,
  templateId,
} from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { findPort } from '../ports.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../running-server.ts'
import { hasRedis, openReceiver, type Receiver, type RedisServer, startRedis } from './receivers.ts'

const operator = { role: 'operator' } as const
const quick = { attempts: 3, baseMs: 50, maxMs: 100 }
const slow = { attempts: 20, baseMs: 60_000, maxMs: 60_000 }

type Delivery = {
  readonly id: string
  readonly channelId: string
  readonly documentId: string
  readonly kind: string
  readonly state: string
  readonly reason?: string
  readonly attempts: number
  readonly acknowledgement?: string
  readonly attemptList?: readonly {
    readonly startedAt: string
    readonly controlId: string
    readonly outcome?: string
  }[]
}

type Channels = {
  readonly open: (more: object) => Promise<string>
  /** They take no more releases. */
  readonly closeAll: () => Promise<void>
}

/** A test's own channels: those of another would get its releases, too. */
function openChannels(call: Call): Channels {
  const opened = new Map<string, object>()
  const common = {
    templateIds: [templateId],
    recipient: { name: 'Saltbush Regional Hospital' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    retry: quick,
  }
  return {
    async open(more) {
      const body = { ...common, name: `Channel ${opened.size + 1}`, ...more }
      const { id } = (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body
      opened.set(id, body)
      return id
    },
    async closeAll() {
      for (const [id, body] of opened) {
        await must(200, call('PUT', `/v1/channels/${id}`, { body: { ...body, templateIds: [] }, as: operator }))
      }
    },
  }
}

const mllp = (port: number, ackTimeoutMs = 30_000) => ({
  format: 'hl7v2',
  transport: 'mllp',
  destination: { host: '127.0.0.1', port, ackTimeoutMs },
})
const file = (directory: string) => ({ format: 'rtf', transport: 'file', destination: { directory } })

const read = async (call: Call, id: string): Promise<Delivery> =>
  (await must(200, call('GET', `/v1/deliveries/${id}`))).body

async function find(call: Call, artifactId: string, channelId: string, kind = 'original'): Promise<Delivery> {
  const { items } = (await must(200, call('GET', `/v1/deliveries?artifactId=${artifactId}&channelId=${channelId}`)))
    .body
  const found = items.find((item: Delivery) => item.kind === kind)
  if (found === undefined) throw new Error(`no ${kind} delivery`)
  return found
}

const until = (call: Call, place: readonly [artifactId: string, channelId: string, kind?: string], state: string) =>
  waitFor(
    () => find(call, ...place),
    (delivery) => delivery.state === state,
  )

const replay = (call: Call, id: string) => call('POST', `/v1/deliveries/${id}:replay`, { as: operator })

const backends = [
  { name: 'PostgreSQL', isHere: true },
  { name: 'Redis', isHere: hasRedis },
]
if (!hasRedis) process.stderr.write('redis-server is not installed: the queues are tested on PostgreSQL alone\n')

describe.each(backends.filter(({ isHere }) => isHere))('on $name', ({ name }) => {
  let server: RunningServer
  let call: Call
  let redis: RedisServer | undefined
  let folder: string
  const receivers: Receiver[] = []
  const receive = async (options: Parameters<typeof openReceiver>[0] = {}): Promise<Receiver> => {
    const receiver = await openReceiver(options)
    receivers.push(receiver)
    return receiver
  }
  let channels: Channels

  beforeAll(async () => {
    redis = name === 'Redis' ? await startRedis() : undefined
    const env = redis === undefined ? {} : { REDIS_URL: redis.url }
    server = await startRunning({ site: await createSite(), env })
    call = server.call
    folder = await mkdtemp(join(tmpdir(), 'banksia-test-folder-'))
  })

  beforeEach(() => {
    channels = openChannels(call)
  })

  afterEach(() => channels.closeAll())

  afterAll(async () => {
    for (const receiver of receivers) await receiver.close()
    await server?.stop()
    await server?.site.remove()
    await redis?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const documentOf = async (artifactId: string): Promise<string> =>
    (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body.documentId
  const countOf = (receiver: Receiver, documentId: string, kind = 'original'): number =>
    receiver.received.filter((one) => one.documentId === documentId && one.kind === kind).length

  test('docs/design/hub.md#release: a receiver that is down: the others deliver, this one backs off, dies, and is replayed once', async () => {
    const port = await findPort()
    const up = await receive()
    const downId = await channels.open(mllp(port))
    const upId = await channels.open(mllp(up.port))
    const fileId = await channels.open(file(folder))
    const { artifactId } = await approveOne(call)

    const accepted = await until(call, [artifactId, upId], 'accepted')
    await until(call, [artifactId, fileId], 'sent')
    const dead = await until(call, [artifactId, downId], 'dead')

    expect(accepted).toMatchObject({ attempts: 1, acknowledgement: 'AA' })
    expect(dead).toMatchObject({ attempts: 3, reason: 'connect' })
    const { attemptList = [] } = await read(call, dead.id)
    expect(attemptList.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
    const [first = 0, second = 0, third = 0] = attemptList.map(({ startedAt }) => Date.parse(startedAt))
    expect(second - first).toBeGreaterThanOrEqual(25)
    expect(third - second).toBeGreaterThanOrEqual(50)

    const late = await receive({ port })
    await must(200, replay(call, dead.id))
    await until(call, [artifactId, downId], 'accepted')
    const again = await replay(call, dead.id)

    expect(again.problem).toBe('invalid-transition')
    expect(again.body.detail).toBe('The operation replay is not open from the state accepted')
    expect(late.received).toMatchObject([{ documentId: dead.documentId }])
    expect(up.received).toHaveLength(1)
    expect(await readdir(folder)).toEqual([`${dead.documentId}.rtf`])
  })

  test('D4: answered AE: tried again under another MSH-10 and the same OBR-3, then dead, then replayed once', async () => {
    const receiver = await receive({ manner: 'AE' })
    const channelId = await channels.open(mllp(receiver.port))
    const { artifactId } = await approveOne(call)

    const dead = await until(call, [artifactId, channelId], 'dead')
    const tried = [...receiver.received]
    receiver.behave('AA')
    await must(200, replay(call, dead.id))
    const accepted = await until(call, [artifactId, channelId], 'accepted')

    expect(dead).toMatchObject({ attempts: 3, reason: 'error-at-receiver', acknowledgement: 'AE' })
    expect(tried).toHaveLength(3)
    expect(new Set(receiver.received.map(({ controlId }) => controlId)).size).toBe(4)
    expect(new Set(receiver.received.map(({ documentId }) => documentId))).toEqual(new Set([dead.documentId]))
    expect(accepted).toMatchObject({ attempts: 4, acknowledgement: 'AA' })
    const { attemptList = [] } = await read(call, dead.id)
    expect(attemptList.map(({ controlId }) => controlId)).toEqual(receiver.received.map(({ controlId }) => controlId))
  })

  test('D1: a release that its channels have delivered is approved, as it was', async () => {
    const fileId = await channels.open(file(folder))
    const { artifactId } = await approveOne(call)

    await until(call, [artifactId, fileId], 'sent')

    expect((await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body.state).toBe('approved')
  })

  test('D14: answered AR: rejected at once, then replayed once', async () => {
    const receiver = await receive({ manner: 'AR' })
    const channelId = await channels.open(mllp(receiver.port))
    const { artifactId } = await approveOne(call)

    const rejected = await until(call, [artifactId, channelId], 'rejected')
    receiver.behave('AA')
    await must(200, replay(call, rejected.id))
    await until(call, [artifactId, channelId], 'accepted')

    expect(rejected).toMatchObject({ attempts: 1, reason: 'refused-by-receiver', acknowledgement: 'AR' })
    expect(receiver.received).toHaveLength(2)
  })

  test('docs/design/hub.md#release: a receiver that hangs holds up nobody else, and dies of it; its late answer counts', async () => {
    const receiver = await receive({ manner: 'hang' })
    const hangingId = await channels.open(mllp(receiver.port, 2_000))
    const fileId = await channels.open(file(folder))
    const { artifactId } = await approveOne(call)

    await until(call, [artifactId, fileId], 'sent')
    const during = await find(call, artifactId, hangingId)
    const dead = await until(call, [artifactId, hangingId], 'dead')
    receiver.behave('AA')
    await until(call, [artifactId, hangingId], 'accepted')

    expect(during.state).not.toBe('dead')
    expect(dead).toMatchObject({ attempts: 3, reason: 'timeout' })
    expect(countOf(receiver, dead.documentId)).toBe(3)
  })

  test('docs/design/hub.md#release: four receivers that hang with every lane hold up no fifth one', async () => {
    const hanging: Receiver[] = []
    for (const _ of [1, 2, 3, 4]) hanging.push(await receive({ manner: 'hang' }))
    const ids: string[] = []
    for (const { port } of hanging) ids.push(await channels.open(mllp(port, 600_000)))
    for (const _ of Array.from({ length: 12 })) await approveOne(call)
    /** For each channel: lanes with a delivery that is under way, and lanes with any. */
    const countLanes = async () => {
      const text = `select count(distinct lane) filter (where state = 'sending')::int as sending, count(distinct lane)::int as lanes
        from delivery where channel_id = any ($1) group by channel_id`
      return (await server.site.pool.query<{ sending: number; lanes: number }>(text, [ids])).rows
    }
    await waitFor(
      countLanes,
      (counts) => counts.length === 4 && counts.every(({ sending, lanes }) => sending === lanes),
    )
    const fifth = await receive()
    const fifthId = await channels.open(mllp(fifth.port))

    const { artifactId } = await approveOne(call)
    await until(call, [artifactId, fifthId], 'accepted')
    const during = await countLanes()
    for (const receiver of hanging) receiver.behave('AA')
    await waitFor(
      async () => hanging.map(({ received }) => received.length),
      (counts) => counts.every((count) => count === 13),
    )

    expect(during.every(({ sending }) => sending > 0)).toBe(true)
  })

  test('docs/design/hub.md#release: recalled after some of it was delivered: told, cancelled, or told by hand', async () => {
    const up = await receive()
    const mllpId = await channels.open(mllp(up.port))
    const fileId = await channels.open(file(folder))
    const downId = await channels.open({ ...mllp(await findPort()), retry: slow })
    const consentId = await channels.open({ ...file(folder), format: 'cda', legalBasis: 'consent' })
    const { artifactId } = await approveOne(call)
    await until(call, [artifactId, mllpId], 'accepted')
    await until(call, [artifactId, fileId], 'sent')
    await until(call, [artifactId, consentId], 'held')
    await waitFor(
      () => find(call, artifactId, downId),
      ({ attempts, state }) => attempts === 1 && state === 'queued',
    )
    const reason = { reasonCode: 'clinical_error' }

    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: reason }))

    await until(call, [artifactId, mllpId, 'recall'], 'accepted')
    const byHand = await until(call, [artifactId, fileId, 'recall'], 'rejected')
    const documentId = await documentOf(artifactId)
    expect(up.received.map(({ kind }) => kind)).toEqual(['original', 'recall'])
    expect(countOf(up, documentId, 'recall')).toBe(1)
    expect(byHand.reason).toBe('told-by-hand')
    expect(await find(call, artifactId, downId)).toMatchObject({ state: 'cancelled', reason: 'recalled' })
    expect(await find(call, artifactId, consentId)).toMatchObject({ state: 'cancelled', attempts: 0 })
    await expect(find(call, artifactId, consentId, 'recall')).rejects.toThrow('no recall delivery')
    const { body: told } = await must(200, call('GET', `/v1/artifacts/${artifactId}/recall`, { as: operator }))
    const idsOf = (rows: readonly { channelId: string }[]) => rows.map(({ channelId }) => channelId)
    expect(idsOf(told.acknowledged)).toEqual([mllpId])
    expect(idsOf(told.byHand)).toEqual([fileId])
    // It may have arrived: nobody knows, so the recall goes out as soon as the receiver is back.
    expect(idsOf(told.waiting)).toEqual([downId])
    expect(told.byHand[0].fileName).toBe(`${documentId}.rtf`)
    expect((await replay(call, (await find(call, artifactId, mllpId)).id)).problem).toBe('invalid-transition')
    expect((await replay(call, (await find(call, artifactId, downId)).id)).body.detail).toBe(
      'The operation replay is not open from the state recalled of the artifact',
    )
  })

  test('docs/design/hub.md#release: a recall outranks what waits, and reaches a paused channel', async () => {
    const up = await receive()
    const body = mllp(up.port)
    const channelId = await channels.open(body)
    const { artifactId, encounterId, transcriptId } = await approveOne(call)
    await until(call, [artifactId, channelId], 'accepted')
    const paused = await must(200, call('GET', `/v1/channels/${channelId}`, { as: operator }))
    const { name: title, templateIds, recipient, purposeOfUse, legalBasis, retry } = paused.body
    const record = { name: title, templateIds, recipient, purposeOfUse, legalBasis, retry, ...body }
    const setStatus = (status: string) =>
      must(200, call('PUT', `/v1/channels/${channelId}`, { body: { ...record, status }, as: operator }))
    await setStatus('paused')
    const draft = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
    const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body: draft }))).body
    await must(200, call('POST', `/v1/artifacts/${id}:verify`))
    await must(200, call('POST', `/v1/artifacts/${id}:approve`))
    await waitFor(
      () => find(call, id, channelId),
      ({ reason }) => reason === 'channel_paused',
    )

    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'duplicate' } }))
    await until(call, [artifactId, channelId, 'recall'], 'accepted')
    const waiting = await find(call, id, channelId)
    await setStatus('active')
    await until(call, [id, channelId], 'accepted')

    expect(waiting).toMatchObject({ state: 'queued', reason: 'channel_paused', attempts: 0 })
    expect(up.received.map(({ kind }) => kind)).toEqual(['original', 'recall', 'original'])
  })

  test('docs/design/exports-and-delivery.md#deliveries: a file is never written over another', async () => {
    const channelId = await channels.open(file(folder))
    const { artifactId } = await draftVerified(call)
    const path = join(folder, `${await documentOf(artifactId)}.rtf`)
    await writeFile(path, 'somebody else’s')

    await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))

    const rejected = await until(call, [artifactId, channelId], 'rejected')
    expect(rejected).toMatchObject({ reason: 'name-taken', attempts: 1 })
    expect(await readFile(path, 'utf8')).toBe('somebody else’s')
  })

  test('D8: what rests on consent is held without one; consent and replay let it go', async () => {
    const channelId = await channels.open({ ...file(folder), legalBasis: 'consent' })
    const { artifactId, patientId } = await approveOne(call)
    const held = await until(call, [artifactId, channelId], 'held')

    const refused = await replay(call, held.id)
    await giveConsent(call, patientId, { permits: ['share'], recipients: ['Somebody Else'] })
    const elsewhere = await replay(call, held.id)
    const consentId = await giveConsent(call, patientId, { permits: ['share'] })
    await must(200, replay(call, held.id))
    await until(call, [artifactId, channelId], 'sent')

    expect(held).toMatchObject({ reason: 'consent_required', attempts: 0 })
    expect(refused).toMatchObject({ status: 409, problem: 'business-rule' })
    expect(elsewhere.problem).toBe('business-rule')

    await must(200, call('POST', `/v1/consents/${consentId}:revoke`))
    const later = await approveAgain(call, { patientId })
    await until(call, [later, channelId], 'held')
  })

  test('docs/design/exports-and-delivery.md#channels: one patient’s documents keep their order; a dead one lets the next go', async () => {
    const receiver = await receive({ manner: 'AE' })
    const channelId = await channels.open(mllp(receiver.port))
    const { artifactId, patientId } = await approveOne(call)
    const next = await approveAgain(call, { patientId })

    await until(call, [artifactId, channelId], 'dead')
    receiver.behave('AA')
    await until(call, [next, channelId], 'accepted')

    const first = await documentOf(artifactId)
    const order = receiver.received.map(({ documentId }) => documentId === first)
    expect(order.lastIndexOf(true)).toBeLessThan(order.indexOf(false))
  })

  test('docs/design/hub.md#release: a cancelled delivery is not sent; an operator may send it after all', async () => {
    const receiver = await receive({ manner: 'AE' })
    const channelId = await channels.open({ ...mllp(receiver.port), retry: slow })
    const { artifactId } = await approveOne(call)
    const waiting = await waitFor(
      () => find(call, artifactId, channelId),
      ({ attempts, state }) => attempts === 1 && state === 'queued',
    )

    const cancelled = await must(200, call('POST', `/v1/deliveries/${waiting.id}:cancel`))
    const twice = await call('POST', `/v1/deliveries/${waiting.id}:cancel`)
    receiver.behave('AA')
    await must(200, replay(call, waiting.id))
    await until(call, [artifactId, channelId], 'accepted')

    expect(cancelled.body.state).toBe('cancelled')
    expect(twice.problem).toBe('invalid-transition')
    expect(receiver.received).toHaveLength(2)
  })

  test('spec 2.3: a share is counted once, by its receiver’s yes; a recall is none', async () => {
    const read = async (spoke = 'connect') =>
      (await must(200, call('GET', `/v1/usage/summary?spokeId=${spoke}`, { as: operator }))).body.usage
    const before = (await read()).sharesDispatched
    const receiver = await receive({ manner: 'AE' })
    const channelId = await channels.open({ ...mllp(receiver.port), retry: { ...quick, attempts: 50 } })
    const { artifactId } = await approveOne(call)
    await waitFor(
      async () => receiver.received.length,
      (count) => count >= 2,
    )
    receiver.behave('AA')
    await until(call, [artifactId, channelId], 'accepted')
    const between = (await read()).sharesDispatched
    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'other' } }))
    await until(call, [artifactId, channelId, 'recall'], 'accepted')

    expect(between).toBe(before + 1)
    expect((await read()).sharesDispatched).toBe(before + 1)
    expect((await read('triage')).sharesDispatched).toBe(0)
  })

  test('docs/design/store.md#writes: a wiped queue loses nothing', async () => {
    const receiver = await receive()
    const channelId = await channels.open(mllp(receiver.port))
    const drafts: Drafted[] = []
    for (const _ of [1, 2, 3, 4, 5, 6]) drafts.push(await draftVerified(call))

    for (const { artifactId } of drafts) {
      await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
      await wipeQueue()
    }

    for (const { artifactId } of drafts) await until(call, [artifactId, channelId], 'accepted')
    const documents = receiver.received.map(({ documentId }) => documentId)
    expect(new Set(documents).size).toBe(6)
    expect(documents).toHaveLength(6)
  })

  async function wipeQueue(): Promise<void> {
    if (redis !== undefined) return redis.wipe()
    const { rows } = await server.site.pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'bullmq' and tablename like '%job%'`,
    )
    for (const { name: table } of rows) await server.site.pool.query(`delete from bullmq.${table}`)
  }

  test('nothing of it was a fault', () => {
    expect(server.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

/** Another artifact of the same patient, released. */
async function approveAgain(call: Call, { patientId }: Pick<Drafted, 'patientId'>): Promise<string> {
  const encounterId = await openEncounter(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId)
  const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
  await must(200, call('POST', `/v1/artifacts/${id}:verify`))
  await must(200, call('POST', `/v1/artifacts/${id}:approve`))
  return id
}
