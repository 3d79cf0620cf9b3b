/** The signing keys of one issuer, fetched when needed and not more often. RFC 7517; OpenID Connect Core 10.1.1. */
import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose'
import type { Clock } from '../clock.ts'
import { Problem } from '../problems.ts'
import type { Discovery } from './smart-configuration.ts'

/** Keys older than this are fetched again. */
const freshMs = 10 * 60_000
/** Where the issuer does not answer, known keys serve until then. */
const staleMs = 60 * 60_000
/** Least time between two fetches, whatever key ids callers make up. */
const cooldownMs = 5_000

type FindKey = ReturnType<typeof createLocalJWKSet>

export class KeySet {
  readonly #load: () => Promise<JSONWebKeySet>
  readonly #clock: Clock
  #find: FindKey | undefined
  #loadedAt = Number.NEGATIVE_INFINITY
  #triedAt = Number.NEGATIVE_INFINITY
  #pending: Promise<void> | undefined

  constructor(load: () => Promise<JSONWebKeySet>, clock: Clock) {
    this.#load = load
    this.#clock = clock
  }

  /** The key for a token's header, in the shape that jose asks for. */
  readonly findKey = async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    if (this.#age() > freshMs) await this.#refresh()
    try {
      return await this.#known()(header, token)
    } catch (error) {
      // An unknown key id may be a new key: the issuer has rotated, or started anew.
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(await this.#refresh())) throw error
      return this.#known()(header, token)
    }
  }

  #age(): number {
    return this.#clock().getTime() - this.#loadedAt
  }

  #known(): FindKey {
    if (this.#find === undefined || this.#age() > staleMs) throw unavailable()
    return this.#find
  }

  /** Fetches, unless that was tried just now. Answers whether a fetch was made; one that fails leaves what is known. */
  async #refresh(): Promise<boolean> {
    if (this.#pending !== undefined) {
      await this.#pending
      return true
    }
    const now = this.#clock().getTime()
    if (now - this.#triedAt < cooldownMs) return false
    this.#triedAt = now
    this.#pending = this.#fetch(now).finally(() => {
      this.#pending = undefined
    })
    await this.#pending
    return true
  }

  async #fetch(now: number): Promise<void> {
    try {
      this.#find = createLocalJWKSet(await this.#load())
      this.#loadedAt = now
    } catch {
      // Fail closed: without a fetch, only keys that are young enough serve.
    }
  }
}

const unavailable = (): Problem =>
  new Problem('dependency-unavailable', {
    detail: "The token issuer's keys cannot be read",
    headers: { 'Retry-After': '5' },
  })

/** OpenID Connect Discovery 4. */
export async function fetchDiscovery(issuer: string, fetchOut: typeof fetch): Promise<Discovery> {
  const discovery = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, fetchOut)
  const { issuer: named } = discovery as { readonly issuer?: unknown }
  if (named !== issuer) throw new Error('not the discovery document of the issuer')
  // An object, since it has an issuer.
  return discovery as Discovery
}

/** Finds an issuer's keys by its discovery document. */
export async function fetchKeys(issuer: string, fetchOut: typeof fetch): Promise<JSONWebKeySet> {
  const { jwks_uri: address } = await fetchDiscovery(issuer, fetchOut)
  if (typeof address !== 'string') throw new Error('the discovery document names no keys')
  // createLocalJWKSet checks the shape.
  return (await fetchJson(address, fetchOut)) as JSONWebKeySet
}

async function fetchJson(url: string, fetchOut: typeof fetch): Promise<unknown> {
  const response = await fetchOut(url, { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(5_000) })
  if (!response.ok) throw new Error('the issuer refused')
  return response.json()
}
