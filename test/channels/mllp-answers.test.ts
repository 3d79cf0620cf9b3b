/** The answers of an application after the receiver's commit, on the connection. HL7 v2.4 2.9.3; D196, D197. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { openMllp } from '../../src/channels/mllp.ts'
import { waitUntil } from '../patience.ts'
import { type Asked, framedAnswer, type openSender, transmissionOf, usePeers } from './mllp-peer.ts'

const { closings, peerOf, senderTo } = usePeers()

const codesOf = ({ heard }: ReturnType<typeof openSender>) =>
  heard.map(({ controlId, receipt }) => [controlId, receipt.acknowledgement])

/** A receiver that does not answer has had the message long before. */
const hastyMs = 2_000

test('D196: a commit ends the exchange, and the answer of the application is heard on the same connection', async () => {
  const peer = await peerOf((socket, id) => socket.write(framedAnswer('CA', id)))
  const sender = senderTo(peer.port)

  const receipts = [await sender.send(transmissionOf('A')), await sender.send(transmissionOf('B'))]
  const [socket] = peer.sockets
  for (const [code, id] of [
    ['AE', 'B'],
    ['AA', 'A'],
    ['CA', 'A'],
    ['AR', 'A'],
  ] as const)
    socket?.write(framedAnswer(code, id))
  await waitUntil(() => sender.heard.length === 3)

  expect(receipts.map(({ state, answerWithinMs }) => [state, answerWithinMs])).toEqual([
    ['committed', 60_000],
    ['committed', 60_000],
  ])
  expect(codesOf(sender)).toEqual([
    ['B', 'AE'],
    ['A', 'AA'],
    ['A', 'AR'],
  ])
  expect(peer.sockets).toHaveLength(1)
})

test('D197: an answer to an earlier message that comes while another is in flight', async () => {
  const peer = await peerOf((socket, id) => {
    if (id === 'B') socket.write(Buffer.concat([framedAnswer('AE', 'A'), framedAnswer('AA', 'B')]))
    else socket.write(framedAnswer('CA', id))
  })
  const sender = senderTo(peer.port)

  const receipts = [await sender.send(transmissionOf('A')), await sender.send(transmissionOf('B'))]

  expect(receipts.map(({ acknowledgement }) => acknowledgement)).toEqual(['CA', 'AA'])
  expect(codesOf(sender)).toEqual([['A', 'AE']])
})

test('D197: an answer in two parts, between which another message is sent and answered', async () => {
  const late = Buffer.from(framedAnswer('AR', 'A'))
  let isBegun = false
  const peer = await peerOf((socket, id) => {
    if (id !== 'B') return socket.write(framedAnswer('CA', id))
    isBegun = true
    socket.write(Buffer.concat([late.subarray(20), framedAnswer('AA', id)]))
  })
  const sender = senderTo(peer.port)
  await sender.send(transmissionOf('A'))
  peer.sockets[0]?.write(late.subarray(0, 20))

  const receipt = await sender.send(transmissionOf('B'))

  expect([isBegun, receipt.acknowledgement, codesOf(sender)]).toEqual([true, 'AA', [['A', 'AR']]])
})

test('MLLP R1 2.1: an answer that breaks off before its end bytes takes no later one along', async () => {
  const peer = await peerOf((socket, id) => {
    if (id === 'B') socket.write(framedAnswer('AE', 'A').subarray(0, 30))
    socket.write(framedAnswer(id === 'B' ? 'AA' : 'CA', id))
  })
  const sender = senderTo(peer.port)
  await sender.send(transmissionOf('A'))

  expect(await sender.send(transmissionOf('B'))).toMatchObject({ state: 'accepted' })
  expect(sender.heard).toEqual([])
})

test('D197: after a timeout the connection is left, but an answer on it is still heard; the next message takes another', async () => {
  const peer = await peerOf(
    (socket, id) => {
      if (id === 'B') socket.write(framedAnswer('AA', id))
    },
    { allowHalfOpen: true },
  )
  const sender = senderTo(peer.port, { ackTimeoutMs: hastyMs })

  const first = await sender.send(transmissionOf('A'))
  const second = await sender.send(transmissionOf('B'))
  peer.sockets[0]?.write(framedAnswer('AA', 'A'))
  await waitUntil(() => sender.heard.length === 1)

  expect([first.reason, second.state, peer.sockets.length]).toEqual(['timeout', 'accepted', 2])
  expect(codesOf(sender)).toEqual([['A', 'AA']])
})

test('D197: a receiver that answers faster than answers are stored waits for it, and no answer is lost', async () => {
  const count = 20_000
  const peer = await peerOf((socket, id) => socket.write(framedAnswer('CA', id)))
  const waiting: (() => void)[] = []
  const told = { heard: 0, most: 0 }
  const transport = openMllp({ allowedHosts: ['127.0.0.1'], allowPrivate: true }, () => {
    told.heard += 1
    told.most = Math.max(told.most, waiting.length + 1)
    return new Promise<void>((resolve) => waiting.push(resolve))
  })
  closings.push(() => transport.close())
  const to = { host: '127.0.0.1', port: peer.port, ackTimeoutMs: 60_000, applicationTimeoutMs: 60_000 }
  await transport.send(to, transmissionOf('A'), new AbortController().signal)

  peer.sockets[0]?.write(Buffer.concat(Array.from({ length: count }, (_, at) => framedAnswer('AR', `LIE${at}`))))
  await waitUntil(() => {
    // One is stored, and many come.
    waiting.shift()?.()
    return told.heard > 0
  })
  for (let settled = 0; settled < count && told.heard < count; settled += 1) {
    await new Promise(setImmediate)
    waiting.shift()?.()
  }
  await waitUntil(() => {
    for (const settle of waiting.splice(0)) settle()
    return told.heard === count
  })

  expect(told.most).toBeLessThan(count / 4)
})

