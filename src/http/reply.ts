/** What a handler answers, and how it goes out. hub-contract "Requests and answers". */
import type { ParameterizedContext } from 'koa'
import { isJsonObject, stringifyJson } from '../json.ts'

export type Reply = {
  readonly status: number
  /** Written as JSON; a whole number `version` in it becomes the ETag. */
  readonly body?: unknown
  /** Instead of `body`: bytes, under the Content-Type that `headers` names. */
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const created = (body: unknown, location: string): Reply => ({
  status: 201,
  body,
  headers: { Location: location },
})
/** The work goes on: `location` names the job. */
export const accepted = (body: unknown, location: string): Reply => ({
  status: 202,
  body,
  headers: { Location: location },
})

/** RFC 9110 8.8.3: weak, since only the version is compared. */
const buildEtag = (version: number): string => `W/"${version}"`

export function writeReply(ctx: ParameterizedContext, reply: Reply): void {
  ctx.status = reply.status
  const version = isJsonObject(reply.body) ? reply.body['version'] : undefined
  if (Number.isInteger(version)) ctx.set('ETag', buildEtag(Number(version)))
  if (reply.headers !== undefined) ctx.set({ ...reply.headers })
  if (reply.bytes !== undefined) ctx.body = Buffer.from(reply.bytes)
  else if (reply.body !== undefined) writeJson(ctx, 'application/json', reply.body)
  else ctx.body = null
  // Koa takes a null body for 204; any other status that the handler chose stays.
  ctx.status = reply.status
}

export function writeJson(ctx: ParameterizedContext, mediaType: string, body: unknown): void {
  ctx.type = mediaType
  ctx.body = stringifyJson(body)
}
