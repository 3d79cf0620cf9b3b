/** One HTTP exchange with a checked, pinned address: bounded in time and size, without redirects. RFC 9110. */
import { once } from 'node:events'
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as openRequest } from 'node:http'
import type { Socket } from 'node:net'
import { childOf, findTrace, formatTraceparent } from '../core/trace.ts'
import { connect, type TlsSettings } from './connect.ts'
import { asOutboundError, OutboundError } from './outbound-error.ts'
import type { OutboundPolicy } from './policy.ts'
import { endpointOf } from './web-address.ts'

export type OutboundRequest = {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string | StreamedBody
  readonly signal?: AbortSignal
  /** For the whole exchange; 30 s by default. */
  readonly timeoutMs?: number
  /** The limit of the response body; 8 MiB by default. */
  readonly maxBytes?: number
  readonly tls?: TlsSettings
  /** Asked when the connection is there, before the first byte of the request. If the answer is no, nothing goes out. */
  readonly mayStart?: () => Promise<boolean>
}

/** A body that is read while it is sent, of the length that it names. */
export type StreamedBody = { readonly bytes: number; readonly parts: AsyncIterable<Uint8Array> }

export type OutboundResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

const defaultTimeoutMs = 30_000
const defaultMaxBytes = 8 * 1024 * 1024

/** RFC 9112: set here, because a caller's value would break the framing. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade'])

/** Checked here, because the error of `new URL` repeats the text. */
function parseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new OutboundError('refused-by-policy', false)
}

/** Any status is an answer; an OutboundError means that there is none. */
export async function sendRequest(policy: OutboundPolicy, request: OutboundRequest): Promise<OutboundResponse> {
  const url = parseUrl(request.url)
  const deadline = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
  const socket = await connect(policy, endpointOf(url, request.tls), signal)
  try {
    if ((await request.mayStart?.()) === false) throw new OutboundError('cancelled', false)
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
  // `once` reports the first error; a later one comes out of reading the body.
  call.on('error', () => {})
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  if (isStreamed(request.body)) sendParts(call, request.body, answered)
  else call.end(request.body)
  const [response] = await answered
  const body = await readBody(response, request.maxBytes ?? defaultMaxBytes)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

const isStreamed = (body: OutboundRequest['body']): body is StreamedBody => typeof body === 'object' && 'parts' in body

/** No faster than it is taken, and only until the answer, which may come early. If the body cannot be read, the exchange ends. */
function sendParts(call: ClientRequest, { parts }: StreamedBody, answered: Promise<unknown>): void {
  let isAnswered = false
  const end = (): void => {
    isAnswered = true
  }
  const send = async (): Promise<void> => {
    for await (const part of parts) {
      if (isAnswered) return
      if (!call.write(part)) await writable(call)
    }
    call.end()
  }
  answered.then(end, end)
  send().catch((error: unknown) => {
    if (!isAnswered) call.destroy(error instanceof Error ? error : new Error('unreadable'))
  })
}

/** Writable again, or never. */
const writable = (call: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      call.off('drain', goOn).off('close', goOn)
      resolve()
    }
    call.on('drain', goOn).on('close', goOn)
  })

const lengthOf = (body: NonNullable<OutboundRequest['body']>): number =>
  isStreamed(body) ? body.bytes : Buffer.byteLength(body)

function headersOf(request: OutboundRequest, url: URL): Record<string, string> {
  const given = Object.entries(request.headers ?? {}).filter(([name]) => !ownHeaders.has(name.toLowerCase()))
  const length = request.body === undefined ? {} : { 'content-length': String(lengthOf(request.body)) }
  const trace = findTrace()
  return {
    'accept-encoding': 'identity',
    ...(trace === undefined ? {} : { traceparent: formatTraceparent(childOf(trace)) }),
    ...Object.fromEntries(given),
    ...length,
    host: url.host,
    connection: 'close',
  }
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
