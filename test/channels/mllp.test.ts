import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { Message } from 'node-hl7-client'
import { buildAcknowledgement, parseAcknowledgement } from '../../src/channels/hl7-acknowledgement.ts'
import { parseHeader } from '../../src/channels/hl7-message.ts'
import { openMllp } from '../../src/channels/mllp.ts'
import { encodeFrame, MllpDecoder } from '../../src/channels/mllp-codec.ts'
import { listenMllp, type MllpListenerOptions } from '../../src/channels/mllp-listener.ts'
import type { Transmission } from '../../src/channels/transport.ts'
import { waitUntil } from '../patience.ts'

const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const never = new AbortController().signal
const clock = () => new Date('2026-03-01T00:00:00.000Z')

const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

const text = (controlId: string, note = 'note') =>
  `MSH|^~\\&|BANKSIA|Clinic^1.2.36.1^ISO|RECV|Rooms^1.2.36.2^ISO|20260301110000+1100||ORU^R01^ORU_R01|${controlId}|P|2.4^AUS&Australia&ISO3166_1^HL7AU-OO-201701&&L|||AL|AL|AUS||en^English^ISO639\rOBX|1|FT|||${note}||||||F\r`

const transmission = (controlId: string, note?: string): Transmission => ({
  bytes: Buffer.from(text(controlId, note)),
  mediaType: 'x-application/hl7-v2+er7',
  fileName: 'a.hl7',
  documentId: '0195d3a0-0000-7000-8000-000000000001',
  kind: 'original',
  controlId,
})

const ack = (code: string, controlId: string) =>
  Buffer.from(`MSH|^~\\&|RECV|Rooms|BANKSIA|Clinic|20260301||ACK^R01^ACK|R1|P|2.4\rMSA|${code}|${controlId}\r`)
const framed = (code: string, controlId: string) => encodeFrame(ack(code, controlId))

