/** Cross-origin requests of pages in a browser. Fetch 3.2 (CORS protocol); SMART App Launch 2.2 app-launch.html, Cross-Origin Resource Sharing; D110. */

import { openOrigins, type PageOrigins } from '../identity/page-origins.ts'
import { headerOf, type Layer } from './request/request-state.ts'

type Rule = {
  readonly path: string
  /** `any`: anybody may read it without a token. `listed`: pages of the origins in the settings. */
  readonly origins: 'any' | 'listed'
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
  { path: '/fhir/R4',                                  origins: 'listed', isTree: true },
  { path: '/v1',                                       origins: 'listed', isTree: true },
  { path: '/oidc/token',                               origins: 'listed', isTree: false },
  { path: '/oidc/me',                                  origins: 'listed', isTree: false },
]

/** Headers of answers that scripts may read, beside those that Fetch always shows. */
export const exposedHeaders = [
  ...['Allow', 'Content-Digest', 'Content-Disposition', 'Content-Location', 'Content-Range', 'Deprecation', 'ETag'],
  ...['Idempotent-Replayed', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Sunset'],
  ...['WWW-Authenticate', 'X-Progress', 'X-Request-Id'],
]

/** Headers of requests that scripts may send, beside those that Fetch always lets through. */
export const allowedHeaders = [
  ...['Accept', 'Authorization', 'Content-Digest', 'Content-Encoding', 'Content-Type', 'If-Match', 'If-Modified-Since'],
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
const methods = { any: 'GET, HEAD', listed: 'GET, HEAD, POST, PUT, PATCH, DELETE' } as const
/** A browser asks again after ten minutes. */
const maxAgeSeconds = '600'

const isWithin = ({ path, isTree }: Rule, asked: string): boolean =>
  asked.startsWith(path) && (asked.length === path.length || (isTree && asked[path.length] === '/'))

/**
 * Answers preflights, and lets pages of the listed origins (and of the server's own) read every other answer, also a refusal. A page of another
 * origin gets no such header, and its request is served as if it were none of a page. Cookies are never let through: a token comes in
 * a header.
 */
export function crossOrigin(config: PageOrigins): Layer {
  const isListed = openOrigins(config)
  return (ctx, next) => {
    const rule = rules.find((one) => isWithin(one, ctx.path))
    if (rule === undefined) return next()
    const origin = headerOf(ctx, 'origin')
    const isAny = rule.origins === 'any'
    // The first layer that sets it: later ones add to it.
    if (!isAny) ctx.res.setHeader('Vary', 'Origin')
    if (!isAny && !isListed(origin)) return next()
    ctx.res.setHeader('Access-Control-Allow-Origin', isAny ? '*' : origin)
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
}
