/** Reads an issuer's own description, and its keys. OpenID Connect Discovery 1.0 section 4. */
import type { JSONWebKeySet } from 'jose'
import { hostOf, IssuerError, toIssuerError } from './issuer-error.ts'
import type { Discovery } from './smart-configuration.ts'

const timeoutMs = 5_000

/** Throws IssuerError. */
export async function fetchDiscovery(issuer: string, fetchOut: typeof fetch): Promise<Discovery> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const discovery = await fetchJson(address, fetchOut)
  const { issuer: named } = Object(discovery) as { readonly issuer?: unknown }
  if (named !== issuer) throw new IssuerError({ host: hostOf(address), reason: 'mismatch' })
  // An object, since it has an issuer.
  return discovery as Discovery
}

/** An address that the issuer describes. Throws IssuerError. */
export async function fetchAddress(
  issuer: string,
  member: 'jwks_uri' | 'introspection_endpoint',
  fetchOut: typeof fetch,
): Promise<string> {
  const { [member]: address } = await fetchDiscovery(issuer, fetchOut)
  if (typeof address !== 'string' || !isPlainAddress(address))
    throw new IssuerError({ host: hostOf(issuer), reason: 'malformed' })
  // Anybody on the way could insert keys, or read tokens.
  if (issuer.startsWith('https:') && !address.startsWith('https:'))
    throw new IssuerError({ host: hostOf(address), reason: 'clear' })
  return address
}

/** Finds an issuer's keys by its discovery document. Throws IssuerError. */
export async function fetchKeys(issuer: string, fetchOut: typeof fetch): Promise<JSONWebKeySet> {
  const address = await fetchAddress(issuer, 'jwks_uri', fetchOut)
  // createLocalJWKSet checks the shape.
  return (await fetchJson(address, fetchOut)) as JSONWebKeySet
}

/** Of http, without a user: a request for anything else cannot be made. */
function isPlainAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

async function fetchJson(address: string, fetchOut: typeof fetch): Promise<unknown> {
  const options = { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) }
  const response = await fetchOut(address, { ...options, redirect: 'manual' }).catch((cause: unknown) => {
    throw toIssuerError(address, cause)
  })
  if (!response.ok) throw new IssuerError({ host: hostOf(address), reason: 'status' })
  return response.json().catch((cause: unknown) => {
    throw new IssuerError({ host: hostOf(address), reason: 'malformed' }, { cause })
  })
}
