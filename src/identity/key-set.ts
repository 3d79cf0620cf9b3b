/** The signing keys of one issuer, fetched when needed and no more often. RFC 7517; OpenID Connect Core 10.1.1. */

import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose'
import type { Clock } from '../core/clock.ts'
import { dayMs } from '../core/durations.ts'
import { Problem } from '../core/problems.ts'
import { hostOf, IssuerError, type IssuerFailure, type IssuerReason } from './issuer-error.ts'

/** Keys older than this are fetched again. */
const freshMs = 10 * 60_000
/** While the issuer does not answer, known keys count until then. D79. */
const staleMs = dayMs
/** Shortest time between two fetches, whatever key ids callers invent. */
const cooldownMs = 5_000

type FindKey = ReturnType<typeof createLocalJWKSet>

export type TrustedIssuer = {
  readonly issuer: string
  /** Throws IssuerError. */
  readonly loadKeys: () => Promise<JSONWebKeySet>
}

/** The present state of an issuer. `pending`: nothing was fetched yet. */
export type IssuerState = {
  readonly host: string
  /** Its tokens can be checked. */
  readonly isHeld: boolean
  readonly failure:
    | (Pick<IssuerFailure, 'host' | 'setting'> & { readonly reason: IssuerReason | 'pending' })
    | undefined
}

export type KeySetOptions = {
  readonly clock: Clock
  /** Called when the issuer fails for a new reason, or answers again. */
  readonly onChange?: (state: IssuerState) => void
}

/** Key sets by issuer. */
export type KeySets = ReadonlyMap<string, KeySet>

export const openKeySets = (issuers: readonly TrustedIssuer[], options: KeySetOptions): KeySets =>
  new Map(issuers.map((issuer) => [issuer.issuer, new KeySet(issuer, options)]))

export class KeySet {
  readonly #issuer: TrustedIssuer
  readonly #options: KeySetOptions
  readonly #host: string
  #find: FindKey | undefined
  #loadedAt = Number.NEGATIVE_INFINITY
  #triedAt = Number.NEGATIVE_INFINITY
  #pending: Promise<void> | undefined
  #failure: IssuerState['failure']

  constructor(issuer: TrustedIssuer, options: KeySetOptions) {
    this.#issuer = issuer
    this.#options = options
    this.#host = hostOf(issuer.issuer)
    this.#failure = { host: this.#host, reason: 'pending' }
  }

  /** The key for a token's header, in jose's form. */
  readonly findKey = async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    if (this.#age() > freshMs) {
      const refreshed = this.#refresh()
      // While the issuer is away, nobody waits for it who has a known key.
      if (this.#failure === undefined || !this.#isHeld()) await refreshed
    }
    try {
      return await this.#known()(header, token)
    } catch (error) {
      // An unknown key id may be a new key: the issuer has rotated, or started again.
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(await this.#refresh())) throw error
      return this.#known()(header, token)
    }
  }

  /** Its state; old keys are fetched again beside it. */
  check(): IssuerState {
    if (this.#age() > freshMs) void this.#refresh()
    return { host: this.#host, isHeld: this.#isHeld(), failure: this.#failure }
  }

  #age(): number {
    return this.#options.clock().getTime() - this.#loadedAt
  }

  #isHeld(): boolean {
    return this.#find !== undefined && this.#age() <= staleMs
  }

  #known(): FindKey {
    if (this.#find === undefined || !this.#isHeld()) throw unavailable()
    return this.#find
  }

  /** Fetches, unless that was just tried. Answers whether it fetched; a failure keeps the known keys. */
  async #refresh(): Promise<boolean> {
    if (this.#pending !== undefined) {
      await this.#pending
      return true
    }
    const now = this.#options.clock().getTime()
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
      this.#find = createLocalJWKSet(await this.#issuer.loadKeys())
      this.#loadedAt = now
      this.#settle(undefined)
    } catch (error) {
      // Fails closed: without a fetch, only young keys count.
      this.#settle(error instanceof IssuerError ? error.failure : { host: this.#host, reason: 'malformed' })
    }
  }

  #settle(failure: IssuerState['failure']): void {
    const before = this.#failure
    this.#failure = failure
    const isSame = before?.reason === failure?.reason && before?.host === failure?.host
    const isFirst = before?.reason === 'pending' && failure === undefined
    if (!isSame && !isFirst) this.#options.onChange?.({ host: this.#host, isHeld: this.#isHeld(), failure })
  }
}

const unavailable = (): Problem =>
  new Problem('dependency-unavailable', {
    detail: "The token issuer's keys cannot be read",
    headers: { 'Retry-After': '5' },
  })
