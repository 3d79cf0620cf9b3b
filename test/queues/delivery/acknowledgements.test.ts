/** No answer of an application is lost: from a release to the answer that comes after the receiver's commit. D196, D197, D198. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { encodeFrame } from '../../../src/channels/mllp-codec.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import { answerOf, framedAnswer, openPeer, type Peer } from '../../channels/mllp-peer.ts'
import { approveOne, must } from '../../consultation.ts'
import { waitFor, waitUntil } from '../../patience.ts'
import { findPort } from '../../ports.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'
import { commitThenRefuse, type Found, findDelivery, openMllpChannel, operator } from './mllp-channels.ts'

const [, otherTenant] = developmentTenants

let server: RunningServer
const inFirst: Call = (...args) => server.call(...args)
const inSecond: Call = (method, path, options = {}) =>
  server.call(method, path, { ...options, as: { ...options.as, tenant: otherTenant } })

let answerPort: number
const env = () => ({ BANKSIA_MLLP_PORT: String(answerPort) })
beforeAll(async () => {
  answerPort = await findPort()
  server = await startRunning({ site: await createSite(), env: env() })
})
afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const peers: Peer[] = []
const channels: (() => Promise<unknown>)[] = []
beforeEach(() => {
  channels.length = 0
})
/** A later test's release does not go to an earlier one's channel. */
afterEach(async () => {
  for (const close of channels) await close()
  for (const peer of peers.splice(0)) await peer.close()
})

async function peerOf(...args: Parameters<typeof openPeer>): Promise<Peer> {
  const peer = await openPeer(...args)
  peers.push(peer)
  return peer
}

type More = Parameters<typeof openMllpChannel>[2] & { readonly call?: Call }

async function openChannel({ port }: Peer, { call = inFirst, ...more }: More = {}): Promise<string> {
  const { id, close } = await openMllpChannel(call, port, more)
  channels.push(close)
  return id
}

const until = (channelId: string, state: string, { call = inFirst, kind = 'original' } = {}): Promise<Found> =>
  waitFor(
    () => findDelivery(call, channelId, kind),
    (delivery) => delivery.state === state,
  )

const eventsOf = async ({ id }: Found): Promise<readonly string[]> => {
  const text = 'select kind from audit where resource_id = $1 order by seq'
  return (await server.site.pool.query<{ kind: string }>(text, [id])).rows.map(({ kind }) => kind)
}

const countUnknown = (): number => server.lines.filter(({ event }) => event === 'answer.unknown').length
const countAnswered = (state: string): number =>
  server.lines.filter(({ event, fields }) => event === 'delivery.answered' && fields.state === state).length

const commit = (socket: Socket, id: string) => socket.write(framedAnswer('CA', id))

test('D197: CA, and AE up to 150 ms later: each is tried again, and none stays committed', () =>
  commitThenRefuse(inFirst, 5))

test('D196: CA, then AA: committed, then accepted; the share counts once', async () => {
  const read = async () =>
    (await must(200, inFirst('GET', '/v1/usage/summary?spokeId=connect', { as: operator }))).body.usage.sharesDispatched
  const before = await read()
  const receiver = await peerOf(commit)
  const channelId = await openChannel(receiver)
  await approveOne(inFirst)

  const committed = await until(channelId, 'committed')
  receiver.sockets[0]?.write(framedAnswer('AA', receiver.controlIds[0] ?? ''))
  const accepted = await until(channelId, 'accepted')

  expect(committed.answerDueAt).toBeDefined()
  expect(committed.attemptList).toMatchObject([{ outcome: 'committed', acknowledgement: 'CA' }])
  expect(accepted).toMatchObject({ attempts: 1, acknowledgement: 'AA', arrivedAt: committed.arrivedAt })
  expect(accepted.answerDueAt).toBeUndefined()
  expect(accepted.attemptList).toMatchObject([{ acknowledgement: 'CA', answer: 'AA' }])
  expect(await eventsOf(accepted)).toEqual(['delivery.queued', 'delivery.committed', 'delivery.confirmed'])
  expect(await read()).toBe(before + 1)
})

test('D14: CA, then AR: rejected, and not tried again', async () => {
  const receiver = await peerOf((socket, id) => {
    commit(socket, id)
    socket.write(framedAnswer('AR', id))
  })
  const channelId = await openChannel(receiver)
  await approveOne(inFirst)

  const rejected = await until(channelId, 'rejected')

  expect(rejected).toMatchObject({ attempts: 1, reason: 'refused-by-receiver', acknowledgement: 'AR' })
  expect(receiver.controlIds).toHaveLength(1)
})

