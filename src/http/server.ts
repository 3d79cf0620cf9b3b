/** The bounds of the HTTP server, and its answers to bytes that are no request. docs/design/hub.md#problems. */
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { TlsOptions } from 'node:tls'
import { newId } from '../core/ids.ts'
import type { ProblemSlug } from '../core/problem-catalogue.ts'
import { Problem } from '../core/problems.ts'
import { buildProblem } from './reply/problem-details.ts'

const maxHeaderBytes = 16 * 1024
const headersTimeoutMs = 20_000
/** For a whole request with its body; bodies that are read have a shorter bound. */
const requestTimeoutMs = 120_000
/** Longer than a proxy or client keeps an idle connection, so that none closes just as a request arrives. */
const keepAliveTimeoutMs = 75_000

const parseErrors: Readonly<Record<string, ProblemSlug>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

const bounds = {
  maxHeaderSize: maxHeaderBytes,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
}

/** A server that does not listen yet: the application is attached to its `request` event. In the clear without `tls`. */
export function buildServer(problemBase: string, tls?: TlsOptions): Server {
  const server = tls === undefined ? createServer(bounds) : createSecureServer({ ...bounds, ...tls })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // TLS itself has told the client why by an alert, or never got so far: no answer of HTTP follows.
    const isOver = error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '')
    if (isOver || !socket.writable) return void socket.destroy()
    answerRaw(
      socket,
      new Problem(parseErrors[error.code ?? ''] ?? 'validation', { detail: rawDetail(error.code) }),
      problemBase,
    )
  })
  return server
}

const rawDetail = (code: string | undefined): string =>
  parseErrors[code ?? ''] === undefined ? 'The request is not HTTP' : 'The request passes a limit of the server'

/** Koa never saw this request, so the whole answer is written here. */
function answerRaw(socket: Duplex, problem: Problem, problemBase: string): void {
  const requestId = newId()
  const body = JSON.stringify(buildProblem(problemBase, problem, requestId))
  const head = [
    `HTTP/1.1 ${problem.row.status} ${problem.row.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
