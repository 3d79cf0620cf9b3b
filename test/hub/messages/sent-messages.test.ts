/** What went over the wire is built again, byte for byte, with what the receiver answered. D222; docs/channels.md#messages. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { framedAnswer, openPeer, type Peer } from '../../channels/mllp-peer.ts'
import { approveOne, must, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

const operator = { role: 'operator' } as const
const presets = ['default', 'adrm-strict', 'practice-classic', 'practice-classic-rtf', 'hospital-mdm'] as const

let server: RunningServer
const call: Call = (...args) => server.call(...args)
beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
})
afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const peers: Peer[] = []
const channels = new Map<string, object>()
beforeEach(() => channels.clear())
/** A later test's release does not go to an earlier one's channel. */
afterEach(async () => {
  for (const [id, body] of channels)
    await must(200, call('PUT', `/v1/channels/${id}`, { body: { ...body, templateIds: [] }, as: operator }))
  for (const peer of peers.splice(0)) await peer.close()
})

const accept = (socket: { write: (bytes: Uint8Array) => unknown }, id: string) => socket.write(framedAnswer('AA', id))

async function openChannel(more: object = {}, answer: Parameters<typeof openPeer>[0] = accept) {
  const peer = await openPeer(answer)
  peers.push(peer)
  const body = {
    ...{ name: `Channel ${channels.size}`, templateIds: [templateId], purposeOfUse: 'TREAT' },
    ...{ legalBasis: 'own_organisation', recipient: { name: 'Harbour Hospital', hpio: '8003626566692846' } },
    ...{ format: 'hl7v2', transport: 'mllp', destination: { host: '127.0.0.1', port: peer.port } },
    retry: { attempts: 3, baseMs: 50, maxMs: 100 },
    ...more,
  }
  const { id } = (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body
  channels.set(id, body)
  return { peer, channelId: id as string }
}

type Message = {
  readonly id: string
  readonly state: string
  readonly kind: string
  readonly attempts: number
  readonly masked: { readonly message?: string; readonly reply?: string; readonly answer?: string }
}

const listOf = async (channelId: string): Promise<readonly Message[]> =>
  (await must(200, call('GET', `/v1/messages?channelId=${channelId}`, { as: operator }))).body.items

const until = (channelId: string, isDone: (messages: readonly Message[]) => boolean) =>
  waitFor(() => listOf(channelId), isDone)

const contentOf = async (
  id: string,
  query = '',
): Promise<{ readonly bytes: Buffer; readonly exact: string | null }> => {
  const token = await server.token({})
  const [tenant] = developmentTenants
  const own = { 'x-tenant-id': tenant, 'x-spoke-id': 'connect', 'x-request-id': newId() }
  const headers = { authorization: `Bearer ${token}`, ...own }
  const answer = await fetch(`${server.base}/v1/messages/${id}/content${query}`, { headers })
  expect(answer.status).toBe(200)
  return { bytes: Buffer.from(await answer.arrayBuffer()), exact: answer.headers.get('x-message-exact') }
}

type Attempt = { readonly number: number; readonly controlId: string; readonly acknowledgement?: string }

const attemptsOf = async (id: string): Promise<readonly Attempt[]> =>
  (await must(200, call('GET', `/v1/messages/${id}`, { as: operator }))).body.attemptList

/** Builds each attempt again, and compares it with what arrived. A connection may end before the answer: then there is no reply to read. */
async function rebuild(
  id: string,
  peer: Peer,
): Promise<readonly { arrived: Buffer | undefined; isAnswered: boolean }[]> {
  const compared = []
  for (const { number, controlId, acknowledgement } of await attemptsOf(id)) {
    const arrived = peer.messages[peer.controlIds.indexOf(controlId)]
    const path = `/v1/messages/${id}/content?attempt=${number}&part=reply`
    if (acknowledgement === undefined) expect((await call('GET', path)).problem).toBe('gone')
    else expect(String((await contentOf(id, `?attempt=${number}&part=reply`)).bytes)).toContain(controlId)
    const { bytes, exact } = await contentOf(id, `?attempt=${number}`)
    if (arrived !== undefined) expect(bytes).toEqual(arrived)
    if (acknowledgement !== undefined) expect([arrived === undefined, exact]).toEqual([false, 'true'])
    compared.push({ arrived, isAnswered: acknowledgement !== undefined })
  }
  return compared
}

/** The first message of every other channel is tried again after an error, that of the second one after a lost connection. */
async function openPreset(preset: string, at: number) {
  let count = 0
  return openChannel({ preset }, (socket, id) => {
    count += 1
    if (count === 1 && at === 1) return socket.destroy()
    return socket.write(framedAnswer(count === 1 && at % 2 === 0 ? 'AE' : 'AA', id))
  })
}

test('D222: originals, retries, replays and recalls of each preset are built again as they went over the wire', async () => {
  const opened = await Promise.all(presets.map(openPreset))
  const { artifactId } = await approveOne(call)
  const all = (state: string, kind: string) => (messages: readonly Message[]) =>
    messages.some((message) => message.kind === kind && message.state === state)
  for (const { channelId } of opened) {
    const [first] = await until(channelId, all('accepted', 'original'))
    const again = { force: true, reason: 'receiver_lost_it' }
    await must(200, call('POST', `/v1/deliveries/${first?.id}:replay`, { body: again, as: operator }))
    await until(channelId, ([one]) => one?.state === 'accepted' && one.attempts > (first?.attempts ?? 0))
  }
  await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))

  for (const [at, { channelId, peer }] of opened.entries()) {
    const [recall, original] = await until(channelId, all('accepted', 'recall'))
    const originals = await rebuild(original?.id ?? '', peer)
    const recalls = await rebuild(recall?.id ?? '', peer)
    const arrived = [...originals, ...recalls].flatMap((one) => one.arrived ?? [])

    expect(arrived).toEqual(peer.messages)
    // The first one where it was tried again, the one that was accepted, and its replay.
    expect(originals.length).toBeGreaterThanOrEqual(at % 2 === 0 || at === 1 ? 3 : 2)
    expect(originals.filter(({ isAnswered }) => isAnswered).length).toBeGreaterThanOrEqual(at % 2 === 0 ? 3 : 2)
    expect(recalls.some(({ isAnswered }) => isAnswered)).toBe(true)
  }
})