test('D197: answers doubled, out of order and to no message of ours change nothing', async () => {
  const receiver = await peerOf((socket, id) => {
    commit(socket, id)
    if (receiver.controlIds.length > 1) return
    for (const code of ['AE', 'AE', 'AR', 'AA', 'CA']) socket.write(framedAnswer(code, id))
    socket.write(framedAnswer('AR', 'nonesuch'))
  })
  const [unknown, repeated] = [countUnknown(), countAnswered('repeated')]
  const channelId = await openChannel(receiver)
  await approveOne(inFirst)

  const committed = await waitFor(
    () => findDelivery(inFirst, channelId),
    ({ state, attempts }) => state === 'committed' && attempts === 2,
  )
  await waitUntil(() => countUnknown() === unknown + 1)

  expect(committed.attemptList).toMatchObject([
    { number: 1, controlId: receiver.controlIds[0] },
    { number: 2, outcome: 'committed', acknowledgement: 'CA' },
  ])
  expect(committed.attemptList[0]?.answer ?? committed.attemptList[0]?.acknowledgement).toBe('AE')
  expect(countAnswered('repeated')).toBeGreaterThanOrEqual(repeated + 2)
  expect(await findDelivery(inFirst, channelId)).toEqual(committed)
})

test('D196: an application that does not answer in time: dead with its reason; the answer counts all the same', async () => {
  const receiver = await peerOf(commit)
  const channelId = await openChannel(receiver, { destination: { applicationTimeoutMs: 1_000 } })
  await approveOne(inFirst)

  const dead = await until(channelId, 'dead')
  const { text } = await server.call('GET', '/metrics')
  const { id } = dead
  const warned = server.lines.filter(({ event, fields }) => event === 'delivery.unanswered' && fields.deliveryId === id)
  receiver.sockets[0]?.write(framedAnswer('AA', receiver.controlIds[0] ?? ''))
  const accepted = await until(channelId, 'accepted')

  expect(dead).toMatchObject({ reason: 'no-application-answer', attempts: 1, acknowledgement: 'CA' })
  expect(warned.map(({ level }) => level)).toEqual(['warn'])
  expect(text).toMatch(/^banksia_deliveries_unanswered \d+$/m)
  expect(await eventsOf(accepted)).toEqual([
    ...['delivery.queued', 'delivery.committed', 'delivery.unanswered', 'delivery.confirmed'],
  ])
})

test('D196: a wait that cannot be ended keeps no other from its end, also of another tenant', async () => {
  const receiver = await peerOf(commit)
  const destination = { applicationTimeoutMs: 1_000 }
  const stuckId = await openChannel(receiver, { destination })
  const otherId = await openChannel(receiver, { call: inSecond, destination })
  await server.site.pool.query(
    `create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
     create trigger refuse_end before update on delivery for each row
       when (new.reason = 'no-application-answer' and new.channel_id = '${stuckId}') execute function refuse_end()`,
  )
  await approveOne(inFirst)
  await until(stuckId, 'committed')
  await approveOne(inSecond)
  const other = await until(otherId, 'dead', { call: inSecond })
  const stuck = await findDelivery(inFirst, stuckId)
  await server.site.pool.query('drop trigger refuse_end on delivery; drop function refuse_end')
  const ended = await until(stuckId, 'dead')

  expect([other.reason, stuck.state, ended.reason]).toEqual([
    ...['no-application-answer', 'committed', 'no-application-answer'],
  ])
})

test('D197: AA to an attempt that a retry has superseded: it has arrived', async () => {
  const receiver = await peerOf((socket, id) => receiver.controlIds.length > 1 && commit(socket, id), {
    allowHalfOpen: true,
  })
  const channelId = await openChannel(receiver, { destination: { ackTimeoutMs: 1_000 } })
  await approveOne(inFirst)
  const committed = await until(channelId, 'committed')

  receiver.sockets[0]?.write(framedAnswer('AR', receiver.controlIds[0] ?? ''))
  await waitFor(
    () => findDelivery(inFirst, channelId),
    ({ attemptList }) => attemptList[0]?.answer === 'AR',
  )
  const still = await findDelivery(inFirst, channelId)
  receiver.sockets[1]?.write(framedAnswer('AA', receiver.controlIds[1] ?? ''))
  const accepted = await until(channelId, 'accepted')

  expect(committed.attemptList.map(({ outcome }) => outcome)).toEqual(['failed', 'committed'])
  expect(still.state).toBe('committed')
  expect(accepted.attempts).toBe(2)
})

