/** What receivers and networks do to MLLP: sizes, end bytes, character sets, certificates, pipelines. HL7 v2.4 2.9; MLLP R1 2.1; ADRM 000019, 00048. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { expect, test } from '@jest/globals'
import { parseHeader } from '../../src/channels/hl7-message.ts'
import { encodeFrame, MllpDecoder, maxFrameBytes } from '../../src/channels/mllp-codec.ts'
import { listenMllp } from '../../src/channels/mllp-listener.ts'
import { makeAuthority } from '../http/tls/certificates.ts'
import { waitUntil } from '../patience.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { answerOf, framedAnswer, messageOf, transmissionOf, usePeers } from './mllp-peer.ts'

const { closings, peerOf, senderTo } = usePeers()

/** A receiver that does not answer has had the message long before. */
const hastyMs = 2_000

test('ADRM 000019: a message of 16 MiB arrives whole, byte for byte', async () => {
  const peer = await peerOf((socket, id) => socket.write(framedAnswer('AA', id)))
  const note = 'x'.repeat(maxFrameBytes - Buffer.byteLength(messageOf('BIG', { note: '' })))
  const transmission = transmissionOf('BIG', { note })

  const receipt = await senderTo(peer.port).send(transmission)

  expect([receipt.state, transmission.bytes.length]).toEqual(['accepted', maxFrameBytes])
  expect(peer.messages[0]?.equals(transmission.bytes)).toBe(true)
})

test('mllp: an answer without end is cut off at 16 MiB, and not tried again; the next message takes another connection', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  const peer = await peerOf((socket, id) => {
    if (id !== 'A') return socket.write(framedAnswer('AA', id))
    socket.write('\x0b')
    for (let count = 0; count <= 16; count += 1) socket.write(megabyte)
  })
  const sender = senderTo(peer.port)

  const [endless, next] = [await sender.send(transmissionOf('A')), await sender.send(transmissionOf('B'))]

  expect(endless).toMatchObject({ state: 'rejected', reason: 'answer-too-large', unknown: true })
  expect([next.state, peer.sockets.length]).toEqual(['accepted', 2])
})

test.each([1, 3])(
  'mllp: a receiver that ends the connection after each %i answers misses one message at most',
  async (most) => {
    const counts = new WeakMap<object, number>()
    const peer = await peerOf((socket, id) => {
      const count = (counts.get(socket) ?? 0) + 1
      counts.set(socket, count)
      if (count <= most) socket.write(framedAnswer('AA', id))
      if (count === most) socket.end()
    })
    const sender = senderTo(peer.port)

    const states: string[] = []
    for (let at = 0; at < 60; at += 1) states.push((await sender.send(transmissionOf(`M${at}`))).state)

    expect(states.filter((state) => state !== 'accepted').length).toBeLessThanOrEqual(1)
    expect(peer.sockets.length).toBeLessThanOrEqual(60 / most + 1)
  },
)

const answered = (bytes: Uint8Array | string): Buffer => Buffer.from(bytes as Uint8Array)

test.each<[string, (id: string) => Buffer, string]>([
  ['0x1C without CR', (id) => answered(framedAnswer('AA', id)).subarray(0, -1), 'accepted'],
  [
    '0x1C and LF',
    (id) => Buffer.concat([answered(framedAnswer('AA', id)).subarray(0, -1), Buffer.of(0x0a)]),
    'accepted',
  ],
  ['CR LF before 0x0B', (id) => Buffer.concat([Buffer.from('\r\n'), framedAnswer('AA', id)]), 'accepted'],
  ['0x0B twice', (id) => Buffer.concat([Buffer.of(0x0b), framedAnswer('AA', id)]), 'accepted'],
  [
    'LF between its segments',
    (id) => answered(encodeFrame(Buffer.from(String(answerOf('AA', id)).replaceAll('\r', '\n')))),
    'accepted',
  ],
  [
    'CR LF between its segments',
    (id) => answered(encodeFrame(Buffer.from(String(answerOf('AA', id)).replaceAll('\r', '\r\n')))),
    'accepted',
  ],
  ['no end bytes', (id) => answered(framedAnswer('AA', id)).subarray(0, -2), 'timeout'],
  ['no start byte', (id) => answered(framedAnswer('AA', id)).subarray(1), 'timeout'],
  ['CR alone at its end', (id) => Buffer.concat([Buffer.of(0x0b), answerOf('AA', id), Buffer.of(0x0d)]), 'timeout'],
  ['nothing between its bytes', () => Buffer.of(0x0b, 0x1c, 0x0d), 'garbled-answer'],
  ['no MSA', () => answered(encodeFrame(Buffer.from('MSH|^~\\&|A|B|C|D|1||ACK|1|P|2.4\r'))), 'garbled-answer'],
])('mllp: an answer with %s', async (_, build, expected) => {
  const peer = await peerOf((socket, id) => socket.write(build(id)))

  const { state, reason } = await senderTo(peer.port, { ackTimeoutMs: hastyMs }).send(transmissionOf('A'))

  expect(reason ?? state).toBe(expected)
})

