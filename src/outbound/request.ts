/** One HTTP exchange with a checked, pinned address: bounded in time and size, follows no redirect. RFC 9110. */
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest } from 'node:http'
import type { Socket } from 'node:net'
import { connect, type Endpoint, type TlsSettings } from './connect.ts'
import { asOutboundError, OutboundError } from './outbound-error.ts'
import type { OutboundPolicy } from './policy.ts'

export type OutboundRequest = {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  readonly signal?: AbortSignal
  /** For the whole exchange; 30 s where absent. */
  readonly timeoutMs?: number
  /** Of the response body; 8 MiB where absent. */
  readonly maxBytes?: number
  readonly tls?: TlsSettings
}

export type OutboundResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

const defaultTimeoutMs = 30_000
const defaultMaxBytes = 8 * 1024 * 1024

/** RFC 9112: ours to set; a caller's value would break the framing. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade'])

/** Its own check, since the error of `new URL` repeats the text. */
function parseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new OutboundError('refused-by-policy', false)
}

function endpointOf(url: URL, tls: TlsSettings = {}): Endpoint {
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, ...(isTls ? { tls } : {}) }
}

/** Any status is an answer; only what prevents one is an OutboundError. */
export async function sendRequest(policy: OutboundPolicy, request: OutboundRequest): Promise<OutboundResponse> {
  const url = parseUrl(request.url)
  const deadline = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
  const socket = await connect(policy, endpointOf(url, request.tls), signal)
  try {
    return await exchange(socket, request, signal)
  } catch (error) {
    throw asOutboundError(error, signal, true)
  } finally {
    socket.destroy()
  }
}

async function exchange(socket: Socket, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
  const url = parseUrl(request.url)
  const call = openRequest({
    createConnection: () => socket,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: headersOf(request, url),
    signal,
  })
  // `once` reports the first error; one that follows the response comes out of reading its body.
  call.on('error', () => {})
  call.end(request.body)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const body = await readBody(response, request.maxBytes ?? defaultMaxBytes)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

function headersOf(request: OutboundRequest, url: URL): Record<string, string> {
  const given = Object.entries(request.headers ?? {}).filter(([name]) => !ownHeaders.has(name.toLowerCase()))
  const length = request.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(request.body)) }
  return { 'accept-encoding': 'identity', ...Object.fromEntries(given), ...length, host: url.host, connection: 'close' }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new OutboundError('too-large', true)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