test('D197: an answer after the recall: the original has arrived, and the recall goes its own way', async () => {
  const receiver = await peerOf(commit)
  const channelId = await openChannel(receiver)
  const { artifactId } = await approveOne(inFirst)
  await until(channelId, 'committed')
  await must(200, inFirst('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'other' } }))
  await until(channelId, 'committed', { kind: 'recall' })

  const [original = '', recall = ''] = receiver.controlIds
  receiver.sockets[0]?.write(framedAnswer('AA', original))
  await until(channelId, 'accepted')
  receiver.sockets[0]?.write(framedAnswer('AR', recall))
  const refused = await until(channelId, 'rejected', { kind: 'recall' })

  expect(refused.reason).toBe('refused-by-receiver')
  const { body } = await must(200, inFirst('GET', `/v1/artifacts/${artifactId}/recall`, { as: operator }))
  expect(body.byHand.map((one: { channelId: string }) => one.channelId)).toEqual([channelId])
})

test('D197: AE to a document that was recalled meanwhile: it does not go again', async () => {
  const receiver = await peerOf(commit)
  const channelId = await openChannel(receiver)
  const { artifactId } = await approveOne(inFirst)
  await until(channelId, 'committed')
  await must(200, inFirst('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'other' } }))
  await until(channelId, 'committed', { kind: 'recall' })

  receiver.sockets[0]?.write(framedAnswer('AE', receiver.controlIds[0] ?? ''))
  const cancelled = await until(channelId, 'cancelled')

  expect(cancelled).toMatchObject({ attempts: 1, reason: 'recalled' })
})

test('D198: another receiver, and that of another tenant, cannot answer', async () => {
  const receiver = await peerOf(commit)
  const foreign = await peerOf(commit)
  const channelId = await openChannel(receiver)
  await approveOne(inFirst)
  const committed = await until(channelId, 'committed')
  const foreignId = await openChannel(foreign, { call: inSecond })
  await approveOne(inSecond)
  await until(foreignId, 'committed', { call: inSecond })
  const unknown = countUnknown()

  for (const code of ['AA', 'AR']) foreign.sockets[0]?.write(framedAnswer(code, receiver.controlIds[0] ?? ''))
  await waitUntil(() => countUnknown() === unknown + 2)

  expect(await findDelivery(inFirst, channelId)).toEqual(committed)
})

test('D197: what was awaited before a restart is heard by the next process, on the connection that it opens', async () => {
  const receiver = await peerOf(commit)
  const channelId = await openChannel(receiver)
  await approveOne(inFirst)
  const before = await until(channelId, 'committed')
  const { site } = server
  await server.stop()
  server = await startRunning({ site, env: env() })

  await approveOne(inFirst)
  await waitUntil(() => receiver.controlIds.length === 2)
  receiver.sockets.at(-1)?.write(framedAnswer('AA', receiver.controlIds[0] ?? ''))
  const after = await waitFor(
    async () => (await must(200, inFirst('GET', `/v1/deliveries/${before.id}`))).body,
    ({ state }) => state !== 'committed',
  )

  expect(after.state).toBe('accepted')
})

/** Tells our own port the answer, and waits for its commit. */
async function answer(code: string, controlId: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port: answerPort, host: '127.0.0.1', localAddress })
  socket.write(encodeFrame(answerOf(code, controlId, 'AL')))
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return /MSA\|(..)\|R1/.exec(chunk.toString('latin1'))?.[1] ?? ''
}

test('D199: the answer that comes to our own port moves the delivery before it is committed', async () => {
  const receiver = await peerOf(commit)
  const [retriedId, refusedId] = [await openChannel(receiver), await openChannel(receiver)]
  await approveOne(inFirst)
  const idOf = async (channelId: string) => (await until(channelId, 'committed')).attemptList[0]?.controlId ?? ''
  const [retried, refused] = [await idOf(retriedId), await idOf(refusedId)]

  const told = [await answer('AE', retried), await answer('AR', refused), await answer('AA', 'nonesuch')]
  const rejected = await findDelivery(inFirst, refusedId)
  const again = await waitFor(
    () => findDelivery(inFirst, retriedId),
    ({ state, attempts }) => state === 'committed' && attempts === 2,
  )

  expect(told).toEqual(['CA', 'CA', 'CR'])
  expect(rejected).toMatchObject({ state: 'rejected', attempts: 1 })
  expect(again.attemptList[0]?.answer).toBe('AE')
  expect(new Set(receiver.controlIds).size).toBe(3)
})

test('D198: at our own port, a sender at another address cannot answer', async () => {
  const receiver = await peerOf(commit)
  const channelId = await openChannel(receiver)
  const namedId = await openChannel(receiver, { destination: { answersFrom: ['127.0.0.2'] } })
  await approveOne(inFirst)
  const [own, named] = [await until(channelId, 'committed'), await until(namedId, 'committed')]
  const idOf = ({ attemptList }: Found) => attemptList[0]?.controlId ?? ''

  const told = [await answer('AR', idOf(own), '127.0.0.2'), await answer('AR', idOf(named))]
  const unchanged = [await findDelivery(inFirst, channelId), await findDelivery(inFirst, namedId)]
  const known = [await answer('AA', idOf(own)), await answer('AA', idOf(named), '127.0.0.2')]

  expect([told, unchanged]).toEqual([
    ['CR', 'CR'],
    [own, named],
  ])
  expect(known).toEqual(['CA', 'CA'])
})

test('D196: the channel decides whether the message asks for the answer of the application', async () => {
  const receiver = await peerOf((socket, id) => socket.write(framedAnswer('AA', id)))
  const modes = ['original', 'enhanced'] as const
  const ids: string[] = []
  for (const acknowledgement of modes) ids.push(await openChannel(receiver, { destination: { acknowledgement } }))
  await approveOne(inFirst)
  for (const id of ids) await until(id, 'accepted')

  const asked = receiver.messages.map((message) => message.toString('latin1').split('\r')[0]?.split('|').slice(14, 16))
  expect(asked.sort()).toEqual([
    ['', ''],
    ['AL', 'AL'],
  ])
})
