/** Runs a route table: every check in its order, then the handler. STYLE.md section 1; hub-contract "Requests and answers". */
import { hasRole } from '../caller.ts'
import type { Config } from '../config.ts'
import { hasHubScope, hubScope } from '../identity/scopes.ts'
import { Problem } from '../problems.ts'
import { readCaller } from './authenticate.ts'
import { checkMediaType, hasBody, jsonMediaTypes, readBody } from './body.ts'
import { findHeaderErrors, idempotencyHeader } from './hub-headers.ts'
import { compileRoutes } from './match-path.ts'
import { parseRequest } from './parse-request.ts'
import { type Reply, writeReply } from './reply.ts'
import type { Context, Layer } from './request-state.ts'
import type { HandlerRequest, Route } from './route.ts'
import { within } from './time-limit.ts'

/** What makes a request the same one: everything but the correlation. `path` is the path with its query. */
export type KeyedRequest = {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: Uint8Array
}

/** Replays the stored answer of a key, or runs the request over a store that keeps the answer with the change. */
type Idempotent<S> = (
  caller: HandlerRequest['caller'],
  request: KeyedRequest,
  run: (store: S) => Promise<Reply>,
) => Promise<Reply>

export type RoutesOptions<S> = {
  readonly routes: readonly Route<S>[]
  readonly store: S
  readonly idempotent: Idempotent<S>
  readonly config: Pick<Config, 'scopeNamespace' | 'maxJsonBytes' | 'handlerTimeoutMs'>
}

export function serveRoutes<S>(options: RoutesOptions<S>): Layer {
  const match = compileRoutes(options.routes)

  return async (ctx) => {
    const found = match(ctx.method, ctx.path)
    ctx.state.route = found.route.path
    checkAccess(ctx, found.route, options.config.scopeNamespace)
    const key = found.route.idempotent ? readIdempotencyKey(ctx) : undefined
    const body = await readRouteBody(ctx, found.route, options.config)
    const reply = await within(options.config.handlerTimeoutMs, (limit) => {
      // route() has checked that the handler takes what its row's path and schemas give.
      const run = async (store: S): Promise<Reply> =>
        found.route.handler(parseRequest(ctx, found, { body, signal: limit.signal }) as never, store)
      if (key === undefined) return run(options.store)
      return options.idempotent(readCaller(ctx), { key, method: ctx.method, path: ctx.url, body }, run)
    })
    writeReply(ctx, reply)
  }
}

function checkAccess<S>(ctx: Context, route: Route<S>, namespace: string): void {
  const caller = readCaller(ctx)
  if (!hasHubScope(caller, namespace, route.scope)) {
    const challenge = `Bearer realm="banksia", error="insufficient_scope", scope="${hubScope(namespace, route.scope)}"`
    throw new Problem('insufficient-scope', { headers: { 'WWW-Authenticate': challenge } })
  }
  if (!hasRole(caller, route.roles)) throw new Problem('role-required')
}

function readIdempotencyKey(ctx: Context): string {
  const errors = findHeaderErrors(ctx.req, [idempotencyHeader])
  if (errors.length > 0) throw new Problem('validation', { errors })
  return ctx.get(idempotencyHeader.header)
}

async function readRouteBody<S>(
  ctx: Context,
  route: Route<S>,
  config: RoutesOptions<S>['config'],
): Promise<Uint8Array> {
  if (route.method === 'GET' || !hasBody(ctx.req)) return new Uint8Array()
  checkMediaType(ctx.req, jsonMediaTypes)
  return readBody(ctx.req, { maxBytes: route.maxBodyBytes ?? config.maxJsonBytes, timeoutMs: config.handlerTimeoutMs })
}
