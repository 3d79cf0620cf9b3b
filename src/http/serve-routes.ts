/** Runs a route table: all checks in order, then the handler. ARCHITECTURE.md; docs/design/hub.md#requests-and-answers. */

import { hasRole } from '../core/caller.ts'
import type { Config } from '../core/config.ts'
import type { JsonValue } from '../core/json.ts'
import { after, type MaybePromise } from '../core/maybe-promise.ts'
import { limitOf, type Offered, openPlatform, type Platform, timeoutMs } from '../core/platform.ts'
import { Problem } from '../core/problems.ts'
import { hasHubScope, hubScope } from '../identity/scopes.ts'
import type { IdempotentRequest } from '../store/idempotency.ts'
import { readCaller } from './checks/authenticate.ts'
import { checkFeature, readPlatformOf } from './checks/platform.ts'
import { within } from './checks/time-limit.ts'
import { type Addressed, withoutDeniedMembers, withoutDeniedNames } from './denied-names.ts'
import { compileRoutes } from './match-path.ts'
import { parseRequest } from './parse-request.ts'
import { receiveBody } from './receive-body.ts'
import { type Reply, writeReply } from './reply/reply.ts'
import { openAcceptable } from './request/accept.ts'
import { type BodyLimits, checkMediaType, hasBody, jsonMediaTypes, parseBody, readBody } from './request/body.ts'
import { findHeaderErrors, idempotencyHeader } from './request/hub-headers.ts'
import type { Context, Layer } from './request/request-state.ts'
import type { HandlerRequest, Route } from './route.ts'

/** Repeats the stored reply of a key, or runs the request with a store that keeps the reply with the change. */
type Idempotent<S> = (
  caller: HandlerRequest['caller'],
  request: IdempotentRequest,
  run: (store: S) => Promise<Reply>,
) => Promise<Reply>

export type RoutesOptions<S> = {
  readonly routes: readonly Route<S>[]
  readonly store: S
  readonly idempotent: Idempotent<S>
  /** The stored reply of a key, before the body is read. */
  readonly findReplay: (caller: HandlerRequest['caller'], request: IdempotentRequest) => Promise<Reply | undefined>
  /** The names in the path, or the members of the body, of things that are denied to the caller. */
  readonly guard?: (
    caller: HandlerRequest['caller'],
    named: { readonly params?: object; readonly body?: unknown },
  ) => Promise<readonly string[]>
  readonly config: Pick<Config, 'scopeNamespace'> & Offered
}

export function serveRoutes<S>(options: RoutesOptions<S>): Layer {
  const match = compileRoutes(options.routes)
  const acceptable = new Map(options.routes.map((route) => [route, openAcceptable(typesOf(route))]))

  return (ctx) => {
    const found = match(ctx.method, ctx.path)
    const { route } = found
    ctx.state.route = route.path
    if (route.deprecation !== undefined) ctx.set(deprecationHeaders(route.deprecation))
    checkAccess(ctx, route, options.config.scopeNamespace)
    checkFeature(ctx, route.feature)
    if (acceptable.get(route)?.(ctx.req.headers.accept) === false) throw notAcceptable(route)
    const caller = readCaller(ctx)
    // Not called if nothing is denied to the caller.
    const guard = caller.deniedPatients === undefined ? undefined : options.guard
    const key = route.idempotent ? readIdempotencyKey(ctx) : undefined
    const serve = (addressed: Addressed<S>) => serveAddressed(options, ctx, { ...addressed, key, guard })
    const asked = { found, url: ctx.url }
    const reply =
      guard === undefined
        ? serve(asked)
        : after(guard(caller, found), (denied) => serve(withoutDeniedNames(asked, denied)))
    return after(reply, (made) => writeReply(ctx, made, route))
  }
}

type Serving<S> = Addressed<S> & {
  readonly key: string | undefined
  readonly guard: RoutesOptions<S>['guard'] | undefined
}

function serveAddressed<S>(
  options: RoutesOptions<S>,
  ctx: Context,
  { found, url, key, guard }: Serving<S>,
): MaybePromise<Reply> {
  const { route } = found
  const caller = readCaller(ctx)
  const keyed = (body: Uint8Array, json?: JsonValue) =>
    key === undefined ? undefined : keyedRequest(ctx, route, { key, url, body, json })
  const answer = (body: Uint8Array, received?: unknown): MaybePromise<Reply> =>
    within(handlerMs(ctx, route, options.config), (limit) => {
      // route() has checked that the handler takes what its row's path and schemas give.
      const parse = (json: JsonValue | undefined) => parseRequest(ctx, found, { json, received, limit }) as never
      const begin = (json: JsonValue | undefined): MaybePromise<Reply> => {
        const run = (store: S, prepared?: unknown): MaybePromise<Reply> =>
          route.handler(parse(json), store, prepared as never)
        const request = keyed(body, json)
        if (request === undefined) return run(options.store)
        const { prepare } = route
        const prepared = prepare && (() => prepare(parse(json), options.store))
        return runKeyed(options, { caller, request, run: async (store, known) => run(store, known), prepared })
      }
      const json = route.takes === undefined && body.length > 0 ? parseBody(body) : undefined
      if (guard === undefined || route.body === undefined) return begin(json)
      const named = { body: (parse(json) as { readonly body: unknown }).body }
      return after(guard(caller, named), (denied) => begin(withoutDeniedMembers(json, denied)))
    })
  if (route.receive === undefined) return after(readRouteBody(ctx, route, options.config), (body) => answer(body, body))
  return receiveBody(ctx, found, {
    ...options,
    limits: limitsOf(ctx, route, options.config),
    keyed: keyed(noBytes),
    answer: (made) => answer(noBytes, made),
  })
}

