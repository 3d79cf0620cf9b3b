/** Asks a token endpoint for the access token of a client: by its secret (RFC 6749 4.4), or by an assertion (SMART App Launch 2.2 backend-services.html). */
import { isJsonObject, tryParseJson } from '../../core/json.ts'
import { signClientAssertion } from '../../identity/client-assertion.ts'
import type { TlsSettings } from '../../outbound/connect.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { type OutboundResponse, sendRequest } from '../../outbound/request.ts'
import { parseRetryAfter } from '../../outbound/retry-after.ts'
import type { FhirAuth } from './fhir-auth.ts'

/** The token endpoint answered without a token, or the server names no token endpoint. */
export class TokenRefused extends Error {
  readonly status: number
  /** The wait that it asks for. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, retryAfterMs?: number) {
    super('token refused')
    this.name = 'TokenRefused'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

export type TokenClient = Extract<FhirAuth, { type: 'oauth2' | 'smart' }>

export type Token = {
  readonly value: string
  /** Milliseconds since the epoch: from then on it is not used. */
  readonly expiresAt: number
}

/** A token is not used in its last seconds; without `expires_in` it counts for one minute. */
const marginMs = 30_000
const defaultLifetimeMs = 60_000
const maxBytes = 256 * 1024

export type Asking = { readonly policy: OutboundPolicy; readonly now: Date; readonly signal: AbortSignal }

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Throws TokenRefused, OutboundError. */
export async function requestToken(asking: Asking, client: TokenClient, tokenUrl: string): Promise<Token> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (client.scope !== undefined) form.set('scope', client.scope)
  const answer = await sendRequest(asking.policy, {
    method: 'POST',
    url: tokenUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(await identify(asking, client, tokenUrl, form)),
    },
    body: form.toString(),
    signal: asking.signal,
    maxBytes,
    ...(client.tls && { tls: client.tls }),
  })
  return parseToken(answer, asking.now)
}

/** The headers; an assertion goes into the form. */
async function identify(
  { now }: Asking,
  client: TokenClient,
  audience: string,
  form: URLSearchParams,
): Promise<Record<string, string>> {
  // RFC 6749 2.3.1: form-encoded first, then as Basic.
  if (client.type === 'oauth2')
    return { authorization: basic(encodeURIComponent(client.clientId), encodeURIComponent(client.clientSecret)) }
  form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
  form.set('client_assertion', await signClientAssertion({ ...client, audience, now }))
  return {}
}

function parseToken({ status, headers, body }: OutboundResponse, now: Date): Token {
  const answer = status === 200 ? tryParseJson(body) : undefined
  if (!isJsonObject(answer)) throw new TokenRefused(status, parseRetryAfter(headers['retry-after'], now))
  const { access_token: value, expires_in: seconds } = answer
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) throw new TokenRefused(status)
  const lifetimeMs = typeof seconds === 'number' ? seconds * 1000 : defaultLifetimeMs
  return { value, expiresAt: now.getTime() + lifetimeMs - marginMs }
}

/** The token endpoint that the SMART configuration of a server names. SMART App Launch 2.2 conformance.html#using-well-known. */
export async function discoverTokenUrl(
  { policy, signal }: Asking,
  baseUrl: string,
  tls: TlsSettings | undefined,
): Promise<string> {
  const { status, body } = await sendRequest(policy, {
    method: 'GET',
    url: `${baseUrl.replace(/\/$/, '')}/.well-known/smart-configuration`,
    headers: { accept: 'application/json' },
    signal,
    maxBytes,
    ...(tls && { tls }),
  })
  const configuration = status === 200 ? tryParseJson(body) : undefined
  const address = isJsonObject(configuration) ? configuration['token_endpoint'] : undefined
  if (typeof address !== 'string' || !/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new TokenRefused(status)
  return address
}
