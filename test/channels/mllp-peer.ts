/** A raw MLLP receiver, which sends whatever a test wants, and a sender to it. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach } from '@jest/globals'
import { type LateAnswer, type MllpDestination, openMllp } from '../../src/channels/mllp.ts'
import { encodeFrame, MllpDecoder } from '../../src/channels/mllp-codec.ts'
import type { Transmission } from '../../src/channels/transport.ts'

export type Peer = {
  readonly port: number
  /** MSH-10 of the messages so far. */
  readonly controlIds: readonly string[]
  readonly messages: readonly Buffer[]
  /** In the order of their arrival. */
  readonly sockets: readonly Socket[]
  readonly close: () => Promise<void>
}

/** `reply` gets the socket and the MSH-10 of each message. */
export async function openPeer(
  reply: (socket: Socket, controlId: string) => unknown,
  { port = 0, host = '127.0.0.1', allowHalfOpen = false } = {},
): Promise<Peer> {
  const controlIds: string[] = []
  const messages: Buffer[] = []
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen, noDelay: true }, (socket) => {
    const decoder = new MllpDecoder()
    sockets.push(socket.on('error', () => {}))
    socket.on('data', (chunk) => {
      for (const message of decoder.push(chunk)) {
        const controlId = Buffer.from(message).toString('latin1').split('|')[9] ?? ''
        messages.push(Buffer.from(message))
        controlIds.push(controlId)
        reply(socket, controlId)
      }
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    controlIds,
    messages,
    sockets,
    async close() {
      const closed = once(server, 'close')
      for (const socket of sockets) socket.destroy()
      server.close()
      await closed
    },
  }
}

/** A general acknowledgement; `accept` is its MSH-15. */
export const answerOf = (code: string, controlId: string, accept = ''): Buffer =>
  Buffer.from(
    `MSH|^~\\&|RECV|Rooms|BANKSIA|Clinic|20260301||ACK^R01^ACK|R1|P|2.4|||${accept}|NE\rMSA|${code}|${controlId}|about the patient\r`,
  )
export const framedAnswer = (code: string, controlId: string): Uint8Array => encodeFrame(answerOf(code, controlId))

export type Asked = { readonly accept?: string; readonly application?: string; readonly note?: string }

/** Any message; `accept` and `application` are MSH-15 and MSH-16. */
export const messageOf = (
  controlId: string,
  { accept = 'AL', application = 'AL', note = 'note' }: Asked = {},
): string =>
  `MSH|^~\\&|BANKSIA|Clinic|RECV|Rooms|20260301110000+1100||ORU^R01^ORU_R01|${controlId}|P|2.4|||${accept}|${application}\rOBX|1|FT|||${note}||||||F\r`

export const transmissionOf = (controlId: string, asked?: Asked): Transmission => ({
  bytes: Buffer.from(messageOf(controlId, asked)),
  mediaType: 'x-application/hl7-v2+er7',
  fileName: 'a.hl7',
  documentId: '0195d3a0-0000-7000-8000-000000000001',
  kind: 'original',
  controlId,
})

const policy = { allowedHosts: ['127.0.0.1', 'localhost'], allowPrivate: true }

/** Sends to a peer, and keeps the answers of applications that come later. */
export function openSender(port: number, more: Partial<MllpDestination> = {}) {
  const heard: LateAnswer[] = []
  const transport = openMllp(policy, (answer) => heard.push(answer))
  const destination = { host: '127.0.0.1', port, ackTimeoutMs: 60_000, applicationTimeoutMs: 60_000, ...more }
  return {
    heard,
    send: (transmission: Transmission, signal: AbortSignal = new AbortController().signal) =>
      transport.send(destination, transmission, signal),
    close: () => transport.close(),
  }
}

/** Peers and senders of a test file, closed after each of its tests; the last one first. */
export function usePeers() {
  const closings: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close()
  })
  return {
    closings,
    async peerOf(...args: Parameters<typeof openPeer>) {
      const peer = await openPeer(...args)
      closings.push(peer.close)
      return peer
    },
    senderTo(...args: Parameters<typeof openSender>) {
      const sender = openSender(...args)
      closings.push(sender.close)
      return sender
    },
  }
}