type Keyed<S> = {
  readonly caller: HandlerRequest['caller']
  readonly request: IdempotentRequest
  readonly run: (store: S, prepared?: unknown) => Promise<Reply>
  readonly prepared: (() => Promise<unknown>) | undefined
}

/** Long work is prepared before the transaction of the key begins, and not for a replay. */
async function runKeyed<S>(options: RoutesOptions<S>, { caller, request, run, prepared }: Keyed<S>): Promise<Reply> {
  if (prepared === undefined) return options.idempotent(caller, request, run)
  const replay = await options.findReplay(caller, request)
  if (replay !== undefined) return replay
  const known = await prepared()
  return options.idempotent(caller, request, (store) => run(store, known))
}

/** A route that waits for something with a time of its own gets that time as well. */
function handlerMs<S>(ctx: Context, route: Route<S>, offered: Offered): number {
  const { timeout } = route
  const platform = platformFor(ctx, route)
  return timeoutMs(offered, platform, 'handler') + (timeout === undefined ? 0 : timeoutMs(offered, platform, timeout))
}

const platformFor = <S>(ctx: Context, { isAlwaysOpen }: Route<S>): Platform =>
  isAlwaysOpen === true ? openPlatform : readPlatformOf(ctx)

const noBytes = new Uint8Array()

type Keying = {
  readonly key: string
  readonly url: string
  readonly body: Uint8Array
  readonly json: JsonValue | undefined
}

const keyedRequest = <S>(ctx: Context, route: Route<S>, { key, url, body, json }: Keying): IdempotentRequest => ({
  key,
  method: ctx.method,
  path: keyedPath(ctx, route, url),
  body,
  ...(json === undefined ? {} : { json }),
})

/** The route's own headers and the expected version are part of what makes a request the same one. */
function keyedPath<S>(ctx: Context, { headers }: Route<S>, url: string): string {
  const names = [...(headers === undefined ? [] : Object.keys(headers.shape)), 'If-Match', 'If-None-Match']
  const given = names.flatMap((name) => (ctx.headers[name.toLowerCase()] === undefined ? [] : [[name, ctx.get(name)]]))
  return given.length === 0 ? url : JSON.stringify([url, ...given])
}

/** RFC 9745 2.1: seconds since the epoch as a structured date. RFC 8594 3: an HTTP date. */
function deprecationHeaders({ on, sunsetOn }: NonNullable<Route<never>['deprecation']>): Record<string, string> {
  return {
    Deprecation: `@${Date.parse(on) / 1000}`,
    ...(sunsetOn === undefined ? {} : { Sunset: new Date(sunsetOn).toUTCString() }),
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

/** Media types of a successful answer. A problem is sent whatever the client accepts. */
const typesOf = <S>({ gives, response }: Route<S>): readonly string[] =>
  gives ?? (response === undefined ? [] : jsonMediaTypes)

const notAcceptable = <S>(route: Route<S>): Problem =>
  new Problem('not-acceptable', { detail: `The answer is ${typesOf(route).join(' or ')}` })

function readIdempotencyKey(ctx: Context): string {
  const errors = findHeaderErrors(ctx.req, [idempotencyHeader])
  if (errors.length > 0) throw new Problem('validation', { errors })
  return ctx.get(idempotencyHeader.header)
}

function readRouteBody<S>(ctx: Context, route: Route<S>, config: RoutesOptions<S>['config']): MaybePromise<Uint8Array> {
  if (route.method === 'GET' || !hasBody(ctx.req)) return noBytes
  checkMediaType(ctx.req, route.takes ?? jsonMediaTypes)
  return readBody(ctx, limitsOf(ctx, route, config))
}

function limitsOf<S>(ctx: Context, route: Route<S>, config: RoutesOptions<S>['config']): BodyLimits {
  const platform = platformFor(ctx, route)
  const { bodyLimit = 'requestBodyBytes', maxBodyBytes = Number.POSITIVE_INFINITY } = route
  return {
    maxBytes: Math.min(maxBodyBytes, limitOf(config, platform, bodyLimit)),
    timeoutMs: timeoutMs(config, platform, 'handler'),
  }
}