test('D197: an answer on a later connection to the same address', async () => {
  const peer = await peerOf((socket, id) => {
    if (id === 'A') socket.end(framedAnswer('CA', id))
    else socket.write(Buffer.concat([framedAnswer('AA', id), framedAnswer('AE', 'A')]))
  })
  const sender = senderTo(peer.port)

  await sender.send(transmissionOf('A'))
  await waitUntil(() => peer.sockets[0]?.destroyed === true)
  await sender.send(transmissionOf('B'))
  await waitUntil(() => sender.heard.length === 1)

  expect([codesOf(sender), peer.sockets.length]).toEqual([[['A', 'AE']], 2])
})

test('D197: what a process before sent is heard too', async () => {
  const peer = await peerOf((socket, id) => socket.write(framedAnswer('CA', id)))
  const before = senderTo(peer.port)
  await before.send(transmissionOf('A'))
  await before.close()
  const sender = senderTo(peer.port)

  await sender.send(transmissionOf('B'))
  peer.sockets[1]?.write(framedAnswer('AA', 'A'))
  await waitUntil(() => sender.heard.length === 1)

  expect(codesOf(sender)).toEqual([['A', 'AA']])
})

test('D198: an answer counts for messages to the same address alone', async () => {
  const [peer, other] = [await peerOf((socket, id) => socket.write(framedAnswer('CA', id))), await peerOf(() => {})]
  const sender = senderTo(peer.port)
  await sender.send(transmissionOf('A'))
  peer.sockets[0]?.write(framedAnswer('AA', 'B'))
  await waitUntil(() => sender.heard.length === 1)
  const [answer] = sender.heard
  const to = (port: number) => ({ host: '127.0.0.1', port })

  expect(answer?.isFrom({ endpoint: undefined, destination: to(peer.port) })).toBe(true)
  expect(answer?.isFrom({ endpoint: undefined, destination: to(other.port) })).toBe(false)
  expect(answer?.isFrom({ endpoint: 'another', destination: to(peer.port) })).toBe(false)
  expect(answer?.isFrom({ endpoint: undefined, destination: undefined })).toBe(false)
})

test('D196: a connection is kept for an answer that is awaited, and not for one that nobody asked for', async () => {
  const peer = await peerOf((socket, id) => socket.write(framedAnswer('CA', id)))
  const [kept, dropped] = [senderTo(peer.port), senderTo(peer.port)]

  await kept.send(transmissionOf('A'))
  await dropped.send(transmissionOf('B', { application: 'NE' }))
  const [first, second] = peer.sockets as [Socket, Socket]
  await once(second, 'end')
  first.write(framedAnswer('AA', 'A'))
  await waitUntil(() => kept.heard.length === 1)
  await once(first, 'end')

  expect(codesOf(kept)).toEqual([['A', 'AA']])
})

type Row = readonly [accept: string, application: string, answer: string, state: string, isAwaited: boolean]

/** HL7 v2.4 table 0155. The application's answer is awaited after a commit. */
const awaitedRows: readonly Row[] = [
  ['', '', 'AA', 'accepted', false],
  ['', '', 'CA', 'committed', true],
  ['AL', 'AL', 'CA', 'committed', true],
  ['AL', 'AL', 'AA', 'accepted', false],
  ['AL', 'SU', 'CA', 'committed', true],
  ['AL', 'ER', 'CA', 'committed', false],
  ['AL', 'NE', 'CA', 'committed', false],
  ['AL', '', 'CA', 'committed', false],
  ['NE', 'AL', 'AA', 'accepted', false],
  ['', 'AL', 'AE', 'failed', false],
  ['NE', 'NE', '', 'sent', false],
  ['NE', '', '', 'sent', false],
]

test.each(awaitedRows)(
  'HL7 v2.4 table 0155: MSH-15 %p and MSH-16 %p, answered %p: %s, and awaited: %p',
  async (accept, application, answer, state, isAwaited) => {
    const peer = await peerOf((socket, id) => answer === '' || socket.write(framedAnswer(answer, id)))
    const asked: Asked = { accept, application }

    const receipt = await senderTo(peer.port).send(transmissionOf('A', asked))

    expect([receipt.state, receipt.answerWithinMs]).toEqual([state, isAwaited ? 60_000 : undefined])
    await waitUntil(() => peer.controlIds.length === 1)
  },
)

test('mllp: closing ends connections that only read any more, too', async () => {
  const peer = await peerOf(() => {}, { allowHalfOpen: true })
  const transport = openMllp({ allowedHosts: ['127.0.0.1'], allowPrivate: true })
  const to = { host: '127.0.0.1', port: peer.port, ackTimeoutMs: 50, applicationTimeoutMs: 1_000 }
  await transport.send(to, transmissionOf('A'), new AbortController().signal)
  const [socket] = peer.sockets

  await transport.close()
  // The other side's system refuses what comes now.
  await waitUntil(() => {
    socket?.write(framedAnswer('AA', 'A'))
    return socket?.destroyed === true
  })
})
