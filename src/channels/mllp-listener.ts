/** Receives HL7 v2 over MLLP, and acknowledges in original mode after the handler has stored the message. HL7 v2.4 2.9.2. */
import { randomBytes, type X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from 'node:tls'
import { ByteRoom } from '../core/cache/byte-room.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import {
  type AcknowledgementCode,
  type AcknowledgementInput,
  buildAcknowledgement,
  type CommitCode,
  listReferralSegments,
  wantsApplicationAnswer,
} from './hl7-acknowledgement.ts'
import { parseHeader } from './hl7-message.ts'
import { encodeFrame, MllpDecoder, maxFrameBytes } from './mllp-codec.ts'

export type MllpListenerOptions = {
  /** 0 for any free port. */
  readonly port: number
  readonly host: string
  /** In the clear without. */
  readonly tls?: TlsOptions | undefined
  /** The message is stored when this resolves; then it is acknowledged, unless it wants no answer. An error is answered AE. */
  readonly onMessage: (
    message: Uint8Array,
    /** Numeric address of the sender. */
    address: string,
  ) => Promise<AcknowledgementCode | CommitCode | undefined>
  /** For messages that are no answers: what `onMessage` would refuse. */
  readonly intake?: MessageIntake | undefined
  readonly clock?: Clock
  readonly idleTimeoutMs?: number
  /** The largest message that `onMessage` takes; a larger one ends the connection. */
  readonly maxBytes?: number
  /** Beyond it a new connection is closed at once. */
  readonly maxConnections?: number
  /** As `maxConnections`, of one address. */
  readonly maxOfAddress?: number
}

/** Who is at the other end of a connection. */
export type MllpPeer = {
  /** Numeric. */
  readonly address: string
  readonly certificate: X509Certificate | undefined
}

export type MessageIntake = {
  /** The largest message of the peer, by the beginning of one. Asked for those that are not small. */
  readonly limitOf: (head: Uint8Array, peer: MllpPeer) => Promise<number>
  /** Of a message that is not whole the beginning is here. Answers the acknowledgements; undefined for a message that `onMessage` takes. */
  readonly take: (message: Uint8Array, peer: MllpPeer, isWhole: boolean) => Promise<readonly Uint8Array[] | undefined>
}

export type MllpListener = {
  readonly port: number
  readonly server: Server
  readonly close: () => Promise<void>
}

const defaultIdleTimeoutMs = 600_000

export async function listenMllp(options: MllpListenerOptions): Promise<MllpListener> {
  const connections = new Set<Connection>()
  const { maxConnections, maxOfAddress = Infinity } = options
  const server = openServer(options, (socket) => {
    const ofAddress = [...connections].filter((one) => one.socket.remoteAddress === socket.remoteAddress).length
    if (ofAddress >= maxOfAddress) return void socket.on('error', () => {}).destroy()
    const connection: Connection = { socket, isIdle: true, isClosing: false, work: Promise.resolve() }
    connections.add(connection)
    connection.work = receive(connection, options).finally(() => connections.delete(connection))
  })
  // With those whose handshake is not done.
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    server,
    async close() {
      const closed = once(server, 'close')
      server.close()
      await Promise.all([...connections].map(finish))
      await closed
    },
  }
}

/** Half-open: a sender may end its side after it has sent, and still want its answer. A handshake that fails ends its connection alone. */
const openServer = ({ tls }: MllpListenerOptions, onSocket: (socket: Socket) => void): Server =>
  tls === undefined
    ? createServer({ allowHalfOpen: true }, onSocket)
    : createTlsServer({ ...tls, allowHalfOpen: true }, onSocket).on('tlsClientError', (_error, socket) =>
        socket.destroy(),
      )

type Connection = { readonly socket: Socket; isIdle: boolean; isClosing: boolean; work: Promise<void> }

/** A message in work is still acknowledged; nothing more is read. */
function finish(connection: Connection): Promise<void> {
  connection.isClosing = true
  if (connection.isIdle) connection.socket.destroy()
  return connection.work
}

