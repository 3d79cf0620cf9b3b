/** Parses the untrusted parts of a request to checked values. docs/design/house.md#handlers. */
import { z } from 'zod'
import type { JsonValue } from '../core/json.ts'
import { invalidField, Problem } from '../core/problems.ts'
import { readCaller, readIdentifyAgain } from './checks/authenticate.ts'
import { readPlatformOf } from './checks/platform.ts'
import type { Match } from './match-path.ts'
import { checkSigned, parseExpected } from './preconditions.ts'
import { parseBody } from './request/body.ts'
import { parseWith } from './request/field-errors.ts'
import { type Context, isRepeated } from './request/request-state.ts'
import type { HandlerRequest, Route } from './route.ts'

type Arrived = {
  /** Absent without a body. */
  readonly json?: JsonValue | undefined
  /** For a body that is not JSON: the result of `receive`. */
  readonly received?: unknown
  /** The time limit of the request. */
  readonly limit: { readonly signal: AbortSignal }
}

export function parseRequest<S>(
  ctx: Context,
  { route, params }: Match<S>,
  { json, received, limit }: Arrived,
): HandlerRequest<string, unknown, unknown> {
  const query = limitPage(ctx, parseQuery(ctx.querystring, route))
  const headers = parseHeaders(ctx, route)
  const expected = parseExpected(ctx, route)
  const body = route.takes === undefined ? parseRouteBody(json, route) : received
  checkSigned(route, body, expected)
  return {
    caller: readCaller(ctx),
    identifyAgain: readIdentifyAgain(ctx),
    params,
    query,
    headers,
    expected,
    feature: route.feature,
    body,
    get signal() {
      return limit.signal
    },
  }
}

const noMembers = z.strictObject({})
const nothing = {}

function parseQuery<S>(text: string, route: Route<S>): unknown {
  if (text === '' && route.query === undefined) return nothing
  const parameters = [...new URLSearchParams(text)]
  const values = Object.fromEntries(parameters)
  const value = parseWith(route.query ?? noMembers, values)
  // Every name is known here, so the answer may repeat it.
  const twice = Object.keys(values).find((name) => parameters.filter(([other]) => other === name).length > 1)
  if (twice !== undefined) throw invalidField(twice, 'must be given once')
  return value
}

/** If the spoke's config has shorter pages, a longer one is refused, and the default becomes shorter. */
function limitPage(ctx: Context, query: unknown): unknown {
  const { limits } = readPlatformOf(ctx)
  const asked = isPaged(query) ? query.limit : 0
  const most = limits.pageItems ?? asked
  if (asked <= most) return query
  if (ctx.query['limit'] !== undefined) throw invalidField('limit', `must be at most ${most}`)
  return { ...(query as object), limit: most }
}

const isPaged = (query: unknown): query is { readonly limit: number } =>
  typeof query === 'object' && query !== null && 'limit' in query && typeof query.limit === 'number'

/** The headers that the row names; an absent one is `undefined` for its schema. */
function parseHeaders<S>(ctx: Context, { headers }: Route<S>): Readonly<Record<string, unknown>> {
  if (headers === undefined) return nothing
  const names = Object.keys(headers.shape)
  const errors = names
    .filter((name) => isRepeated(ctx.req, name))
    .map((field) => ({ field, message: 'must be given once' }))
  if (errors.length > 0) throw new Problem('validation', { errors })
  return parseWith(headers, Object.fromEntries(names.map((name) => [name, ctx.get(name) || undefined])))
}

/** A route without a schema takes no body, or an empty object, which some clients always send. */
function parseRouteBody<S>(json: JsonValue | undefined, route: Route<S>): unknown {
  if (route.body === undefined) {
    if (json !== undefined) parseWith(noMembers, json)
    return undefined
  }
  const isAbsent = json === undefined && route.body.safeParse(undefined).success
  return parseWith(route.body, isAbsent ? undefined : (json ?? parseBody(noBytes)))
}

const noBytes = new Uint8Array()
