/** What senders and networks do to the port of MLLP, against a running server. MLLP R1 2.1; HL7 v2.4 2.9; ADRM 000019, 00048; D211. */
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { encodeFrame, maxFrameBytes } from '../../../src/channels/mllp-codec.ts'
import { listenMllp } from '../../../src/channels/mllp-listener.ts'
import { must } from '../../consultation.ts'
import { makeAuthority } from '../../http/tls/certificates.ts'
import { waitFor, waitUntil } from '../../patience.ts'
import { findPort } from '../../ports.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { admissionOf, connectSender, msaOf, openRawSender, type RawSender } from './mllp-sender.ts'

const port = await findPort()
const env = { BANKSIA_MLLP_PORT: String(port) }
let site: Site
let server: RunningServer
const opened: RawSender[] = []

beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site, env })
  const body = { name: 'Ward', addresses: ['127.0.0.1'] }
  await must(201, server.call('POST', '/v1/senders', { body, as: { role: 'operator' } }))
  const probe = admissionOf({ controlId: 'PROBE', number: '', processing: 'T' })
  const sender = await open()
  await waitFor(
    async () => msaOf((await sender.send(probe))[0])[0],
    (code) => code === 'AA',
  )
})
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy()
})
afterAll(async () => {
  await server?.stop()
  await site?.remove()
})

async function open(): Promise<RawSender> {
  const sender = await connectSender(port)
  sender.socket.setNoDelay(true)
  opened.push(sender)
  return sender
}

const codesOf = ({ answers }: RawSender) => answers.map((answer) => msaOf(answer).slice(0, 2).join(' '))

const frameOf = (controlId: string, number = controlId, more: object = {}): Buffer =>
  Buffer.from(encodeFrame(Buffer.from(admissionOf({ controlId, number, ...more }))))

type Person = { readonly name: readonly { readonly family: string }[] }

async function findPeople(number: string): Promise<readonly string[]> {
  const { body } = await must(200, server.call('GET', `/fhir/R4/Patient?identifier=${number}`))
  return (body.entry ?? []).map(({ resource }: { readonly resource: Person }) => resource.name[0]?.family)
}

const countStored = async (): Promise<number> =>
  (await site.pool.query(`select count(*)::int as count from received_message where outcome = 'stored'`)).rows[0].count

test('mllp: 200 messages in one go are each stored once and answered in their order', async () => {
  const before = await countStored()
  const ids = Array.from({ length: 200 }, (_, at) => `P${at}`)
  const sender = await open()

  sender.socket.write(Buffer.concat(ids.map((id) => frameOf(id))))
  await waitUntil(() => sender.answers.length >= ids.length)

  expect(codesOf(sender)).toEqual(ids.map((id) => `AA ${id}`))
  expect((await countStored()) - before).toBe(ids.length)
})

test('mllp: a message that comes byte by byte, beside a sender that has begun one and says no more', async () => {
  const [silent, slow] = [await open(), await open()]
  silent.socket.write(frameOf('SILENT').subarray(0, 60))

  for (const byte of frameOf('SLOW')) {
    slow.socket.write(Buffer.of(byte))
    await new Promise(setImmediate)
  }
  await waitUntil(() => slow.answers.length > 0)

  expect([codesOf(slow), codesOf(silent)]).toEqual([['AA SLOW'], []])
  expect([await findPeople('SLOW'), await findPeople('SILENT')]).toEqual([['Testpatient'], []])
})

test('D211: a message twice in one packet is stored once and answered twice', async () => {
  const sender = await open()

  sender.socket.write(Buffer.concat([frameOf('DOUBLE'), frameOf('DOUBLE')]))
  await waitUntil(() => sender.answers.length >= 2)

  expect(codesOf(sender)).toEqual(['AA DOUBLE', 'AA DOUBLE'])
  expect(await findPeople('DOUBLE')).toHaveLength(1)
})

test('D211: a sender that goes before it is answered sends again after a restart: stored once, and answered', async () => {
  const hasty = await open()
  hasty.socket.write(frameOf('GONE'))
  hasty.socket.destroySoon()
  await waitFor(
    () => findPeople('GONE'),
    (found) => found.length > 0,
  )
  await server.stop()
  server = await startRunning({ site, env })

  const again = await waitFor(
    async () => {
      const sender = await open()
      sender.socket.write(frameOf('GONE'))
      await waitUntil(() => sender.answers.length > 0 || sender.socket.closed)
      return codesOf(sender)
    },
    (codes) => codes.length > 0,
  )

  expect(again).toEqual(['AA GONE'])
  expect(await findPeople('GONE')).toHaveLength(1)
})

/** A message of so many bytes, most of them in a Z segment. */
function messageOf(controlId: string, bytes: number): string {
  const begin = `${admissionOf({ controlId, number: controlId })}ZZZ|`
  return `${begin}${'x'.repeat(bytes - begin.length - 2)}|\r`
}

test('ADRM 000019: a message of 16 MiB is stored and acknowledged', async () => {
  const sender = await open()

  await sender.send(messageOf('BIG', maxFrameBytes))

  expect([codesOf(sender), await findPeople('BIG')]).toEqual([['AA BIG'], ['Testpatient']])
})

