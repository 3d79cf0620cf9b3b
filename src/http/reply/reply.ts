/** The reply of a handler, and how it is written. docs/design/hub.md#requests-and-answers. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ParameterizedContext } from 'koa'
import { isJsonObject, stringifyJson } from '../../core/json.ts'
import { isHeld } from '../request/accept.ts'
import { findRange } from '../request/byte-range.ts'
import { drainingEvent } from './drain.ts'

export type Reply = {
  readonly status: number
  /** Written as JSON; an integer `version` in it becomes the ETag. */
  readonly body?: unknown
  /** Instead of `body`: bytes with the Content-Type in `headers`, and a strong ETag if there is one. */
  readonly bytes?: Uint8Array
  /** Instead of `body`: text in parts, with the Content-Type in `headers`. */
  readonly stream?: StreamedText
  readonly headers?: Readonly<Record<string, string>>
}

export type StreamedText = {
  /** The reader takes each chunk before it requests the next. `signal` says that the connection is gone, or that the server stops. */
  readonly chunks: (signal: AbortSignal) => AsyncIterable<string>
  /** A client that takes nothing for so long is cut off. */
  readonly stallMs: number
  /** Called once, whatever happens to the connection. */
  readonly end: () => void
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const created = (body: unknown, location: string): Reply => ({
  status: 201,
  body,
  headers: { Location: location },
})
export const noContent: Reply = { status: 204 }
/** The work continues: `location` names the job. */
export const accepted = (body: unknown, location: string): Reply => ({
  status: 202,
  body,
  headers: { Location: location },
})

/** RFC 9110 8.8.3: weak, because only the version is compared. */
const buildEtag = (version: number): string => `W/"${version}"`

/** `isTimely`: more than the version changes it, so it is always answered whole. */
export function writeReply(ctx: ParameterizedContext, reply: Reply, { isTimely = false } = {}): void {
  ctx.status = reply.status
  const version = isJsonObject(reply.body) ? reply.body['version'] : undefined
  if (Number.isInteger(version)) ctx.res.setHeader('ETag', buildEtag(Number(version)))
  if (reply.headers !== undefined) ctx.set(reply.headers)
  if (!isTimely && isKnown(ctx, reply)) {
    ctx.res.removeHeader('Content-Type')
    writeNothing(ctx, 304)
    return
  }
  if (reply.stream !== undefined) writeStream(ctx, reply.stream)
  else if (reply.bytes !== undefined) ctx.body = Buffer.from(reply.bytes)
  else if (reply.body !== undefined) writeJson(ctx, 'application/json', reply.body)
  else writeNothing(ctx, reply.status)
  const etag = reply.headers?.['ETag']
  if (reply.bytes !== undefined && etag !== undefined) writePart(ctx, reply.bytes, etag)
}

/** A part, if an ETag identifies the bytes. RFC 9110 15.3.7. */
function writePart(ctx: ParameterizedContext, bytes: Uint8Array, etag: string): void {
  ctx.set('Accept-Ranges', 'bytes')
  const asked = { range: ctx.get('Range'), ifRange: ctx.get('If-Range'), etag, length: bytes.length }
  const range = ctx.method === 'GET' ? findRange(asked) : undefined
  if (range === undefined) return
  ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`)
  ctx.body = Buffer.from(bytes.subarray(range.first, range.last + 1))
  ctx.status = 206
}

/** Koa turns a null body into 204; any other chosen status stays. */
export function writeNothing(ctx: ParameterizedContext, status: number): void {
  ctx.body = null
  ctx.status = status
}

/** RFC 9110 13.1.2: a client that has this version gets 304. */
function isKnown(ctx: ParameterizedContext, { status }: Reply): boolean {
  const held = ctx.headers['if-none-match']
  if (held === undefined || status !== 200 || !isRead(ctx.method)) return false
  const etag = ctx.res.getHeader('ETag')
  return typeof etag === 'string' && isHeld(held, etag)
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Holds no more for a client than what is being sent. */
function writeStream(ctx: ParameterizedContext, { chunks, stallMs, end }: StreamedText): void {
  // The client may have gone while the answer was made; no other event says so.
  if (ctx.res.closed) {
    end()
    return
  }
  const gone = new AbortController()
  const stopWatching = watchStall(ctx.res, stallMs)
  ctx.res.once(drainingEvent, () => gone.abort())
  ctx.res.once('close', () => {
    gone.abort()
    stopWatching()
    end()
  })
  ctx.body = ctx.method === 'HEAD' ? '' : Readable.from(chunks(gone.signal), { highWaterMark: 1 })
}

function watchStall(response: ServerResponse, stallMs: number): () => void {
  let fullSince: number | undefined
  const look = (): void => {
    if (!response.writableNeedDrain) fullSince = undefined
    else fullSince ??= performance.now()
    if (fullSince !== undefined && performance.now() - fullSince >= stallMs) response.destroy()
  }
  response.on('drain', () => {
    fullSince = undefined
  })
  const timer = setInterval(look, stallMs / 4).unref()
  return () => clearInterval(timer)
}

export function writeJson(ctx: ParameterizedContext, mediaType: string, body: unknown): void {
  ctx.res.setHeader('Content-Type', `${mediaType}; charset=utf-8`)
  ctx.body = stringifyJson(body)
}
