/**
 * The row of a route table: the one source of the router, its checks, OpenAPI and the client. hub-contract, first paragraphs.
 *
 * To add a route: write its handler, and beside it the schemas of what it takes and answers, each with a name and an example
 * (`named` and `listOf` of answers.ts); put one row into the table; add its line to the README. The row says what cannot be
 * told from the method and the path: who may call it, what it does (`summary`), its schemas, the problems that are its own.
 */
import type { z } from 'zod'
import type { Caller, Role } from '../core/caller.ts'
import type { Feature } from '../core/features.ts'
import type { MaybePromise } from '../core/maybe-promise.ts'
import type { LimitName, TimeoutName } from '../core/platform.ts'
import type { ProblemSlug } from '../core/problems.ts'
import type { Expected, Precondition } from './preconditions.ts'
import type { Reply } from './reply/reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How far a client may rely on an operation. Spec 9. */
export type Maturity = 'public' | 'preview' | 'direction' | 'internal'

type Nothing = Readonly<Record<never, never>>

/** What a handler sees: checked identity, checked names, checked body. */
export type HandlerRequest<Names extends string = never, Body = undefined, Query = Nothing, Headers = Nothing> = {
  readonly caller: Caller
  readonly params: { readonly [Name in Names]: string }
  readonly query: Query
  /** Those that the row's schema names, and no other. */
  readonly headers: Headers
  readonly body: Body
  /** What `If-Match` or `If-None-Match` says of the version that is changed. D73 */
  readonly expected: Expected | undefined
  /** The row's: asked of the caller's spoke already, and still to be asked of that of what is acted on. D75 */
  readonly feature: Feature | undefined
  /** Aborted when the request's time is over. */
  readonly signal: AbortSignal
}

/** A handler over `S`, whatever the table's owner passes: the store, or the store with more. */
export type Handler<S, Names extends string = never, Body = undefined, Query = Nothing, Headers = Nothing> = (
  request: HandlerRequest<Names, Body, Query, Headers>,
  store: S,
) => MaybePromise<Reply>

type RouteFacts = {
  readonly method: Method
  readonly scope: 'read' | 'write'
  readonly roles: readonly Role[]
  /** Refused while it is off for the spoke. */
  readonly feature?: Feature
  /** X-Idempotency-Key is required and honoured. R5.4. */
  readonly idempotent: boolean
  /** What it must say of the version that it changes; or why it needs to say nothing, though it may (`isHeard`). D73 */
  readonly precondition?: Precondition | { readonly none: string; readonly isHeard?: true }
  readonly success: number
  /** Time or a setting changes its answer, too, and not its version alone: there is no 304 for it. RFC 9110 13.1.2 */
  readonly isTimely?: true
  /** Of an answer of the same form, where the work was done already. */
  readonly otherSuccess?: number
  readonly spec: string
  /** The form of a name in the path, where it is not a UUID. */
  readonly params?: Readonly<Record<string, RegExp>>
  /** Where it is not the largest JSON body. */
  readonly maxBodyBytes?: number
  /** What a spoke's platform config calls that. */
  readonly bodyLimit?: LimitName
  /** Served within the process's own limits, so that nobody locks an operator out of a spoke's. */
  readonly isAlwaysOpen?: true
  /** What it waits for has a time of its own beside the handler's. */
  readonly timeout?: TimeoutName
  /** What it does, for who reads the documentation: `Opens an encounter`. */
  readonly summary?: string
  /** The JSON body of a 2xx answer; absent where it has none (204) or is not JSON (`gives`). */
  readonly response?: z.ZodType
  /** Problems that this operation may answer beside those of every route of its kind (route-problems.ts). */
  readonly problems?: readonly ProblemSlug[]
  /** Default: preview. */
  readonly maturity?: Maturity
  /** Media types of an answer that is not JSON. */
  readonly gives?: readonly string[]
  /** Dates, YYYY-MM-DD: told in the headers Deprecation (RFC 9745) and Sunset (RFC 8594) of every answer. */
  readonly deprecation?: { readonly on: string; readonly sunsetOn?: string }
}

/** What takes a body in reads it part by part, once. */
export type Receiving<Names extends string = never, Headers = Nothing> = Pick<
  HandlerRequest<Names, undefined, Nothing, Headers>,
  'caller' | 'params' | 'headers' | 'feature'
> & { readonly read: () => AsyncIterable<Uint8Array> }

/** What has come of a body, and what undoes it where no handler has made it its own. */
export type Received<Body> = { readonly body: Body; readonly release: () => Promise<void> }

/** A row whose types the compiler has checked and forgotten. */
export type Route<S> = RouteFacts & {
  readonly path: string
  readonly body?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: z.ZodObject
  readonly takes?: readonly string[]
  readonly receive?: (request: never, store: S) => Promise<Received<unknown>>
  readonly prepare?: (request: never, store: S) => Promise<object>
  /** The body is somebody's word for what they have read: one version is named, whatever else the precondition allows. D73 */
  readonly signs?: (body: never) => boolean
  readonly handler: (request: never, store: S) => MaybePromise<Reply>
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Parsed<Schema, Absent> = Schema extends z.ZodType ? z.output<Schema> : Absent

type TypedRoute<S, Path extends string, Body, Query, Headers, Takes, Taken> = RouteFacts & {
  readonly path: Path
  readonly body?: Body
  readonly query?: Query
  /** Headers of its own, by their names as they are written: `X-Chunk-Index`. */
  readonly headers?: Headers
  /** Media types of a body that is not JSON: the handler gets its bytes. */
  readonly takes?: Takes
  /** Takes such a body in as it comes, before the handler's transaction; the handler gets what it has made of it. */
  readonly receive?: (request: Receiving<NamesIn<Path>, Parsed<Headers, Nothing>>, store: S) => Promise<Received<Taken>>
  /** What takes long, done before the handler's transaction: what it answers takes the place of the store's own members. Changes nothing. */
  readonly prepare?: (
    request: HandlerRequest<NamesIn<Path>, Parsed<Body, undefined>, Parsed<Query, Nothing>>,
    store: S,
  ) => Promise<Partial<S>>
  readonly signs?: (body: Parsed<Body, undefined>) => boolean
  readonly handler: Handler<
    S,
    NamesIn<Path>,
    Takes extends readonly string[] ? Taken : Parsed<Body, undefined>,
    Parsed<Query, Nothing>,
    Parsed<Headers, Nothing>
  >
}

/** Makes the compiler hold a handler to the names in its path and to its schemas. */
export const route = <
  S,
  const Path extends string,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Headers extends z.ZodObject | undefined = undefined,
  const Takes extends readonly string[] | undefined = undefined,
  Taken = Uint8Array,
>(
  row: TypedRoute<S, Path, Body, Query, Headers, Takes, Taken>,
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