/** A raw peer: `reply` sees the socket and the control ids of the messages so far. */
async function peer(
  reply: (socket: Socket, controlIds: string[]) => void,
  port = 0,
): Promise<Server & { port: number }> {
  const controlIds: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const decoder = new MllpDecoder()
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (chunk) => {
      for (const message of decoder.push(chunk)) {
        controlIds.push(String(message).split('|')[9] ?? '')
        reply(socket, controlIds)
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return Object.assign(server, { port: (server.address() as AddressInfo).port })
}

function sender(port: number, ackTimeoutMs = 60_000) {
  const transport = openMllp(policy)
  closers.push(transport.close)
  const destination = { host: '127.0.0.1', port, ackTimeoutMs, applicationTimeoutMs: 60_000 }
  return (message: Transmission, signal: AbortSignal = never) => transport.send(destination, message, signal)
}

const listen = async (options: Partial<MllpListenerOptions>) => {
  const listener = await listenMllp({ host: '127.0.0.1', port: 0, clock, onMessage: async () => 'AA', ...options })
  closers.push(listener.close)
  return listener
}

/** A receiver that does not answer has had the message long before. */
const hastyMs = 2_000

const latest = (ids: string[]) => ids.at(-1) ?? ''

test('MLLP R1 2.1: messages are cut out of any split of the stream, with junk and missing CR between', () => {
  const messages = ['first', 'second ü', '', 'third\u{1F600}'].map((message) => Buffer.from(message))
  const stream = Buffer.concat([
    Buffer.from('junk\r\n'),
    ...messages.map(encodeFrame),
    Buffer.from('\x0bno carriage return\x1c\x0blast\x1c\r'),
  ])
  const expected = [...messages.map(String), 'no carriage return', 'last']

  for (let size = 1; size <= stream.length; size += 1) {
    const decoder = new MllpDecoder()
    const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
      stream.subarray(index * size, (index + 1) * size),
    )
    expect(chunks.flatMap((chunk) => decoder.push(chunk)).map(String)).toEqual(expected)
  }
})

test('ADRM 000019: a message beyond the bound is refused, one at the bound is not', () => {
  expect(new MllpDecoder(5).push(Buffer.from('\x0b12345\x1c\r')).map(String)).toEqual(['12345'])
  expect(() => new MllpDecoder(5).push(Buffer.from('\x0b123456'))).toThrow(RangeError)
})

test.each([
  ['AA', { state: 'accepted', retry: false, unknown: false }],
  ['CA', { state: 'committed', retry: false, unknown: false, answerWithinMs: 60_000 }],
  ['AE', { state: 'failed', reason: 'error-at-receiver', retry: true, unknown: false }],
  ['CE', { state: 'failed', reason: 'error-at-receiver', retry: true, unknown: false }],
  ['AR', { state: 'rejected', reason: 'refused-by-receiver', retry: false, unknown: false }],
  ['CR', { state: 'rejected', reason: 'refused-by-receiver', retry: false, unknown: false }],
])('HL7 v2.4 table 0008: %s', async (code, receipt) => {
  const { port } = await peer((socket, ids) => socket.write(framed(code, latest(ids))))

  const { reply, ...rest } = await sender(port)(transmission('C1'))

  expect(rest).toEqual({ ...receipt, acknowledgement: code })
  expect(encodeFrame(reply ?? Buffer.alloc(0))).toEqual(framed(code, 'C1'))
})

test('HL7 v2.4 2.9: commit and application answer in one packet: the application’s counts', async () => {
  const { port } = await peer((socket, ids) =>
    socket.write(Buffer.concat([framed('CA', latest(ids)), framed('AR', latest(ids))])),
  )

  expect(await sender(port)(transmission('C1'))).toMatchObject({ state: 'rejected', acknowledgement: 'AR' })
})

test('HL7 v2.4 2.9: an answer in single bytes, and one after bytes that are no frame', async () => {
  const { port } = await peer(async (socket, ids) => {
    socket.write('HTTP/1.1 400 Bad Request\r\n')
    for (const byte of framed('AA', latest(ids))) {
      socket.write(Buffer.of(byte))
      await wait(0)
    }
  })

  expect(await sender(port)(transmission('C1'))).toMatchObject({ state: 'accepted' })
})

test('mllp: refused, silent, closed in the middle of an answer, garbage', async () => {
  const dead = await peer(() => {})
  await new Promise((resolve) => dead.close(resolve))
  const silent = await peer(() => {})
  const cut = await peer((socket, ids) => socket.end(framed('AA', latest(ids)).subarray(0, 40)))
  const garbage = await peer((socket) => socket.write('\x0bgarbage\x1c\r'))
  const unknownCode = await peer((socket, ids) => socket.write(framed('XX', latest(ids))))
  const prototype = await peer((socket, ids) => socket.write(framed('toString', latest(ids))))

  const receipts = await Promise.all(
    [dead, silent, cut, garbage, unknownCode, prototype].map((to) =>
      sender(to.port, to === silent ? hastyMs : undefined)(transmission('C1')),
    ),
  )

  const failed = (reason: string, unknown: boolean) => ({ state: 'failed', reason, retry: true, unknown })
  expect(receipts.map(({ reply: _reply, ...rest }) => rest)).toEqual([
    failed('connect', false),
    failed('timeout', true),
    failed('closed', true),
    failed('garbled-answer', true),
    failed('garbled-answer', true),
    failed('garbled-answer', true),
  ])
  expect(receipts.map(({ reply }) => reply?.toString())).toEqual([
    ...[undefined, undefined, undefined, 'garbage'],
    ...['XX', 'toString'].map((code) => String(ack(code, 'C1'))),
  ])
})

test('HL7 v2.4 2.9: an answer with another MSA-2 is not the answer', async () => {
  const { port } = await peer((socket) => socket.write(framed('AA', 'ANOTHER')))

  expect(await sender(port, hastyMs)(transmission('C1'))).toMatchObject({
    state: 'failed',
    reason: 'timeout',
    unknown: true,
  })
})

test('HL7 v2.4 2.9: late and doubled answers belong to no later message', async () => {
  const isLate = Promise.withResolvers<void>()
  const isTaken = Promise.withResolvers<void>()
  const { port } = await peer(async (socket, ids) => {
    const id = latest(ids)
    if (id === 'LATE') await isLate.promise
    socket.write(framed(id === 'LATE' ? 'AR' : 'AA', id))
    // Of two answers that arrive together the later counts.
    if (id === 'DOUBLE') await isTaken.promise
    socket.write(framed(id === 'DOUBLE' ? 'AR' : 'AA', id))
  })
  const transport = openMllp(policy)
  closers.push(transport.close)
  const send = (id: string, ackTimeoutMs: number) =>
    transport.send({ host: '127.0.0.1', port, ackTimeoutMs, applicationTimeoutMs: 60_000 }, transmission(id), never)

  const receipts = [await send('LATE', hastyMs)]
  isLate.resolve()
  for (const id of ['C2', 'DOUBLE', 'C4', 'C5']) {
    receipts.push(await send(id, 60_000))
    if (id === 'DOUBLE') isTaken.resolve()
  }

  expect(receipts.map(({ state, reason }) => reason ?? state)).toEqual([
    'timeout',
    'accepted',
    'accepted',
    'accepted',
    'accepted',
  ])
})

test('mllp: one message in flight on one kept connection, however many are sent at once', async () => {
  let inFlight = 0
  let most = 0
  const connections = new Set<Socket>()
  const { port } = await peer(async (socket, ids) => {
    const id = latest(ids)
    connections.add(socket)
    inFlight += 1
    most = Math.max(most, inFlight)
    await wait(2)
    inFlight -= 1
    socket.write(framed('AA', id))
  })
  const send = sender(port)

  const receipts = await Promise.all(Array.from({ length: 40 }, (_, index) => send(transmission(`C${index}`))))

  expect([receipts.every(({ state }) => state === 'accepted'), most, connections.size]).toEqual([true, 1, 1])
})

test('mllp: a receiver that restarts gets the next message over a new connection', async () => {
  const first = await peer((socket, ids) => socket.end(framed('AA', latest(ids))))
  const send = sender(first.port)

  const before = await send(transmission('C1'))
  await new Promise((resolve) => first.close(resolve))
  const during = await send(transmission('C2'))
  await peer((socket, ids) => socket.write(framed('AA', latest(ids))), first.port)
  const after = await send(transmission('C3'))

  expect([before.state, during.reason, after.state]).toEqual(['accepted', 'connect', 'accepted'])
})

test('mllp: cancelled before and while it waits for the answer', async () => {
  const hasCome = Promise.withResolvers<void>()
  const { port } = await peer(() => hasCome.resolve())
  const send = sender(port)
  const stop = new AbortController()

  const [running, waiting] = [send(transmission('C1'), stop.signal), send(transmission('C2'), stop.signal)]
  const soon = AbortSignal.timeout(20)
  const late = send(transmission('C3'), soon)
  await hasCome.promise
  while (!soon.aborted) await wait(5)
  stop.abort()

  expect(await running).toMatchObject({ reason: 'cancelled', unknown: true })
  expect(await waiting).toMatchObject({ reason: 'cancelled', unknown: false })
  expect(await late).toMatchObject({ reason: 'timeout', unknown: false })
})

test('mllp: what the framing cannot carry, or what has no MSH-10, is not sent', async () => {
  const send = sender(1)

  const receipts = await Promise.all([
    send(transmission('C1', 'a\x1cb')),
    send({ ...transmission('C1'), bytes: Buffer.from('PID|1') }),
  ])

  expect(receipts.map(({ state, reason }) => [state, reason])).toEqual([
    ['rejected', 'bad-message'],
    ['rejected', 'bad-message'],
  ])
})

test('mllp: a host that is not allowed is refused for good', async () => {
  const transport = openMllp({ allowedHosts: [], allowPrivate: true })

  const receipt = await transport.send(
    { host: '127.0.0.1', port: 1, ackTimeoutMs: 100, applicationTimeoutMs: 1000 },
    transmission('C1'),
    never,
  )

  expect(receipt).toEqual({ state: 'rejected', reason: 'refused-by-policy', retry: false, unknown: false })
})

test('mllp: 5 MB and 2,000 in a row arrive whole, to our own listener', async () => {
  const sizes: number[] = []
  const seen = new Set<string>()
  const { port } = await listen({
    onMessage: async (message) => {
      sizes.push(message.length)
      seen.add(parseHeader(message)?.raw('MSH.10') ?? '')
      return 'AA'
    },
  })
  const send = sender(port)
  const large = transmission('LARGE', 'ü'.repeat(2_500_000))

  const receipts = [await send(large)]
  for (let index = 0; index < 2000; index += 1) receipts.push(await send(transmission(`C${index}`)))

  expect(receipts.every(({ state }) => state === 'accepted')).toBe(true)
  expect([sizes[0], sizes.length, seen.size]).toEqual([large.bytes.length, 2001, 2001])
})

/** A raw sender: writes bytes and collects the acknowledgements until the listener ends the connection or `count` are there. */
async function exchange(port: number, chunks: readonly Uint8Array[], count: number): Promise<string[]> {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const decoder = new MllpDecoder()
  const answers: string[] = []
  for (const chunk of chunks) {
    socket.write(chunk)
    await wait(1)
  }
  for await (const chunk of socket) {
    answers.push(...decoder.push(chunk).map(String))
    if (answers.length >= count) break
  }
  socket.destroy()
  return answers
}

test('ADRM 00045.8: the acknowledgement goes back to MSH-3 and MSH-4, with MSA-2, country and language', async () => {
  const { port } = await listen({})

  const [answer = ''] = await exchange(port, [encodeFrame(Buffer.from(text('C1')))], 1)
  const [msh = '', msa] = answer.split('\r')
  const controlId = new Message({ text: answer }).get('MSH.10').toString()

  expect(controlId).toMatch(/^[0-9a-f]{20}$/)
  expect(msh.replace(controlId, 'ID')).toBe(
    'MSH|^~\\&|RECV|Rooms^1.2.36.2^ISO|BANKSIA|Clinic^1.2.36.1^ISO|20260301000000+0000||ACK^R01^ACK|ID|P|2.4^AUS&Australia&ISO3166_1^HL7AU-OO-201701&&L|||NE|NE|AUS||en^English^ISO639',
  )
  expect(msa).toBe('MSA|AA|C1')
})

test('HL7 v2.4 2.5.4: the sender chooses the delimiters', async () => {
  const header = parseHeader(Buffer.from('MSH!+~#]!A!B!C!D!20260301!!ORU+R01+ORU_R01!X9!P!2.4\rPID!1\r'))
  if (header === undefined) throw new TypeError('no header')

  const bytes = buildAcknowledgement({ header, code: 'AR', at: '20260301000000+0000', controlId: '1' })

  expect(Buffer.from(bytes).toString()).toContain('!ACK+R01+ACK!1!P!2.4!')
  expect(parseAcknowledgement(bytes)).toMatchObject({ controlId: 'X9', receipt: { acknowledgement: 'AR' } })
})

const referralOf = (accept: string, application: string, segments: readonly string[]) =>
  [
    `MSH|^~\\&|BANKSIA|Clinic^1.2.36.1^ISO|RECV|Rooms^1.2.36.2^ISO|20260301110000+1100||REF^I12^REF_I12|C1|P|2.4|||${accept}|${application}|AUS|UNICODE UTF-8`,
    ...segments,
    '',
  ].join('\r')

const referral = [
  'RF1|P^Pending^HL70283||||O|R1^Clinic^1.2.36.1^ISO',
  'PRD|AP^Authoring Provider^HL70286|Müller^Alex||||||2426621B^AUSHICPR^UPIN',
  'PRD|IR^Intended Recipient^HL70286|Recipient^Casey||||||2122661L^AUSHICPR^UPIN',
  'PID|1||KG-1^^^Clinic^MR||Testpatient\\T\\Co^Robin',
  'OBR|1||R1^Clinic^1.2.36.1^ISO|11488-4',
  'PRD|RP|Later^One',
  'OBX|1|FT|TXT||text||||||F',
]

test.each<[string, string, 'AA' | 'AE' | 'AR', boolean]>([
  ['AL', 'AL', 'AA', true],
  ['', '', 'AA', true],
  ['NE', 'SU', 'AA', true],
  ['AL', 'ER', 'AE', true],
  ['AL', 'ER', 'AR', true],
  ['AL', 'NE', 'AA', false],
  ['AL', 'SU', 'AE', false],
  ['AL', 'ER', 'AA', false],
  ['AL', '', 'AA', false],
])(
  'HL7 v2.4 11.3: a referral with MSH-15 %p and MSH-16 %p that is answered %s gets RRI^I12: %p',
  async (accept, application, code, isReferral) => {
    const { port } = await listen({ onMessage: async () => code })
    const message = Buffer.from(referralOf(accept, application, referral))

    const [answer = ''] = await exchange(port, [encodeFrame(message)], 1)
    const [msh = '', msa, ...more] = answer.split('\r')

    expect(msh.split('|')[8]).toBe(isReferral ? 'RRI^I12^RRI_I12' : 'ACK^I12^ACK')
    expect(msa).toBe(`MSA|${code}|C1`)
    expect(more).toEqual(isReferral ? [...referral.slice(0, 4), ''] : [''])
  },
)

test.each<[string, readonly string[]]>([
  ['no provider', referral.filter((line) => !line.startsWith('PRD'))],
  ['no patient', referral.filter((line) => !line.startsWith('PID'))],
  ['its patient behind a megabyte', [...referral.slice(0, 3), `NTE|${'x'.repeat(1 << 20)}`, ...referral.slice(3)]],
])(
  'HL7 v2.4 11.3: a referral with %s has nothing to repeat, and gets a general acknowledgement',
  async (_, segments) => {
    const { port } = await listen({})

    const [answer = ''] = await exchange(port, [encodeFrame(Buffer.from(referralOf('AL', 'AL', segments)))], 1)

    expect(answer).toMatch(/\|\|ACK\^I12\^ACK\|.*\rMSA\|AA\|C1\r$/)
  },
)

test('HL7 v2.4 2.9.2: the listener answers what the handler says, AE for what it throws, after it is done, in order', async () => {
  const done: string[] = []
  const texts: string[] = []
  const { port } = await listen({
    onMessage: async (message) => {
      const id = parseHeader(message)?.raw('MSH.10') ?? ''
      if (id === 'SLOW') await wait(40)
      done.push(id)
      texts.push(String(message))
      if (id === 'THROW') throw new Error('no store')
      return id === 'REFUSE' ? 'AR' : 'AA'
    },
  })
  const all = Buffer.concat(['SLOW', 'THROW', 'REFUSE', 'LAST'].map((id) => encodeFrame(Buffer.from(text(id, 'ü')))))
  const middle = all.indexOf('ü') + 1

  const answers = await exchange(port, [all.subarray(0, middle), all.subarray(middle)], 4)

  expect(done).toEqual(['SLOW', 'THROW', 'REFUSE', 'LAST'])
  expect(texts[0]).toBe(text('SLOW', 'ü'))
  expect(answers.map((answer) => answer.split('\r')[1])).toEqual([
    'MSA|AA|SLOW',
    'MSA|AE|THROW',
    'MSA|AR|REFUSE',
    'MSA|AA|LAST',
  ])
})

test('mllp listener: what is no message, and what is too large, ends the connection unacknowledged', async () => {
  let calls = 0
  const { port } = await listen({
    maxBytes: 1000,
    onMessage: async () => {
      calls += 1
      return 'AA'
    },
  })

  const answers = await Promise.all([
    exchange(port, [Buffer.from('\x0bgarbage\x1c\r')], 1),
    exchange(port, [Buffer.from('\x0bMSH|^~\\&|A\x1c\r')], 1),
    exchange(port, [encodeFrame(Buffer.from(text('C1', 'x'.repeat(2000))))], 1),
  ])

  expect([answers, calls]).toEqual([[[], [], []], 0])
  expect(await exchange(port, [encodeFrame(Buffer.from(text('C2')))], 1)).toHaveLength(1)
})

test('mllp listener: a sender that ends its side still gets its answer; closing finishes what is being handled', async () => {
  const { connect } = await import('node:net')
  const hasCome = Promise.withResolvers<void>()
  const onMessage = async () => {
    hasCome.resolve()
    return wait(50, 'AA' as const)
  }
  const listener = await listen({ onMessage })
  const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true })
  const idle = connect(listener.port, '127.0.0.1')
  await once(idle, 'connect')

  socket.end(encodeFrame(Buffer.from(text('C1'))))
  await hasCome.promise
  await listener.close()
  const received = Buffer.concat(await socket.toArray()).toString()

  expect(received).toContain('MSA|AA|C1')
})

