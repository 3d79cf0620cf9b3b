/** Headers of every answer of an API: nothing is cached, framed, sniffed, run or loaded from elsewhere. OWASP REST Security Cheat Sheet; CSP 3. */
import type { Layer } from '../request/request-state.ts'

const always = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** For content that somebody else wrote: it is also sandboxed, so that a page in it neither navigates nor runs. HTML "sandboxing". */
export const foreignContentPolicy = `${always['Content-Security-Policy']}; sandbox`

/** RFC 6797; only in production, where the server is reached by TLS. */
const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } as const

export const securityHeaders = (mode: 'development' | 'production'): Layer => {
  const headers = Object.entries({ ...always, ...(mode === 'production' ? strictTransport : {}) })
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value)
    return next()
  }
}
