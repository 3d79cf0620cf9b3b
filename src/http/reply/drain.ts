/** Stops a server under load: every request that has arrived is answered, and no connection is reset. RFC 9112 9.6. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'

export type Draining = {
  readonly isDraining: () => boolean
  /** Returns when no connection is left, within about `cutMs`. */
  readonly drain: () => Promise<void>
  /** Ends each connection of now after its answer: the next request has to prove its client again. */
  readonly endConnections: () => void
}

/** A connection without traffic for so long is closed: its client is about to send nothing. */
const quietMs = 500
/** A client that has just connected is about to send something. */
const freshMs = 1_000
/** Until then new connections get one answer each: a load balancer learns of the end from `/readyz`. */
const listenMs = 500
/** Until then the backlog is emptied, if it does not end by itself. */
const emptyMs = 1_750
/** A request without an answer by then gets one that says so. */
const cutMs = 2_250
const pollMs = 5

/**
 * When a listener closes, the kernel resets connections in its backlog. If the backlog is full, Linux does not answer, so clients come
 * again after a second, and are then refused. listen(2); Node offers this only through the handle.
 */
function shortenBacklog(server: Server): void {
  const { _handle: handle } = server as { readonly _handle?: { readonly listen?: (backlog: number) => number } }
  handle?.listen?.(0)
}

/** Event for a response that may never end by itself: a stream of events ends with it. */
export const drainingEvent = 'draining'

/** Follows the work under way; opened before the application listens to the server. `answerLate` ends requests that have no answer at the end. */
export function openDraining(
  server: Server,
  answerLate: (request: IncomingMessage, response: ServerResponse) => void,
): Draining {
  const traffic = watchTraffic(server)
  const { sockets, underway } = traffic
  const isQuiet = (): boolean => {
    const hasFresh = [...sockets].some(({ bytesRead }) => bytesRead === 0) || traffic.handshakes.size > 0
    return (
      sockets.size + traffic.handshakes.size === 0 ||
      performance.now() - traffic.lastAt >= (hasFresh ? freshMs : quietMs)
    )
  }
  return {
    isDraining: () => traffic.isEnding,
    endConnections() {
      for (const [response, { socket }] of underway) {
        response.once('close', () => socket.end())
        response.shouldKeepAlive = false
        response.emit(drainingEvent)
      }
      server.closeIdleConnections()
    },
    async drain() {
      const startedAt = performance.now()
      traffic.isEnding = true
      for (const response of underway.keys()) {
        response.shouldKeepAlive = false
        response.emit(drainingEvent)
      }
      await until(isQuiet, startedAt + listenMs)
      shortenBacklog(server)
      await emptyBacklog(traffic, startedAt + emptyMs)
      // Not HTTP's close, which would cut connections on which a request is about to arrive.
      NetServer.prototype.close.call(server)
      const isEmpty = (): boolean => {
        if (isQuiet()) server.closeIdleConnections()
        return sockets.size + traffic.handshakes.size === 0
      }
      await until(isEmpty, startedAt + cutMs)
      for (const [response, request] of underway) if (!response.headersSent) answerLate(request, response)
      await until(isEmpty, startedAt + cutMs + quietMs)
      server.closeAllConnections()
      for (const socket of traffic.handshakes.values()) socket.destroy()
      server.close()
    },
  }
}

type Traffic = {
  /** Connections that may carry requests. */
  readonly sockets: Set<Socket>
  /** Connections of a TLS server before the end of their handshake, by the address of the client. */
  readonly handshakes: Map<string, Socket>
  readonly underway: Map<ServerResponse, IncomingMessage>
  /** When the last connection or request arrived. */
  lastAt: number
  /** Connections so far. */
  taken: number
  /** Each connection gets one more answer. */
  isEnding: boolean
}

function watchTraffic(server: Server): Traffic {
  const sockets: Traffic['sockets'] = new Set()
  const underway: Traffic['underway'] = new Map()
  const handshakes: Traffic['handshakes'] = new Map()
  const counts = { lastAt: Number.NEGATIVE_INFINITY, taken: 0, isEnding: false }
  const traffic: Traffic = { sockets, handshakes, underway, ...counts }
  const isSecure = server instanceof TlsServer
  server.on('connection', (socket) => {
    traffic.taken += 1
    traffic.lastAt = performance.now()
    if (isSecure) keepUntilSecure(handshakes, socket)
    else keepWhileOpen(sockets, socket)
  })
  server.on('secureConnection', (socket: Socket) => {
    traffic.lastAt = performance.now()
    handshakes.delete(clientOf(socket))
    keepWhileOpen(sockets, socket)
  })
  server.on('request', (request, response) => {
    traffic.lastAt = performance.now()
    underway.set(response, request)
    response.once('close', () => underway.delete(response))
    if (traffic.isEnding) response.shouldKeepAlive = false
  })
  return traffic
}

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

function keepUntilSecure(handshakes: Map<string, Socket>, socket: Socket): void {
  const client = clientOf(socket)
  handshakes.set(client, socket)
  socket.once('close', () => handshakes.delete(client))
}

function keepWhileOpen(open: Set<Socket>, socket: Socket): void {
  open.add(socket)
  socket.once('close', () => open.delete(socket))
}

async function until(isDone: () => boolean, deadline: number): Promise<void> {
  while (!isDone() && performance.now() < deadline) await sleep(pollMs)
}

/** Each turn of the event loop takes one: after some turns without any, the backlog is empty. */
async function emptyBacklog(traffic: Traffic, deadline: number): Promise<void> {
  for (let quietTurns = 0; quietTurns < 3 && performance.now() < deadline; ) {
    const before = traffic.taken
    await nextTurn()
    quietTurns = traffic.taken === before ? quietTurns + 1 : 0
  }
}