/** A message from its first byte to its last may take so long. */
const frameTimeoutMs = 120_000
const smallBytes = 256 * 1024
/** The first bytes of a message that is too large, kept for its header. */
const keptBytes = 64 * 1024

/** For large messages of all connections of the process. */
const room = new ByteRoom(128 * 1024 * 1024)

/** One message at a time on a connection; the next is read after this one is answered. */
async function receive(connection: Connection, options: MllpListenerOptions): Promise<void> {
  const { socket } = connection
  const frames = openFrames(connection, options)
  socket.on('error', () => {})
  socket.setTimeout(options.idleTimeoutMs ?? defaultIdleTimeoutMs, () => socket.destroy())
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      connection.isIdle = false
      await frames.push(chunk)
      connection.isIdle = true
      if (connection.isClosing) return
    }
  } catch {
    // A broken connection, or no message: nothing was acknowledged, so the sender still has it.
  } finally {
    frames.end()
    socket.destroySoon()
  }
}

function openFrames({ socket }: Connection, options: MllpListenerOptions) {
  const { intake, maxBytes = maxFrameBytes } = options
  const peer = peerOf(socket)
  // Twice, so that the limit is asked for before it is passed: a chunk is smaller.
  const decoder = intake === undefined ? new MllpDecoder(maxBytes) : new MllpDecoder(smallBytes * 2, keptBytes)
  const place = room.open()
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    place.leave()
    clearTimeout(timer)
    timer = undefined
    if (intake !== undefined) decoder.maxBytes = smallBytes * 2
  }
  /** Once for a message. */
  const checkSize = async (): Promise<void> => {
    if (intake === undefined || decoder.pendingBytes <= smallBytes || decoder.maxBytes !== smallBytes * 2) return
    const limit = await intake.limitOf(decoder.head, peer)
    await place.take(limit)
    decoder.maxBytes = limit
  }
  return {
    end,
    async push(chunk: Uint8Array): Promise<void> {
      for (const message of decoder.push(chunk)) {
        await answer({ socket, peer, isWhole: !decoder.isCut(message) }, message, options)
        end()
      }
      if (decoder.pendingBytes === 0) return
      timer ??= setTimeout(() => socket.destroy(), frameTimeoutMs)
      await checkSize()
    },
  }
}

function peerOf(socket: Socket): MllpPeer {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  const isVerified = socket instanceof TLSSocket && socket.authorized
  return { address, certificate: isVerified ? socket.getPeerX509Certificate() : undefined }
}

type From = { readonly socket: Socket; readonly peer: MllpPeer; readonly isWhole: boolean }

async function answer(from: From, message: Uint8Array, options: MllpListenerOptions): Promise<void> {
  const { socket, peer, isWhole } = from
  const answers = await options.intake?.take(message, peer, isWhole)
  for (const one of answers ?? []) socket.write(encodeFrame(one))
  if (answers !== undefined) return
  // If an intake listens too, the decoder lets larger messages through.
  if (!isWhole || message.length > (options.maxBytes ?? maxFrameBytes)) throw new RangeError('message too large')
  await answerOnce(from, message, options)
}

async function answerOnce({ socket, peer }: From, message: Uint8Array, options: MllpListenerOptions): Promise<void> {
  const header = parseHeader(message)
  if (header === undefined) throw new RangeError('no message header')
  const code = await options.onMessage(message, peer.address).catch((): AcknowledgementCode => 'AE')
  if (code === undefined) return
  const referral = wantsApplicationAnswer(header, code) ? listReferralSegments(header, message) : []
  socket.write(encodeFrame(acknowledge({ header, referral, code }, options.clock ?? systemClock)))
}

/** With a control id and a time of its own. */
export function acknowledge(answer: Omit<AcknowledgementInput, 'at' | 'controlId'>, clock: Clock): Uint8Array {
  const at = `${clock().toISOString().slice(0, 19).replace(/\D/g, '')}+0000`
  return buildAcknowledgement({ ...answer, at, controlId: randomBytes(10).toString('hex') })
}
