/** Authenticates to a FHIR server: Basic (RFC 7617) or OAuth 2.0 client credentials (RFC 6749 4.4). */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { isJsonObject, parseJsonBytes } from '../../core/json.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { type OutboundResponse, sendRequest } from '../../outbound/request.ts'
import { parseRetryAfter } from '../../outbound/retry-after.ts'
import { httpAddress } from '../destination.ts'

const secret = z.string().min(1).max(2000)

export const fhirAuth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('basic'), username: secret.regex(/^[^:]*$/), password: secret }),
  z.strictObject({
    type: z.literal('oauth2'),
    tokenUrl: httpAddress,
    clientId: secret,
    clientSecret: secret,
    scope: secret.exactOptional(),
  }),
])
export type FhirAuth = z.output<typeof fhirAuth>
type OauthClient = Extract<FhirAuth, { type: 'oauth2' }>

/** The token endpoint answered without a token. */
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

type Token = { readonly value: string; readonly expiresAt: number }

/** A token is not used in its last seconds; without `expires_in` it counts for one minute. */
const marginMs = 30_000
const defaultLifetimeMs = 60_000

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Keeps tokens in memory until shortly before they expire. */
export class FhirAuthorizer {
  readonly policy: OutboundPolicy
  readonly clock: Clock
  private readonly tokens = new Map<string, Token>()

  constructor(policy: OutboundPolicy, clock: Clock) {
    this.policy = policy
    this.clock = clock
  }

  async headers(auth: FhirAuth, signal: AbortSignal): Promise<Record<string, string>> {
    if (auth.type === 'none') return {}
    if (auth.type === 'basic') return { authorization: basic(auth.username, auth.password) }
    const key = keyOf(auth)
    const kept = this.tokens.get(key)
    const token = kept !== undefined && kept.expiresAt > this.now() ? kept : await this.requestToken(auth, signal)
    this.tokens.set(key, token)
    return { authorization: `Bearer ${token.value}` }
  }

  /** The server refused the token: the next call gets a new one. False for what is no token. */
  forget(auth: FhirAuth): boolean {
    this.tokens.delete(keyOf(auth))
    return auth.type === 'oauth2'
  }

  private async requestToken(client: OauthClient, signal: AbortSignal): Promise<Token> {
    const form = new URLSearchParams({ grant_type: 'client_credentials' })
    if (client.scope !== undefined) form.set('scope', client.scope)
    const answer = await sendRequest(this.policy, {
      method: 'POST',
      url: client.tokenUrl,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        // RFC 6749 2.3.1: form-encoded first, then as Basic.
        authorization: basic(encodeURIComponent(client.clientId), encodeURIComponent(client.clientSecret)),
      },
      body: form.toString(),
      signal,
    })
    return parseToken(answer, this.now())
  }

  private now(): number {
    return this.clock().getTime()
  }
}

const keyOf = (auth: FhirAuth): string => createHash('sha256').update(JSON.stringify(auth)).digest('base64')

function parseToken({ status, headers, body }: OutboundResponse, now: number): Token {
  const answer = status === 200 ? parseAnswer(body) : undefined
  if (!isJsonObject(answer)) throw new TokenRefused(status, parseRetryAfter(headers['retry-after'], new Date(now)))
  const { access_token: value, expires_in: seconds } = answer
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) throw new TokenRefused(status)
  const lifetimeMs = typeof seconds === 'number' ? seconds * 1000 : defaultLifetimeMs
  return { value, expiresAt: now + lifetimeMs - marginMs }
}

function parseAnswer(body: Uint8Array): unknown {
  try {
    return parseJsonBytes(body)
  } catch {
    return undefined
  }
}
