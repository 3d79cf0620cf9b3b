/** The row of a route table: the one source of the router, its checks, OpenAPI and the client. hub-contract, first paragraphs. */
import type { z } from 'zod'
import type { Caller, Role } from '../caller.ts'
import type { Reply } from './reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type NoQuery = Readonly<Record<never, never>>

/** What a handler sees: checked identity, checked names, checked body. */
export type HandlerRequest<Names extends string = never, Body = undefined, Query = NoQuery> = {
  readonly caller: Caller
  readonly params: { readonly [Name in Names]: string }
  readonly query: Query
  readonly body: Body
  /** The version that `If-Match` names, where it names one. */
  readonly ifMatch: number | undefined
  /** Aborted when the request's time is over. */
  readonly signal: AbortSignal
}

/** A handler over `S`, whatever the table's owner passes: the store, or the store with more. */
export type Handler<S, Names extends string = never, Body = undefined, Query = NoQuery> = (
  request: HandlerRequest<Names, Body, Query>,
  store: S,
) => Promise<Reply>

type RouteFacts = {
  readonly method: Method
  readonly scope: 'read' | 'write'
  readonly roles: readonly Role[]
  /** X-Idempotency-Key is required and honoured. R5.4. */
  readonly idempotent: boolean
  readonly success: number
  readonly spec: string
  /** The form of a name in the path, where it is not a UUID. */
  readonly params?: Readonly<Record<string, RegExp>>
  /** Where it is not the largest JSON body. */
  readonly maxBodyBytes?: number
}

/** A row whose types the compiler has checked and forgotten. */
export type Route<S> = RouteFacts & {
  readonly path: string
  readonly body?: z.ZodType
  readonly query?: z.ZodType
  readonly handler: (request: never, store: S) => Promise<Reply>
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Parsed<Schema, Absent> = Schema extends z.ZodType ? z.output<Schema> : Absent

type TypedRoute<S, Path extends string, Body, Query> = RouteFacts & {
  readonly path: Path
  readonly body?: Body
  readonly query?: Query
  readonly handler: Handler<S, NamesIn<Path>, Parsed<Body, undefined>, Parsed<Query, NoQuery>>
}

/** Makes the compiler hold a handler to the names in its path and to its schemas. */
export const route = <
  S,
  const Path extends string,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>(
  row: TypedRoute<S, Path, Body, Query>,
): Route<S> => {
  const { body, query, ...rest } = row
  return { ...rest, ...(body === undefined ? {} : { body }), ...(query === undefined ? {} : { query }) }
}