test('ADRM 00048: bytes of Latin-1 and of UTF-8 go out as they are; an answer in Latin-1 is understood', async () => {
  const peer = await peerOf((socket, id) => {
    const answer = Buffer.from(String(answerOf('AA', id)).replace('about', 'über'), 'latin1')
    socket.write(encodeFrame(answer))
  })
  const sender = senderTo(peer.port)
  const texts = [
    Buffer.from(messageOf('LATIN', { note: 'Müller' }), 'latin1'),
    Buffer.from(messageOf('UTF', { note: 'Müller \u{1F600}' })),
  ]

  for (const bytes of texts)
    expect(await sender.send({ ...transmissionOf('A'), bytes })).toMatchObject({ state: 'accepted' })

  expect(peer.messages.map((message, index) => message.equals(texts[index] as Buffer))).toEqual([true, true])
})

test('mllp: 200 answers, each in its own order of bytes and packets, after 200 messages at once', async () => {
  const peer = await peerOf((socket, id) => {
    const bytes = answered(framedAnswer('AA', id))
    const cut = Number(id.slice(1)) % bytes.length
    socket.write(bytes.subarray(0, cut))
    setImmediate(() => socket.write(bytes.subarray(cut)))
  })
  const sender = senderTo(peer.port)
  const ids = Array.from({ length: 200 }, (_, index) => `C${index}`)

  const receipts = await Promise.all(ids.map((id) => sender.send(transmissionOf(id))))

  expect(receipts.every(({ state }) => state === 'accepted')).toBe(true)
  expect([peer.controlIds, peer.sockets.length]).toEqual([ids, 1])
})

test('D197: 500 answers of applications that come in the reverse order, in one packet', async () => {
  const peer = await peerOf((socket, id) => socket.write(framedAnswer('CA', id)))
  const sender = senderTo(peer.port)
  const ids = Array.from({ length: 500 }, (_, index) => `C${index}`)
  for (const id of ids) await sender.send(transmissionOf(id))

  peer.sockets[0]?.write(Buffer.concat(ids.toReversed().map((id) => framedAnswer('AA', id))))
  await waitUntil(() => sender.heard.length === 500)

  expect(sender.heard.map(({ controlId }) => controlId)).toEqual(ids.toReversed())
})

async function tlsPeer(options: TlsOptions): Promise<number> {
  const server = createTlsServer(options, (socket) => {
    const decoder = new MllpDecoder()
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const message of decoder.push(chunk))
        socket.write(framedAnswer('AA', Buffer.from(message).toString('latin1').split('|')[9] ?? ''))
    })
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closings.push(() => server.close())
  return (server.address() as AddressInfo).port
}

test('mllp: TLS: without a client certificate that the receiver wants, and at a receiver that proves nothing, nothing is accepted', async () => {
  const folder = makeScratchFolder('battery')
  const authority = makeAuthority(folder, 'receivers')
  const server = authority.issue('receiver', { names: 'IP:127.0.0.1' })
  const client = authority.issue('banksia')
  const { cert, key } = server
  const mutual = await tlsPeer({ cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: true })
  const sendWith = async (tls: object) => {
    const { state, reason, retry } = await senderTo(mutual, { tls }).send(transmissionOf('A'))
    return [state, reason, retry]
  }

  const proven = await sendWith({ ca: authority.cert, cert: client.cert, key: client.key })
  const without = await sendWith({ ca: authority.cert })
  const untrusted = await sendWith({ cert: client.cert, key: client.key })

  expect(proven).toEqual(['accepted', undefined, false])
  expect(without[0]).toBe('failed')
  expect(['tls', 'closed']).toContain(without[1])
  expect(untrusted).toEqual(['failed', 'tls', true])
})

test('mllp listener: 2,000 messages in one go are each stored once and answered in order', async () => {
  const stored: string[] = []
  const listener = await listenMllp({
    ...{ port: 0, host: '127.0.0.1' },
    onMessage: async (message) => {
      stored.push(parseHeader(message)?.raw('MSH.10') ?? '')
      return 'AA'
    },
  })
  closings.push(listener.close)
  const ids = Array.from({ length: 2_000 }, (_, index) => `C${index}`)
  const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true })
  const decoder = new MllpDecoder()
  const answers: string[] = []

  socket.end(Buffer.concat(ids.map((id) => encodeFrame(Buffer.from(messageOf(id))))))
  for await (const chunk of socket) answers.push(...decoder.push(chunk as Buffer).map(String))

  expect(stored).toEqual(ids)
  expect(answers.map((text) => text.split('\r')[1])).toEqual(ids.map((id) => `MSA|AA|${id}`))
})
