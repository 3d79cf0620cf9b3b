/** Why a caller is unknown, in fixed words. RFC 6750 section 3; docs/design/hub.md#problems. */
import { Problem } from '../core/problems.ts'

/** `error` is RFC 6750's code; a request without credentials gets none. */
// biome-ignore format: one row a line
const reasons = {
  missing:     { error: undefined,         text: 'An access token is required' },
  malformed:   { error: 'invalid_request', text: 'The Authorization header is malformed' },
  token:       { error: 'invalid_token',   text: 'The access token is not a JSON Web Token' },
  unknown:     { error: 'invalid_token',   text: 'The access token is not known, or counts no longer' },
  type:        { error: 'invalid_token',   text: 'The token is not an access token' },
  algorithm:   { error: 'invalid_token',   text: 'The signature algorithm is not allowed' },
  issuer:      { error: 'invalid_token',   text: 'The issuer is not trusted' },
  signature:   { error: 'invalid_token',   text: 'The signature is not valid' },
  expired:     { error: 'invalid_token',   text: 'The access token has expired' },
  early:       { error: 'invalid_token',   text: 'The access token is not valid yet' },
  audience:    { error: 'invalid_token',   text: 'The access token is for another audience' },
  claims:      { error: 'invalid_token',   text: 'The access token lacks a claim' },
  bound:       { error: 'invalid_token',   text: 'The access token is bound to a key' },
  certificate: { error: 'invalid_token',   text: 'The access token is bound to a certificate that did not come with the request' },
  credentials: { error: undefined,         text: 'The user name or password is wrong' },
} as const

export type Reason = keyof typeof reasons

export function authenticationRequired(reason: Reason, scheme: 'Bearer' | 'Basic' = 'Bearer'): Problem {
  const { error, text } = reasons[reason]
  const challenge = error === undefined ? '' : `, error="${error}", error_description="${text}"`
  return new Problem('authentication-required', {
    detail: text,
    headers: { 'WWW-Authenticate': `${scheme} realm="banksia"${challenge}` },
  })
}