test('D222: the channel’s acknowledgement is in the header that is built again; the later answer is kept', async () => {
  const destination = (port: number) => ({ host: '127.0.0.1', port, acknowledgement: 'enhanced' })
  const { peer, channelId } = await openChannel({}, (socket, id) => {
    socket.write(framedAnswer('CA', id))
    socket.write(framedAnswer('AA', id))
  })
  const body = { ...channels.get(channelId), destination: destination(peer.port) }
  await must(200, call('PUT', `/v1/channels/${channelId}`, { body, as: operator }))
  await approveOne(call)

  const [message] = await until(channelId, ([one]) => one?.state === 'accepted')
  const { bytes, exact } = await contentOf(message?.id ?? '')
  const parts = ['reply', 'answer'] as const
  const answers = await Promise.all(
    parts.map(async (part) => (await call('GET', `/v1/messages/${message?.id}/content?part=${part}`)).status),
  )
  const { masked } = (await must(200, call('GET', `/v1/messages/${message?.id}`, { as: operator }))).body

  expect([bytes.equals(peer.messages[0] ?? Buffer.alloc(0)), exact]).toEqual([true, 'true'])
  // Both answers may come together: then that of the application is the first.
  expect(answers).toContain(200)
  expect(masked.message).toMatch(/^MSH\|\^~\\&\|/)
  expect(masked.reply).toMatch(/MSA\|\*\*\|\*\*\*/)
})

test('D222: a file in a folder is built again as it was written', async () => {
  const directory = server.site.dataDir
  const { channelId } = await openChannel({ format: 'rtf', transport: 'file', destination: { directory } })
  await approveOne(call)

  const [message] = await until(channelId, ([one]) => one?.state === 'sent')
  const { documentId } = (await must(200, call('GET', `/v1/messages/${message?.id}`, { as: operator }))).body
  const written = await readFile(join(directory, `${documentId}.rtf`))

  expect((await contentOf(message?.id ?? '')).bytes.equals(written)).toBe(true)
})

test('D221: operators find a message by control id, document id and number of the patient, and see no value of it', async () => {
  const { peer, channelId } = await openChannel()
  const { patientId } = await approveOne(call)
  const [message] = await until(channelId, ([one]) => one?.state === 'accepted')
  const patient = (await must(200, call('GET', `/fhir/R4/Patient/${patientId}`))).body
  const [{ system, value }] = patient.identifier
  const { documentId } = (await must(200, call('GET', `/v1/messages/${message?.id}`, { as: operator }))).body
  const find = async (identifier: string, tenant = {}) => {
    const body = { identifier, channelId }
    const answer = await must(200, call('POST', '/v1/messages:search', { body, as: { ...operator, ...tenant } }))
    return answer.body.items.map(({ id }: Message) => id)
  }
  const listed = async (identifier: string) => {
    const path = `/v1/messages?identifier=${encodeURIComponent(identifier)}`
    return (await must(200, call('GET', path, { as: operator }))).body.items.map(({ id }: Message) => id)
  }

  for (const identifier of [peer.controlIds[0] ?? '', documentId, `urn:uuid:${documentId}`]) {
    expect(await find(identifier)).toEqual([message?.id])
    expect(await listed(identifier)).toContain(message?.id)
  }
  expect(await find(`${system}|${value}`)).toEqual([message?.id])
  expect(await find(value)).toEqual([message?.id])
  expect(await listed(`${system}|${value}`)).toEqual([])
  expect(await find(`${system}|${value.slice(1)}`)).toEqual([])
  expect(await find(`${system}|${value}`, { tenant: developmentTenants[1] })).toEqual([])
  const shown = await call('GET', `/v1/messages/${message?.id}`, { as: operator })
  for (const hidden of [value, patient.name[0].family, patient.birthDate.replaceAll('-', '')])
    expect(shown.text).not.toContain(hidden)
  expect((await call('GET', `/v1/messages/${message?.id}/content`, { as: operator })).problem).toBe('role-required')
})

test('D221: who reads the bytes is on record, with the patient', async () => {
  const { channelId } = await openChannel()
  const { patientId } = await approveOne(call)
  const [message] = await until(channelId, ([one]) => one?.state === 'accepted')
  await contentOf(message?.id ?? '')

  const { rows } = await server.site.pool.query(
    `select resource_type, patient_id, roles from audit where kind = 'message.read' and resource_id = $1`,
    [message?.id],
  )
  expect(rows).toEqual([{ resource_type: 'Message', patient_id: patientId, roles: ['clinician'] }])
})
