/** The authorisation of requests to FHIR servers. Tokens are kept in memory until shortly before they expire. */
import { putBounded } from '../../core/cache/put-bounded.ts'
import type { Clock } from '../../core/clock.ts'
import { dayMs } from '../../core/durations.ts'
import type { TlsSettings } from '../../outbound/connect.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { type FhirAuth, hashServer } from './fhir-auth.ts'
import {
  type Asking,
  basic,
  discoverTokenUrl,
  requestToken,
  type Token,
  type TokenClient,
  TokenRefused,
} from './token-request.ts'

export type AuthorizedServer = {
  readonly baseUrl: string
  readonly auth: FhirAuth
  readonly tls?: TlsSettings
}

type Endpoint = { readonly url: string; readonly until: number }

const maxKept = 1000

export class FhirAuthorizer {
  readonly policy: OutboundPolicy
  readonly clock: Clock
  readonly #tokens = new Map<string, Token>()
  readonly #endpoints = new Map<string, Endpoint>()

  constructor(policy: OutboundPolicy, clock: Clock) {
    this.policy = policy
    this.clock = clock
  }

  /** Throws TokenRefused, OutboundError. */
  async headers(server: AuthorizedServer, signal: AbortSignal): Promise<Record<string, string>> {
    const { auth } = server
    if (auth.type === 'none') return {}
    if (auth.type === 'basic') return { authorization: basic(auth.username, auth.password) }
    const key = hashServer(server)
    const kept = this.#tokens.get(key)
    const now = this.clock()
    const isFresh = kept !== undefined && kept.expiresAt > now.getTime()
    const token = isFresh ? kept : await this.#request({ policy: this.policy, now, signal }, server, auth)
    putBounded(this.#tokens, { key, value: token, most: maxKept })
    return { authorization: `Bearer ${token.value}` }
  }

  /** The server refused the token: the next call gets a new one. False for what is no token. */
  forget(server: AuthorizedServer): boolean {
    this.#tokens.delete(hashServer(server))
    return server.auth.type === 'oauth2' || server.auth.type === 'smart'
  }

  async #request(asking: Asking, server: AuthorizedServer, client: TokenClient): Promise<Token> {
    const url = client.tokenUrl ?? (await this.#discover(asking, server))
    try {
      return await requestToken(asking, client, url)
    } catch (error) {
      // It may have moved.
      if (error instanceof TokenRefused) this.#endpoints.delete(server.baseUrl)
      throw error
    }
  }

  async #discover(asking: Asking, { baseUrl, tls }: AuthorizedServer): Promise<string> {
    const kept = this.#endpoints.get(baseUrl)
    if (kept !== undefined && kept.until > asking.now.getTime()) return kept.url
    const url = await discoverTokenUrl(asking, baseUrl, tls)
    const endpoint = { url, until: asking.now.getTime() + dayMs }
    putBounded(this.#endpoints, { key: baseUrl, value: endpoint, most: maxKept })
    return url
  }
}
