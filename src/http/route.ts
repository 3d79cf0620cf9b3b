/**
 * A row of a route table: the one source of the router, its checks, OpenAPI and the client. docs/design/hub.md#requests-and-answers.
 *
 * To add a route: write its handler and, beside it, the schemas of its request and response, each with a name and an example
 * (`named` and `listOf` of answers.ts); put one row into the table; run `npm run reference`. The row says what method and path do
 * not: who may call it, what it does (`summary`), its schemas, and its own problems.
 */
import type { z } from 'zod'
import type { Caller, Role } from '../core/caller.ts'
import type { Feature } from '../core/features.ts'
import type { MaybePromise } from '../core/maybe-promise.ts'
import type { LimitName, TimeoutName } from '../core/platform.ts'
import type { ProblemSlug } from '../core/problem-catalogue.ts'
import type { Demand, Expected } from './preconditions.ts'
import type { Reply } from './reply/reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How far a client may rely on an operation. */
export type Maturity = 'public' | 'preview' | 'direction' | 'internal'

type Nothing = Readonly<Record<never, never>>

/** The input of a handler: checked identity, checked names, checked body. */
export type HandlerRequest<Names extends string = never, Body = undefined, Query = Nothing, Headers = Nothing> = {
  readonly caller: Caller
  /** For an answer that goes on: throws as soon as the token counts no longer, or says something else. D170 */
  readonly identifyAgain: () => MaybePromise<void>
  readonly params: { readonly [Name in Names]: string }
  readonly query: Query
  /** Only those in the row's schema. */
  readonly headers: Headers
  readonly body: Body
  /** The version in `If-Match` or `If-None-Match`. D73 */
  readonly expected: Expected | undefined
  /** The row's feature: checked for the caller's spoke, and to be checked for the spoke of what is acted on. D75 */
  readonly feature: Feature | undefined
  /** Aborted when the request's time is over. */
  readonly signal: AbortSignal
}

/**
 * A handler over `S`, which the owner of the table chooses: the store, or the store with more. `prepared` is the answer of `prepare` in
 * its row, if there is one and the request has an idempotency key.
 */
export type Handler<
  S,
  Names extends string = never,
  Body = undefined,
  Query = Nothing,
  Headers = Nothing,
  Prepared = undefined,
> = (request: HandlerRequest<Names, Body, Query, Headers>, store: S, prepared?: Prepared) => MaybePromise<Reply>

type RouteFacts = Demand & {
  readonly method: Method
  readonly scope: 'read' | 'write'
  readonly roles: readonly Role[]
  /** The route is refused while it is off for the spoke. */
  readonly feature?: Feature
  /** X-Idempotency-Key is required and applied. R5.4. */
  readonly idempotent: boolean
  readonly success: number
  /** Time or a setting changes its answer too, so there is no 304 for it. RFC 9110 13.1.2 */
  readonly isTimely?: true
  /** For an answer of the same form when the work was done before. */
  readonly otherSuccess?: number
  readonly spec: string
  /** The form of a name in the path, if it is no UUID. */
  readonly params?: Readonly<Record<string, RegExp>>
  /** If it differs from the largest JSON body. */
  readonly maxBodyBytes?: number
  /** Its name in a spoke's platform config. */
  readonly bodyLimit?: LimitName
  /** Uses the limits of the process only, so that nobody locks an operator out of a spoke's config. */
  readonly isAlwaysOpen?: true
  /** Waits for something with a time of its own, added to the handler's. */
  readonly timeout?: TimeoutName
  /** Its summary for the documentation: `Opens an encounter`. */
  readonly summary?: string
  /** The JSON body of a 2xx answer; absent without a body (204), or if it is not JSON (`gives`). */
  readonly response?: z.ZodType
  /** Problems of this operation beside those of its kind (route-problems.ts). */
  readonly problems?: readonly ProblemSlug[]
  /** Default: preview. */
  readonly maturity?: Maturity
  /** Media types of an answer that is not JSON. */
  readonly gives?: readonly string[]
  /** Dates, YYYY-MM-DD, for the headers Deprecation (RFC 9745) and Sunset (RFC 8594) of every answer. */
  readonly deprecation?: { readonly on: string; readonly sunsetOn?: string }
}

/** Reads a body part by part, once. */
export type Receiving<Names extends string = never, Headers = Nothing> = Pick<
  HandlerRequest<Names, undefined, Nothing, Headers>,
  'caller' | 'params' | 'headers' | 'feature'
> & { readonly read: () => AsyncIterable<Uint8Array> }

/** The result of a body, and what undoes it if no handler takes it over. */
export type Received<Body> = { readonly body: Body; readonly release: () => Promise<void> }

/** A row whose types the compiler has checked and forgotten. */
export type Route<S> = RouteFacts & {
  readonly path: string
  readonly body?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: z.ZodObject
  readonly takes?: readonly string[]
  readonly receive?: (request: never, store: S) => Promise<Received<unknown>>
  readonly prepare?: (request: never, store: S) => Promise<unknown>
  /** The body signs what the caller has read, so the request must name one version, whatever else the precondition allows. D73 */
  readonly signs?: (body: never) => boolean
  readonly handler: (request: never, store: S, prepared?: never) => MaybePromise<Reply>
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Parsed<Schema, Absent> = Schema extends z.ZodType ? z.output<Schema> : Absent

type TypedRoute<S, Path extends string, Body, Query, Headers, Takes, Taken, Prepared> = RouteFacts & {
  readonly path: Path
  readonly body?: Body
  readonly query?: Query
  /** Headers of its own, by their written names: `X-Chunk-Index`. */
  readonly headers?: Headers
  /** Media types of a body that is not JSON: the handler gets its bytes. */
  readonly takes?: Takes
  /** Takes in such a body as it arrives, before the handler's transaction; the handler gets the result. */
  readonly receive?: (request: Receiving<NamesIn<Path>, Parsed<Headers, Nothing>>, store: S) => Promise<Received<Taken>>
  /** Does long work before the handler's transaction, and changes nothing. */
  readonly prepare?: (
    request: HandlerRequest<NamesIn<Path>, Parsed<Body, undefined>, Parsed<Query, Nothing>>,
    store: S,
  ) => Promise<Prepared | undefined>
  readonly signs?: (body: Parsed<Body, undefined>) => boolean
  readonly handler: Handler<
    S,
    NamesIn<Path>,
    Takes extends readonly string[] ? Taken : Parsed<Body, undefined>,
    Parsed<Query, Nothing>,
    Parsed<Headers, Nothing>,
    Prepared
  >
}

/** Makes the compiler check a handler against the names in its path and its schemas. */
export const route = <
  S,
  const Path extends string,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Headers extends z.ZodObject | undefined = undefined,
  const Takes extends readonly string[] | undefined = undefined,
  Taken = Uint8Array,
  Prepared = undefined,
>(
  row: TypedRoute<S, Path, Body, Query, Headers, Takes, Taken, Prepared>,
): Route<S> => {
  const { body, query, headers, takes, ...rest } = row
  return {
    ...rest,
    ...(body === undefined ? {} : { body }),
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers }),
    ...(takes === undefined ? {} : { takes }),
  }
}
