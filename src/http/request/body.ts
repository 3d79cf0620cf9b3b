/** Request bodies: bounded in size and time, of a known type, read by the one JSON reader. docs/design/hub.md#problems. */
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { BytePlace } from '../../core/cache/byte-room.ts'
import { maxTextAtOnce } from '../../core/json/json-slices.ts'
import { decodeJson, JsonError, type JsonValue, parseJsonBytes, parseJsonInSlices } from '../../core/json.ts'
import { attempt, type MaybePromise } from '../../core/maybe-promise.ts'
import { Problem } from '../../core/problems.ts'
import { inTurns } from '../../core/turns.ts'
import { isRepeated } from './request-state.ts'

export type BodyLimits = {
  readonly maxBytes: number
  readonly timeoutMs: number
}

export const jsonMediaTypes: readonly string[] = ['application/json']

/** True if a body follows. RFC 9112 6.3. */
export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

/** RFC 9110 8.4.1. */
export type Coding = 'identity' | 'gzip'

const wholeBodies: readonly Coding[] = ['identity', 'gzip']

const codingOf = (request: IncomingMessage): string => (request.headers['content-encoding'] ?? 'identity').toLowerCase()

/** Throws unless the body has one of `mediaTypes`, is in UTF-8 and in a coding that is read. */
export function checkMediaType(
  request: IncomingMessage,
  mediaTypes: readonly string[],
  codings: readonly Coding[] = wholeBodies,
): void {
  const [type, ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const isUtf8 = parameters.every((part) => !part.startsWith('charset=') || /^charset="?utf-8"?$/.test(part))
  // R4 http.html#version-parameter.
  const isOurs = parameters.every((part) => !part.startsWith('fhirversion=') || /^fhirversion="?4\.0"?$/.test(part))
  const isTaken = mediaTypes.includes(type ?? '')
  if (!isTaken || !isUtf8 || !isOurs || isRepeated(request, 'content-type')) {
    throw new Problem('unsupported-media-type', { headers: { Accept: mediaTypes.join(', ') } })
  }
  checkCoding(request, codings)
}

/** RFC 9110 12.5.3: the refusal names the codings that would have been accepted. */
export function checkCoding(request: IncomingMessage, codings: readonly Coding[] = wholeBodies): void {
  if ((codings as readonly string[]).includes(codingOf(request))) return
  throw new Problem('unsupported-media-type', { headers: { 'Accept-Encoding': codings.join(', ') } })
}

/** The request of a body, and its part of the room for large ones. */
type Bodied = { readonly req: IncomingMessage; readonly state: { readonly bodyPlace?: BytePlace } }

/** The whole body, unpacked, once there is room for it. The limits hold for what arrives, and for what it unpacks to. */
export async function readBody({ req, state }: Bodied, limits: BodyLimits): Promise<Uint8Array> {
  const bytes = await readBytes(req, limits)
  if (codingOf(req) === 'gzip' && bytes.length > 0) return unpackWithin(bytes, limits, state.bodyPlace)
  await state.bodyPlace?.take(bytes.length)
  return bytes
}

/** The last four bytes give the size of the last member (RFC 1952 2.3.1). If there are more members, the limit itself is the bound. */
async function unpackWithin(bytes: Uint8Array, { maxBytes }: BodyLimits, place: BytePlace | undefined) {
  const said =
    bytes.length < 18 ? 0 : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readUInt32LE(bytes.length - 4)
  for (const most of said < maxBytes ? [said, maxBytes] : [maxBytes]) {
    await place?.take(most)
    const unpacked = await unpack(bytes, most)
    if (unpacked !== undefined) return unpacked
  }
  throw new Problem('payload-too-large')
}

const gunzipSoon = promisify(gunzip)

/** RFC 1952. `undefined` as soon as there are more than `most` bytes. */
async function unpack(bytes: Uint8Array, most: number): Promise<Uint8Array | undefined> {
  try {
    return await gunzipSoon(bytes, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw new Problem('malformed-request', { detail: 'The body is not in the gzip format' })
  }
}

/** The bytes as they arrive, or 413 or 408 as soon as a limit is passed. The server discards the unread rest. */
function readBytes(request: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer): void => {
    chunks.push(chunk)
    size += chunk.length
    if (size > limits.maxBytes) reject(new Problem('payload-too-large'))
  }
  let isWhole = false
  const end = (): void => {
    isWhole = true
    resolve(Buffer.concat(chunks))
  }
  // A request also closes after its end.
  const lose = (): void => {
    if (!isWhole) reject(new Problem('request-timeout'))
  }
  // The connection is useless once its next request cannot be told from the late body.
  const timer = setTimeout(
    () => reject(new Problem('request-timeout', { headers: { Connection: 'close' } })),
    limits.timeoutMs,
  )
  request.on('data', take).once('end', end).once('error', lose).once('close', lose)
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) reject(new Problem('payload-too-large'))
  return promise.finally(() => {
    clearTimeout(timer)
    request.off('data', take).off('end', end).off('close', lose)
  })
}

/** Bytes to a JSON value; an error names line and column. */
export function parseBody(bytes: Uint8Array): JsonValue {
  try {
    return parseJsonBytes(bytes)
  } catch (error) {
    throw toMalformed(error)
  }
}

/** The same, in slices for a large body, so that others run in between. D81. */
export function parseBodySoon(bytes: Uint8Array): MaybePromise<JsonValue> {
  if (bytes.length <= maxTextAtOnce) return parseBody(bytes)
  return attempt(
    () => inTurns(parseJsonInSlices(decodeJson(bytes))),
    (error) => {
      throw toMalformed(error)
    },
  )
}

function toMalformed(error: unknown): unknown {
  if (!(error instanceof JsonError)) return error
  const place = `line ${error.line}, column ${error.column}`
  return new Problem('malformed-request', {
    detail: `${error.reason}, ${place}`,
    errors: [{ field: '$', message: `${error.reason}, ${place}` }],
  })
}
