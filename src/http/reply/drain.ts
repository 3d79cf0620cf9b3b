/** The end of a server under load: every request that has come is answered, and no connection is reset. RFC 9112 9.6. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

export type Draining = {
  readonly isDraining: () => boolean
  /** Returns when no connection is left, within about `cutMs`. */
  readonly drain: () => Promise<void>
}

/** A connection on which nothing has come for so long is closed: its client is about to send nothing. */
const quietMs = 500
/** Whoever has just connected is about to send something. */
const freshMs = 1_000
/** Until then new connections are taken, each for one answer: who is balanced to us hears of the end from `/readyz`. */
const listenMs = 500
/** Until then the backlog is emptied, if it does not end by itself. */
const emptyMs = 1_750
/** What has no answer by then gets one that says so. */
const cutMs = 2_250
const pollMs = 5

/**
 * The kernel resets what waits in the backlog when its listener closes. Linux does not answer who comes to a full one, so that they come
 * again after a second, and are refused by then. listen(2); Node has no call for it but that of its handle.
 */
function shortenBacklog(server: Server): void {
  const { _handle: handle } = server as { readonly _handle?: { readonly listen?: (backlog: number) => number } }
  handle?.listen?.(0)
}

/** Told to a response that may never end by itself: a stream of events ends with this. */
export const drainingEvent = 'draining'

/** Takes note of what is under way, before the application listens to the server. `answerLate` ends what has no answer at the end. */
export function openDraining(
  server: Server,
  answerLate: (request: IncomingMessage, response: ServerResponse) => void,
): Draining {
  const sockets = new Set<Socket>()
  const underway = new Map<ServerResponse, IncomingMessage>()
  let isDraining = false
  let lastAt = Number.NEGATIVE_INFINITY
  let taken = 0
  server.on('connection', (socket) => {
    taken += 1
    lastAt = performance.now()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (request, response) => {
    lastAt = performance.now()
    underway.set(response, request)
    response.once('close', () => underway.delete(response))
    if (isDraining) response.shouldKeepAlive = false
  })
  const hasFresh = (): boolean => [...sockets].some(({ bytesRead }) => bytesRead === 0)
  const isQuiet = (): boolean => sockets.size === 0 || performance.now() - lastAt >= (hasFresh() ? freshMs : quietMs)
  const until = async (isDone: () => boolean, deadline: number): Promise<void> => {
    while (!isDone() && performance.now() < deadline) await sleep(pollMs)
  }
  /** One is taken in each turn of the event loop: after some without any, nobody waits. */
  const emptyBacklog = async (deadline: number): Promise<void> => {
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < deadline; ) {
      const before = taken
      await nextTurn()
      quietTurns = taken === before ? quietTurns + 1 : 0
    }
  }
  return {
    isDraining: () => isDraining,
    async drain() {
      const startedAt = performance.now()
      isDraining = true
      for (const response of underway.keys()) {
        response.shouldKeepAlive = false
        response.emit(drainingEvent)
      }
      await until(isQuiet, startedAt + listenMs)
      shortenBacklog(server)
      await emptyBacklog(startedAt + emptyMs)
      // Not the close of HTTP, which would cut connections on which a request is about to come.
      NetServer.prototype.close.call(server)
      const isEmpty = (): boolean => {
        if (isQuiet()) server.closeIdleConnections()
        return sockets.size === 0
      }
      await until(isEmpty, startedAt + cutMs)
      for (const [response, request] of underway) if (!response.headersSent) answerLate(request, response)
      await until(isEmpty, startedAt + cutMs + quietMs)
      server.closeAllConnections()
      server.close()
    },
  }
}
