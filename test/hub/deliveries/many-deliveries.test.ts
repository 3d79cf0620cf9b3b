/** Many deliveries of a channel at once: counted, confirmed, and then each with every check. docs/channels.md#many-deliveries-at-once. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { approveOne, draftVerified, giveConsent, must, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { findPort } from '../../ports.ts'
import { openReceiver } from '../../queues/receivers.ts'
import { useRunning } from '../../use-running.ts'

const operator = { role: 'operator' } as const

const server = useRunning({ BANKSIA_OUTBOUND_HOSTS: '127.0.0.1', BANKSIA_OUTBOUND_PRIVATE: 'allow' })
const { call } = server

const channelBody = (port: number, more: object = {}) => ({
  name: 'Hospital',
  templateIds: [templateId],
  recipient: { name: 'Heath Specialists' },
  purposeOfUse: 'TREAT',
  legalBasis: 'consent',
  format: 'hl7v2',
  transport: 'mllp',
  destination: { host: '127.0.0.1', port },
  retry: { attempts: 1, baseMs: 10, maxMs: 10 },
  ...more,
})

/** A channel that sends by itself until `end` is called. */
async function openChannel(port: number) {
  const { id } = (await must(201, call('POST', '/v1/channels', { body: channelBody(port), as: operator }))).body
  const change = (more: object) =>
    must(200, call('PUT', `/v1/channels/${id}`, { body: channelBody(port, more), as: operator }))
  return { id: id as string, end: () => change({ templateIds: [] }), pause: () => act(id, 'pause') }
}

const act = (id: string, verb: string) => must(200, call('POST', `/v1/channels/${id}:${verb}`, { as: operator }))

async function approveWithConsent(): Promise<string> {
  const { patientId, artifactId } = await draftVerified(call)
  const consentId = await giveConsent(call, patientId, { permits: ['share'] })
  await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  return consentId
}

const listOf = async (channelId: string) =>
  (await must(200, call('GET', `/v1/deliveries?channelId=${channelId}`, { as: operator }))).body.items

const until = (channelId: string, states: readonly string[]) =>
  waitFor(
    async () => (await listOf(channelId)).map(({ state }: { state: string }) => state).sort(),
    (found) => JSON.stringify(found) === JSON.stringify([...states].sort()),
  )

const ask = (operation: string, body: object, as: object = operator) =>
  call('POST', `/v1/deliveries:${operation}`, { body, as })

const readEnded = (jobId: string) =>
  waitFor(
    async () => (await must(200, call('GET', `/v1/jobs/${jobId}`, { as: operator }))).body,
    ({ state }) => state !== 'queued' && state !== 'running',
  )

test('D230: what a filter finds is counted, another count is refused, and the job replays each with every check', async () => {
  const port = await findPort()
  const channel = await openChannel(port)
  const consents = [await approveWithConsent(), await approveWithConsent(), await approveWithConsent()]
  const { id: channelId } = channel
  await until(channelId, ['dead', 'dead', 'dead'])
  await channel.end()

  const counted = await ask('replay', { channelId, reason: 'connect' })
  const dry = await ask('replay', { channelId, state: 'dead', dryRun: true, confirm: 3 })
  const wrong = await ask('replay', { channelId, confirm: 2 })
  const closed = await ask('replay', { channelId, state: 'accepted' })
  const none = await ask('replay', { channelId, reason: 'timeout' })
  const late = await ask('replay', { channelId, from: '2999-01-01T00:00:00Z' })
  const states = await until(channelId, ['dead', 'dead', 'dead'])
  await must(200, call('POST', `/v1/consents/${consents[1]}:revoke`))
  const receiver = await openReceiver({ port })
  const replayed = await must(202, ask('replay', { channelId, state: 'dead', confirm: 3 }))
  const job = await readEnded(replayed.body.jobId)
  await until(channelId, ['accepted', 'accepted', 'dead'])
  await receiver.close()

  expect(counted).toMatchObject({ status: 200, body: { operation: 'replay', count: 3 } })
  expect(dry).toMatchObject({ status: 200, body: { operation: 'replay', count: 3 } })
  expect(wrong).toMatchObject({ status: 409, problem: 'business-rule' })
  expect(closed).toMatchObject({ status: 409, problem: 'invalid-transition' })
  expect([none.body.count, late.body.count]).toEqual([0, 0])
  expect(states).toEqual(['dead', 'dead', 'dead'])
  expect(replayed.headers.get('location')).toBe(`/v1/jobs/${replayed.body.jobId}`)
  expect(job).toMatchObject({
    kind: 'many-deliveries',
    state: 'succeeded',
    targetId: channelId,
    progress: { wanted: 3, done: 2, refused: { 'business-rule': 1 } },
  })
  expect(receiver.received).toHaveLength(2)
})

