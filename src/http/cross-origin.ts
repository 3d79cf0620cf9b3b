/** Cross-origin requests of pages in a browser. Fetch 3.2 (CORS protocol); SMART App Launch 2.2 app-launch.html, Cross-Origin Resource Sharing; D110. */

import { after, type MaybePromise } from '../core/maybe-promise.ts'
import { openOrigins, type PageOrigins } from '../identity/page-origins.ts'
import { type Context, headerOf, type Layer } from './request/request-state.ts'

type Rule = {
  readonly path: string
  /** `any`: anybody may read it without a token. `listed`: pages of the origins in the settings. `registered`: those of registered apps too. */
  readonly origins: 'any' | 'listed' | 'registered'
  /** Also everything below. */
  readonly isTree: boolean
}

/** The first row that holds the path counts. Other paths (pages for people, sign-in, metrics) are for their own origin alone. */
// biome-ignore format: one row a line
const rules: readonly Rule[] = [
  { path: '/fhir/R4/metadata',                         origins: 'any',    isTree: true },
  { path: '/fhir/R4/.well-known/smart-configuration',  origins: 'any',    isTree: false },
  { path: '/v1/openapi.json',                          origins: 'any',    isTree: false },
  { path: '/problems',                                 origins: 'any',    isTree: true },
  { path: '/fhir/R4',                                  origins: 'registered', isTree: true },
  { path: '/v1',                                       origins: 'listed', isTree: true },
  { path: '/oidc/.well-known',                         origins: 'any',    isTree: true },
  { path: '/oidc/jwks',                                origins: 'any',    isTree: false },
  { path: '/oidc/token',                               origins: 'registered', isTree: true },
]

/** Headers of answers that scripts may read, beside those that Fetch always shows. */
export const exposedHeaders = [
  ...['Allow', 'Content-Digest', 'Content-Disposition', 'Content-Location', 'Content-Range', 'Deprecation', 'ETag'],
  ...['Idempotent-Replayed', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Sunset'],
  ...['WWW-Authenticate', 'X-Progress', 'X-Request-Id'],
]

/** Headers of requests that scripts may send, beside those that Fetch always lets through. */
export const allowedHeaders = [
  ...[
    'Accept',
    'Authorization',
    'Content-Digest',
    'Content-Encoding',
    'Content-Type',
    'DPoP',
    'If-Match',
    'If-Modified-Since',
  ],
  ...['If-None-Exist', 'If-None-Match', 'If-Range', 'Last-Event-ID', 'Prefer', 'Range', 'traceparent', 'tracestate'],
  ...[
    'X-Break-Glass',
    'X-Chunk-Index',
    'X-Idempotency-Key',
    'X-Provenance',
    'X-Request-Id',
    'X-Security-Context',
    'X-Spoke-Id',
    'X-Tenant-Id',
  ],
]

const exposed = exposedHeaders.join(', ')
const allowed = allowedHeaders.join(', ')
const changing = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const methods = { any: 'GET, HEAD', listed: changing, registered: changing } as const
/** A browser asks again after ten minutes. */
const maxAgeSeconds = '600'

const isWithin = ({ path, isTree }: Rule, asked: string): boolean =>
  asked.startsWith(path) && (asked.length === path.length || (isTree && asked[path.length] === '/'))

/**
 * Answers preflights, and lets pages of the listed origins (and of the server's own) read every other answer, also a refusal. A page of another
 * origin gets no such header, and its request is served as if it were none of a page. Cookies are never let through: a token comes in
 * a header.
 */
export function crossOrigin(config: PageOrigins, isRegistered: IsRegistered = async () => false): Layer {
  const isListed = openOrigins(config)
  const mayRead = ({ origins }: Rule, origin: string): MaybePromise<boolean> => {
    if (origins === 'any' || isListed(origin)) return true
    return origins === 'registered' && origin !== '' && isRegistered(origin)
  }
  return (ctx, next) => {
    const rule = rules.find((one) => isWithin(one, ctx.path))
    if (rule === undefined) return next()
    const origin = headerOf(ctx, 'origin')
    // The first layer that sets it: later ones add to it.
    if (rule.origins !== 'any') ctx.res.setHeader('Vary', 'Origin')
    return after(mayRead(rule, origin), (isLetIn) => (isLetIn ? letIn(ctx, { rule, origin, next }) : next()))
  }
}

/** Whether a registered app has this origin. */
type IsRegistered = (origin: string) => Promise<boolean>

type LetIn = { readonly rule: Rule; readonly origin: string; readonly next: Parameters<Layer>[1] }

function letIn(ctx: Context, { rule, origin, next }: LetIn): ReturnType<Layer> {
  ctx.res.setHeader('Access-Control-Allow-Origin', rule.origins === 'any' ? '*' : origin)
  if (ctx.method !== 'OPTIONS' || origin === '' || headerOf(ctx, 'access-control-request-method') === '') {
    ctx.res.setHeader('Access-Control-Expose-Headers', exposed)
    return next()
  }
  ctx.state.route = rule.path
  ctx.set({
    'Access-Control-Allow-Methods': methods[rule.origins],
    'Access-Control-Allow-Headers': allowed,
    'Access-Control-Max-Age': maxAgeSeconds,
  })
  ctx.status = 204
}