test.each([
  { connections: undefined, most: 1 },
  { connections: 3, most: 3 },
])('mllp: with connections $connections at most $most messages are in flight', async ({ connections, most }) => {
  let waiting: (() => void)[] = []
  let highest = 0
  let answered = 0
  const { port } = await listen({
    onMessage: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve('AA'))
        highest = Math.max(highest, waiting.length)
      }),
  })
  const transport = openMllp(policy)
  closers.push(transport.close)
  const times = { ackTimeoutMs: 60_000, applicationTimeoutMs: 60_000 }
  const destination = { host: '127.0.0.1', port, ...times, ...(connections && { connections }) }
  const sent = Array.from({ length: 7 }, (_, at) => transport.send(destination, transmission(`C${at}`), never))

  while (answered < 7) {
    await waitUntil(() => waiting.length === Math.min(most, 7 - answered))
    answered += waiting.length
    for (const answer of waiting) answer()
    waiting = []
  }

  expect((await Promise.all(sent)).map(({ state }) => state)).toEqual(Array(7).fill('accepted'))
  expect(highest).toBe(most)
})

test('mllp: what may not start when its turn comes is not sent, and the connection goes on', async () => {
  const received: string[] = []
  const { port } = await listen({
    onMessage: async (message) => {
      received.push(Buffer.from(message).toString().split('|')[9] ?? '')
      return 'AA'
    },
  })
  const send = sender(port)

  const first = await send(transmission('C1'))
  const stopped = await send({ ...transmission('C2'), mayStart: async () => false })
  const last = await send({ ...transmission('C3'), mayStart: async () => true })

  expect([first.state, last.state]).toEqual(['accepted', 'accepted'])
  expect(stopped).toMatchObject({ state: 'failed', unknown: false, isUnstarted: true })
  expect(received).toEqual(['C1', 'C3'])
})
