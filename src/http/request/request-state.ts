/** State of one request for its layers, and how layers are stacked. ARCHITECTURE.md. */
import type { IncomingMessage } from 'node:http'
import type { ParameterizedContext } from 'koa'
import type { BytePlace } from '../../core/cache/byte-room.ts'
import type { Caller } from '../../core/caller.ts'
import type { MaybePromise } from '../../core/maybe-promise.ts'
import type { Platform } from '../../core/platform.ts'
import type { ProblemSlug } from '../../core/problem-catalogue.ts'
import type { Problem } from '../../core/problems.ts'
import type { Trace } from '../../core/trace.ts'

export type RequestState = {
  requestId: string
  /** Set after authentication. */
  caller?: Caller
  /** Set with it; see `HandlerRequest`. */
  identifyAgain?: () => MaybePromise<void>
  /** Its place in a trace. */
  trace?: Trace
  /** In the form of its header. */
  traceparent?: string
  /** The problem of its refusal. */
  problem?: ProblemSlug
  /** The platform config of the caller's spoke. */
  platform?: Platform
  /** Why the config cannot be read. */
  platformError?: Problem
  /** The route's template, for the log: never the path itself. */
  route?: string
  /** Of a request with a body: its part of the room for large ones. */
  bodyPlace?: BytePlace
  /** A posted form: parameters beside those of the address. */
  form?: readonly (readonly [name: string, value: string])[]
}

export type Context = ParameterizedContext<RequestState>
/** Answers at once if it waits for nothing: a promise for each layer would cost more than most layers do. */
export type Layer = (ctx: Context, next: () => MaybePromise<void>) => MaybePromise<void>

/** One layer that runs `layers` in order. */
export const stack = (layers: readonly Layer[]): Layer =>
  layers.reduceRight<Layer>(
    (inner, layer) => (ctx, next) => layer(ctx, () => inner(ctx, next)),
    (_ctx, next) => next(),
  )

/** Runs `layer` for `prefix` and everything below it. */
export const under =
  (prefix: string, layer: Layer): Layer =>
  (ctx, next) =>
    ctx.path === prefix || ctx.path.startsWith(`${prefix}/`) ? layer(ctx, next) : next()

/** Passes everything below `prefix` to a plain Node handler. */
export const delegate = (
  prefix: string,
  handle: (request: IncomingMessage, response: Context['res']) => Promise<void>,
): Layer =>
  under(prefix, async (ctx) => {
    ctx.respond = false
    ctx.state.route = prefix
    try {
      await handle(ctx.req, ctx.res)
    } catch (error) {
      // It has not answered: a layer before it does.
      ctx.respond = true
      throw error
    }
  })

/** A request header by its lower-case name; empty if absent. */
export function headerOf({ req }: Pick<Context, 'req'>, name: string): string {
  const value = req.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Node joins some repeated headers and drops others; this counts a header that may occur once. */
export function isRepeated({ rawHeaders }: IncomingMessage, header: string): boolean {
  const wanted = header.toLowerCase()
  let times = 0
  // Names and values in turn.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === wanted.length && name.toLowerCase() === wanted) times += 1
  }
  return times > 1
}
