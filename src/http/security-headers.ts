/** Headers that every answer of an API carries: nothing is cached, framed, sniffed or run. OWASP REST Security Cheat Sheet. */
import type { Layer } from './request-state.ts'

const always = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** RFC 6797; only where the server is reached by TLS, that is in production. */
const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } as const

export const securityHeaders = (mode: 'development' | 'production'): Layer => {
  const headers = Object.entries({ ...always, ...(mode === 'production' ? strictTransport : {}) })
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value)
    return next()
  }
}
