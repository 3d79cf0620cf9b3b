/** What the layers of one request know of it, and how layers are put together. STYLE.md section 1. */
import type { IncomingMessage } from 'node:http'
import type { ParameterizedContext } from 'koa'
import type { Caller } from '../../core/caller.ts'
import type { MaybePromise } from '../../core/maybe-promise.ts'
import type { Platform } from '../../core/platform.ts'
import type { Problem, ProblemSlug } from '../../core/problems.ts'
import type { Trace } from '../../core/trace.ts'

export type RequestState = {
  requestId: string
  /** Set once the caller has proved who it is. */
  caller?: Caller
  /** Its place in a trace. */
  trace?: Trace
  /** The same as its header says it. */
  traceparent?: string
  /** What it was refused with. */
  problem?: ProblemSlug
  /** What holds for the caller's spoke. */
  platform?: Platform
  /** Why that cannot be read. */
  platformError?: Problem
  /** The route's template, for the log: never the path itself. */
  route?: string
  /** What came as a form: parameters beside those of the address. */
  form?: readonly (readonly [name: string, value: string])[]
}

export type Context = ParameterizedContext<RequestState>
/** Answers at once where it waits for nothing: a promise a layer would cost more than what most layers do. */
export type Layer = (ctx: Context, next: () => MaybePromise<void>) => MaybePromise<void>

/** One layer that runs `layers` from the first to the last. */
export const stack = (layers: readonly Layer[]): Layer =>
  layers.reduceRight<Layer>(
    (inner, layer) => (ctx, next) => layer(ctx, () => inner(ctx, next)),
    (_ctx, next) => next(),
  )

/** Runs `layer` for `prefix` and what lies below it. */
export const under =
  (prefix: string, layer: Layer): Layer =>
  (ctx, next) =>
    ctx.path === prefix || ctx.path.startsWith(`${prefix}/`) ? layer(ctx, next) : next()

/** Hands what lies below `prefix` to a plain Node handler. */
export const delegate = (
  prefix: string,
  handle: (request: IncomingMessage, response: Context['res']) => Promise<void>,
): Layer =>
  under(prefix, async (ctx) => {
    ctx.respond = false
    ctx.state.route = prefix
    await handle(ctx.req, ctx.res)
  })

/** A request's header, by its name in small letters; empty where it is absent. */
export function headerOf({ req }: Pick<Context, 'req'>, name: string): string {
  const value = req.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Node joins some repeated headers and drops others: what must be there once is counted here. */
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
