/** `GET /v1/openapi.json`: without a token, because it says nothing about a tenant, and for pages of any origin. docs/design/hub.md#routes. */
import { createHash } from 'node:crypto'
import { madeOnce } from '../../core/cache/made-once.ts'
import type { JsonObject } from '../../core/json.ts'
import { stringifyJson } from '../../core/json.ts'
import { isHeld } from '../request/accept.ts'
import type { Layer } from '../request/request-state.ts'

const path = '/v1/openapi.json'

type Served = { readonly text: string; readonly etag: string }

/** The same bytes for the life of the process, written for the first reader. */
export function serveOpenapi(describe: () => JsonObject): Layer {
  const served = madeOnce(() => write(describe()))

  return (ctx, next) => {
    if (ctx.path !== path || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    const { text, etag } = served()
    ctx.state.route = path
    ctx.set({ 'Cache-Control': 'no-cache', ETag: etag })
    ctx.type = 'application/json'
    ctx.body = text
    if (isHeld(ctx.get('If-None-Match'), etag)) ctx.status = 304
  }
}

function write(document: JsonObject): Served {
  const text = stringifyJson(document)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
