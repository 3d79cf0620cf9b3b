/** Receives HL7 v2 over MLLP, and acknowledges in original mode after the handler has stored the message. HL7 v2.4 2.9.2. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
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
  readonly clock?: Clock
  readonly idleTimeoutMs?: number
  readonly maxBytes?: number
  /** Beyond it a new connection is closed at once. */
  readonly maxConnections?: number
  /** As `maxConnections`, of one address. */
  readonly maxOfAddress?: number
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

/** One message at a time on a connection; the next is read after this one is answered. */
async function receive(connection: Connection, options: MllpListenerOptions): Promise<void> {
  const { socket } = connection
  const decoder = new MllpDecoder(options.maxBytes ?? maxFrameBytes)
  socket.on('error', () => {})
  socket.setTimeout(options.idleTimeoutMs ?? defaultIdleTimeoutMs, () => socket.destroy())
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      connection.isIdle = false
      for (const message of decoder.push(chunk)) await answer(socket, message, options)
      connection.isIdle = true
      if (connection.isClosing) return
    }
  } catch {
    // A broken connection, or no message: nothing was acknowledged, so the sender still has it.
  } finally {
    socket.destroySoon()
  }
}

async function answer(socket: Socket, message: Uint8Array, options: MllpListenerOptions): Promise<void> {
  const header = await parseHeader(message)
  if (header === undefined) throw new RangeError('no message header')
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  const code = await options.onMessage(message, address).catch((): AcknowledgementCode => 'AE')
  if (code === undefined) return
  const referral = wantsApplicationAnswer(header, code) ? listReferralSegments(header, message) : []
  socket.write(encodeFrame(acknowledge({ header, referral, code }, options.clock ?? systemClock)))
}

function acknowledge(answer: Pick<AcknowledgementInput, 'header' | 'referral' | 'code'>, clock: Clock): Uint8Array {
  const at = `${clock().toISOString().slice(0, 19).replace(/\D/g, '')}+0000`
  return buildAcknowledgement({ ...answer, at, controlId: randomBytes(10).toString('hex') })
}
