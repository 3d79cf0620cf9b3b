/** Answers of applications that come to our own port. HL7 v2.4 2.9.3; D198, D199. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { afterEach, expect, test } from '@jest/globals'
import { listenForAnswers } from '../../src/channels/answer-listener.ts'
import type { LateAnswer } from '../../src/channels/mllp.ts'
import { encodeFrame, MllpDecoder } from '../../src/channels/mllp-codec.ts'
import { makeAuthority } from '../http/tls/certificates.ts'
import { waitUntil } from '../patience.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { answerOf, messageOf } from './mllp-peer.ts'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

const policy = { allowedHosts: ['127.0.0.1', 'localhost'], allowPrivate: true }

async function listen(more: Partial<Parameters<typeof listenForAnswers>[0]> = {}) {
  const heard: LateAnswer[] = []
  const listener = await listenForAnswers({
    ...{ port: 0, host: '127.0.0.1', tls: undefined, policy },
    hear: async (answer) => {
      heard.push(answer)
      if (answer.controlId === 'DOWN') throw new Error('no store')
      return answer.controlId === 'KNOWN'
    },
    ...more,
  })
  closings.push(listener.close)
  return { port: listener.port, heard }
}

/** Writes all, ends its side, and answers what comes back. */
async function tell(socket: Socket, messages: readonly Uint8Array[]): Promise<string[]> {
  socket.on('error', () => {})
  for (const message of messages) socket.write(encodeFrame(message))
  socket.end()
  const decoder = new MllpDecoder()
  const parts: string[] = []
  for await (const chunk of socket) parts.push(...decoder.push(chunk as Buffer).map(String))
  return parts
}

const msaOf = (text: string): string => text.split('\r')[1] ?? ''

test('HL7 v2.4 2.9.3: an answer gets a commit where its MSH-15 asks for it, after it is stored; no answer gets more', async () => {
  const { port, heard } = await listen()
  const answers = [
    answerOf('AA', 'KNOWN', 'AL'),
    answerOf('AR', 'NOBODY', 'AL'),
    answerOf('AE', 'DOWN', 'AL'),
    answerOf('AA', 'KNOWN', 'SU'),
    answerOf('AA', 'NOBODY', 'SU'),
    answerOf('AA', 'NOBODY', 'ER'),
    answerOf('AA', 'KNOWN', 'ER'),
    answerOf('AA', 'KNOWN', 'NE'),
    answerOf('AA', 'KNOWN'),
    answerOf('CA', 'KNOWN', 'AL'),
  ]

  const told = await tell(connect(port, '127.0.0.1'), answers)

  expect(told.map(msaOf)).toEqual(['MSA|CA|R1', 'MSA|CR|R1', 'MSA|CE|R1', 'MSA|CA|R1', 'MSA|CR|R1'])
  expect(heard).toHaveLength(9)
  expect(told.join()).not.toContain('about the patient')
})

test('D199: any other message is refused, and a stream that is none ends unanswered', async () => {
  const { port, heard } = await listen()

  const told = await tell(connect(port, '127.0.0.1'), [Buffer.from(messageOf('ORU1'))])
  const none = await tell(connect(port, '127.0.0.1'), [Buffer.from('MSA|AA|KNOWN\r')])
  const large = await tell(connect(port, '127.0.0.1'), [Buffer.alloc(2 * 1024 * 1024, 'x')])

  expect(told.map(msaOf)).toEqual(['MSA|AR|ORU1'])
  expect([none, large, heard]).toEqual([[], [], []])
})

test('D199: an answer of more than 256 KiB ends its connection unanswered, also where senders may send larger messages', async () => {
  const intake = { limitOf: async () => 64 * 1024 * 1024, take: async () => undefined }
  const { port, heard } = await listen({ intake })
  const grown = (bytes: number) =>
    Buffer.concat([answerOf('AA', 'KNOWN', 'AL'), Buffer.from(`NTE|1||${'x'.repeat(bytes)}\r`)])

  const small = await tell(connect(port, '127.0.0.1'), [grown(1024)])
  const large = await tell(connect(port, '127.0.0.1'), [grown(300 * 1024)])

  expect([small.map(msaOf), large, heard.length]).toEqual([['MSA|CA|R1'], [], 1])
})

