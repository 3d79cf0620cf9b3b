/** Why a caller is unknown, in fixed words. RFC 6750 section 3, RFC 9449 section 7.1; docs/design/hub.md#problems. */
import { Problem } from '../core/problems.ts'
import { proofAlgorithms } from './holder/dpop-proof.ts'

/** `error` is the code of RFC 6750 or RFC 9449; a request without credentials gets none. */
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
  bound:       { error: 'invalid_token',   text: 'The access token is bound to something that cannot be checked' },
  bearer:      { error: 'invalid_token',   text: 'The access token is bound to a key: it needs the DPoP scheme' },
  unbound:     { error: 'invalid_token',   text: 'The access token is not bound to a key' },
  certificate: { error: 'invalid_token',   text: 'The access token is bound to a certificate that did not come with the request' },
  'proof-missing': { error: 'invalid_dpop_proof', text: 'The request has no DPoP proof' },
  proof:           { error: 'invalid_dpop_proof', text: 'The DPoP proof is not valid' },
  'proof-old':     { error: 'invalid_dpop_proof', text: 'The DPoP proof was not made in the last minute' },
  'proof-request': { error: 'invalid_dpop_proof', text: 'The DPoP proof is for another request' },
  'proof-token':   { error: 'invalid_dpop_proof', text: 'The DPoP proof is for another access token' },
  'proof-key':     { error: 'invalid_dpop_proof', text: 'The DPoP proof is by another key than the one of the access token' },
  'proof-used':    { error: 'invalid_dpop_proof', text: 'The DPoP proof was used before' },
  credentials: { error: undefined,         text: 'The user name or password is wrong' },
} as const

export type Reason = keyof typeof reasons

/** RFC 9449 5.1: parameter of a challenge. */
export const proofAlgorithmsText = `algs="${proofAlgorithms.join(' ')}"`

type Scheme = 'Bearer' | 'Basic' | 'DPoP'

/** The words of a refusal of a DPoP proof, for answers of another form. */
export const describeReason = (reason: Reason): string => reasons[reason].text

export function authenticationRequired(reason: Reason, scheme: Scheme = 'Bearer'): Problem {
  const { error, text } = reasons[reason]
  const challenge = error === undefined ? '' : `, error="${error}", error_description="${text}"`
  const algorithms = scheme === 'DPoP' ? `, ${proofAlgorithmsText}` : ''
  return new Problem('authentication-required', {
    detail: text,
    headers: { 'WWW-Authenticate': `${scheme} realm="banksia"${challenge}${algorithms}` },
  })
}
