/** The HTTP server's own bounds, and its answers to what is no request at all. hub-contract "Problem catalogue". */
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { newId } from '../core/ids.ts'
import { Problem, type ProblemSlug } from '../core/problems.ts'
import { buildProblem } from './reply/problem-details.ts'

const maxHeaderBytes = 16 * 1024
const headersTimeoutMs = 20_000
/** A whole request with its body; less than this applies to bodies that are read. */
const requestTimeoutMs = 120_000
/** Longer than a proxy or a client keeps a quiet connection: none is closed just as a request comes. */
const keepAliveTimeoutMs = 75_000

const parseErrors: Readonly<Record<string, ProblemSlug>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** A server that listens for nothing yet: the application is put on its `request` event. */
export function buildServer(problemBase: string): Server {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
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