test.each([
  ['an address of its host', { host: '127.0.0.1', port: 1 }, true],
  ['an address of its host, by name', { host: 'localhost', port: 1 }, true],
  ['an address that it names', { host: 'elsewhere.example', port: 1, answersFrom: ['10.0.0.1', '127.0.0.1'] }, true],
  [
    'an address that it names as IPv6 writes it',
    { host: 'elsewhere.example', port: 1, answersFrom: ['::FFFF:127.0.0.1'] },
    true,
  ],
  ['another address than it names', { host: '127.0.0.1', port: 1, answersFrom: ['10.0.0.1'] }, false],
  ['no address at all', { host: '127.0.0.1', port: 1, answersFrom: [] }, false],
  ['a host that may not be called', { host: 'elsewhere.example', port: 1 }, false],
  ['another transport', { directory: '/' }, false],
])('D198: the receiver of a message answers from %s', async (_, destination, expected) => {
  const { port, heard } = await listen()

  await tell(connect(port, '127.0.0.1'), [answerOf('AA', 'KNOWN')])

  expect(await heard[0]?.isFrom({ endpoint: undefined, destination })).toBe(expected)
})

test('D198: a host whose name is not answered for now refuses nobody: the sender keeps the answer, and tells it again', async () => {
  const { port } = await listen({
    policy: { ...policy, allowedHosts: ['nowhere.invalid'] },
    hear: async ({ isFrom }) => isFrom({ endpoint: undefined, destination: { host: 'nowhere.invalid', port: 1 } }),
  })

  const told = await tell(connect(port, '127.0.0.1'), [answerOf('AA', 'KNOWN', 'AL')])

  expect(told.map(msaOf)).toEqual(['MSA|CE|R1'])
})

test('D199: connections beyond the most of one address are closed, and those that are open stay', async () => {
  const { port } = await listen()
  const sockets = Array.from({ length: 60 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume(),
  )
  closings.push(() => sockets.map((socket) => socket.destroy()))

  await waitUntil(() => sockets.filter(({ closed }) => closed).length === 10)
  const [open] = sockets.filter(({ closed }) => !closed) as [Socket]
  const told = await tell(open, [answerOf('AA', 'KNOWN', 'AL')])

  expect(told.map(msaOf)).toEqual(['MSA|CA|R1'])
})

test('D199: with an authority for clients, only who has a certificate of it may answer; the others harm nobody', async () => {
  const folder = makeScratchFolder('answers')
  const authority = makeAuthority(folder, 'ours')
  const server = authority.issue('server', { names: 'IP:127.0.0.1' })
  const receiver = authority.issue('receiver')
  const stranger = makeAuthority(folder, 'theirs').issue('stranger')
  const tls = { cert: server.cert, key: server.key, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
  const { port, heard } = await listen({ tls })
  const tellAs = async (own: ConnectionOptions) => {
    const socket = connectTls({ port, host: '127.0.0.1', ca: authority.cert, ...own })
    // TLS 1.3 refuses a certificate after the handshake: the end comes as an error or as an empty answer.
    return tell(socket, [answerOf('AA', 'KNOWN', 'AL')]).catch(() => [])
  }
  const clear = connect(port, '127.0.0.1').on('error', () => {})
  clear.end('no handshake')
  clear.resume()
  await once(clear, 'close')

  const without = await tellAs({})
  const strange = await tellAs({ cert: stranger.cert, key: stranger.key })
  const before = heard.length
  const told = await tellAs({ cert: receiver.cert, key: receiver.key })

  expect([without, strange, before]).toEqual([[], [], 0])
  expect(told.map(msaOf)).toEqual(['MSA|CA|R1'])
})