test('D230: queued ones are cancelled; the list shows class and place of each', async () => {
  const channel = await openChannel(await findPort())
  const { id: channelId } = channel
  await channel.pause()
  // Without a consent to share.
  for (let one = 0; one < 2; one += 1) await approveOne(call)
  const waiting = await waitFor(
    () => listOf(channelId),
    (items) => items.length === 2,
  )
  // As a worker does that postpones them after the confirmation: they are still meant.
  await server.site.pool.query(`update delivery set updated_at = now() + interval '1 hour' where channel_id = $1`, [
    channelId,
  ])
  const cancelled = await must(202, ask('cancel', { channelId, confirm: 2 }))
  const job = await readEnded(cancelled.body.jobId)
  const items = await listOf(channelId)
  await channel.end()
  const notHeld = await call('POST', `/v1/deliveries/${items[0].id}:release`, { as: operator })
  const nothing = await ask('release', { channelId })
  const { rows } = await server.site.pool.query<{ kind: string }>(
    `select kind from audit where resource_id = any ($1) and kind = 'delivery.cancelled'`,
    [items.map(({ id }: { id: string }) => id)],
  )

  for (const one of waiting) expect(one.position).toBeGreaterThanOrEqual(1)
  expect(job.progress).toEqual({ wanted: 2, done: 2, refused: {} })
  expect(items).toEqual([
    expect.objectContaining({ state: 'cancelled', reason: 'cancelled', reasonClass: 'withdrawn' }),
    expect.objectContaining({ state: 'cancelled', reason: 'cancelled', reasonClass: 'withdrawn' }),
  ])
  expect(items[0]).not.toHaveProperty('position')
  expect(notHeld).toMatchObject({ status: 409, problem: 'invalid-transition' })
  expect(nothing.body).toEqual({ operation: 'release', count: 0 })
  expect(rows).toHaveLength(2)
})

test('D230: what is held for a consent is refused its release until there is one', async () => {
  const receiver = await openReceiver()
  const channel = await openChannel(receiver.port)
  const { id: channelId } = channel
  const { patientId } = await approveOne(call)
  await until(channelId, ['held'])
  await channel.end()

  const early = await must(202, ask('release', { channelId, reason: 'consent_required', confirm: 1 }))
  const refused = await readEnded(early.body.jobId)
  await giveConsent(call, patientId, { permits: ['share'] })
  const [held] = await listOf(channelId)
  await must(200, call('POST', `/v1/deliveries/${held.id}:release`, { as: operator }))
  await until(channelId, ['accepted'])
  await receiver.close()

  expect(refused.progress).toEqual({ wanted: 1, done: 0, refused: { 'business-rule': 1 } })
  expect(held).toMatchObject({ state: 'held', reason: 'consent_required', reasonClass: 'consent' })
  expect(receiver.received).toHaveLength(1)
})

test('D230: only operators act on many, within their tenant', async () => {
  const channelId = newId()
  await server.site.pool.query(
    `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, request_id)
     values (1, $1, $1, $2, $1, 'original', 'hl7v2', 'default', 0, 'dead', $1)`,
    [newId(), channelId],
  )

  const own = await ask('cancel', { channelId })
  const elsewhere = await ask('cancel', { channelId }, { ...operator, tenant: developmentTenants[1] })
  const byClinician = await ask('cancel', { channelId }, {})

  expect([own.body.count, elsewhere.body.count]).toEqual([1, 0])
  expect(byClinician).toMatchObject({ status: 403, problem: 'role-required' })
})

test('D230: a place in a lane counts recalls first', async () => {
  const channelId = newId()
  const put = (id: string, kind: string) =>
    server.site.pool.query(
      `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, request_id, due_at)
       values (1, $1, $1, $2, $1, $3, 'hl7v2', 'default', 5, 'queued', $1, now() + interval '1 day')`,
      [id, channelId, kind],
    )
  const [first, second, recall] = [newId(), newId(), newId()]
  await put(first, 'original')
  await put(second, 'original')
  await put(recall, 'recall')

  const items = await listOf(channelId)
  const one = (await must(200, call('GET', `/v1/deliveries/${second}`, { as: operator }))).body

  const places = Object.fromEntries(items.map(({ id, position }: { id: string; position: number }) => [id, position]))
  expect(places).toEqual({ [recall]: 1, [first]: 2, [second]: 3 })
  expect(one.position).toBe(3)
})