test('docs/inbound.md#senders: by the setting of its sender a message of 64 MiB is stored, and AR answers one byte more', async () => {
  const [bytes, as] = [64 * 1024 * 1024, { role: 'operator' }] as const
  const { items } = (await must(200, server.call('GET', '/v1/senders', { as }))).body
  const path = `/v1/senders/${items[0].id}`
  const allow = async (maxBytes: number) => {
    const { name, addresses } = (await must(200, server.call('GET', path, { as }))).body
    await must(200, server.call('PUT', path, { body: { name, addresses, maxBytes }, as }))
  }
  await allow(bytes)
  const [sender, other] = [await open(), await open()]

  await sender.send(messageOf('BIGGEST', bytes))
  await other.send(messageOf('LARGER', bytes + 1))
  await allow(maxFrameBytes)

  expect([codesOf(sender), await findPeople('BIGGEST')]).toEqual([['AA BIGGEST'], ['Testpatient']])
  expect([codesOf(other), await findPeople('LARGER')]).toEqual([['AR LARGER'], []])
})

const whole = (id: string): Buffer => frameOf(id)
const change = (id: string, ends: string): Buffer =>
  Buffer.from(encodeFrame(Buffer.from(admissionOf({ controlId: id, number: id }).replaceAll('\r', ends))))

/** A good message follows each of them on the same connection. */
test.each<[string, string, (id: string) => Buffer, string[]]>([
  ['0x1C without CR', 'END1', (id) => whole(id).subarray(0, -1), ['AA END1']],
  ['0x1C and LF', 'END2', (id) => Buffer.concat([whole(id).subarray(0, -1), Buffer.of(0x0a)]), ['AA END2']],
  ['CR LF before 0x0B', 'END3', (id) => Buffer.concat([Buffer.from('\r\n'), whole(id)]), ['AA END3']],
  ['0x0B twice', 'END4', (id) => Buffer.concat([Buffer.of(0x0b), whole(id)]), ['AA END4']],
  ['LF between its segments', 'END5', (id) => change(id, '\n'), ['AA END5']],
  ['CR LF between its segments', 'END6', (id) => change(id, '\r\n'), ['AA END6']],
  ['no end bytes', 'END7', (id) => whole(id).subarray(0, -2), []],
  ['no start byte', 'END8', (id) => whole(id).subarray(1), []],
])('MLLP R1 2.1: a message with %s', async (_, id, build, expected) => {
  const sender = await open()

  sender.socket.write(build(id))
  sender.socket.write(frameOf(`${id}-NEXT`))
  await waitUntil(() => codesOf(sender).includes(`AA ${id}-NEXT`))

  expect(codesOf(sender)).toEqual([...expected, `AA ${id}-NEXT`])
  expect(await findPeople(id)).toEqual(expected.map(() => 'Testpatient'))
})

// biome-ignore format: one row a line
test.each([
  ['UTF-8, in packets that part a letter', 'UTF', 'UNICODE UTF-8', 'Müller-Wałęsa', 'utf8'],
  ['ISO 8859-1',                           'LATIN', '8859/1',      'Müller-Åström', 'latin1'],
] as const)('ADRM 00048: letters in %s', async (_, id, named, family, encoding) => {
  const sender = await open()
  const text = admissionOf({ controlId: id, number: id, family }).replace(/^(MSH.*)$/m, `$1||${named}`)
  const frame = Buffer.from(encodeFrame(Buffer.from(text, encoding)))
  const within = frame.indexOf(Buffer.from('ü', encoding)) + 1

  sender.socket.write(frame.subarray(0, within))
  await new Promise(setImmediate)
  sender.socket.write(frame.subarray(within))
  await waitUntil(() => sender.answers.length > 0)

  expect([codesOf(sender), await findPeople(id)]).toEqual([[`AA ${id}`], [family]])
})

test('mllp: TLS: nothing is taken of a client without a certificate that the port wants', async () => {
  const folder = makeScratchFolder('intake-battery')
  const authority = makeAuthority(folder, 'senders')
  const [own, lab] = [authority.issue('port', { names: 'IP:127.0.0.1' }), authority.issue('lab')]
  const taken: string[] = []
  const listener = await listenMllp({
    ...{ port: 0, host: '127.0.0.1' },
    tls: { cert: own.cert, key: own.key, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    onMessage: async (message) => {
      taken.push(Buffer.from(message).toString('latin1').split('|')[9] ?? '')
      return 'AA'
    },
  })
  const sendAs = async (id: string, client: object): Promise<readonly string[]> => {
    const socket = connectTls({ port: listener.port, host: '127.0.0.1', ca: authority.cert, ...client })
    const sender = openRawSender(socket)
    socket.write(frameOf(id))
    await waitUntil(() => sender.answers.length > 0 || socket.closed)
    socket.destroy()
    return codesOf(sender)
  }

  expect(await sendAs('WITHOUT', {})).toEqual([])
  expect(await sendAs('WITH', { cert: lab.cert, key: lab.key })).toEqual(['AA WITH'])
  expect(taken).toEqual(['WITH'])
  await listener.close()
})
