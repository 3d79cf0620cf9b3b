/** Opaque tokens of an issuer elsewhere, whom any caller can make us ask: so within bounds. D162. */
import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { Clock } from '../core/clock.ts'
import { Problem } from '../core/problems.ts'
import { authenticationRequired, type Reason } from './authentication-required.ts'
import type { Introspect, Introspected } from './introspect.ts'
import { hostOf, IssuerError, type IssuerFailure } from './issuer-error.ts'

/** The claims. Throws `authentication-required`, or `dependency-unavailable` if the issuer cannot be asked. */
export type FindForeignToken = (token: string) => Promise<JWTPayload>

export type ForeignTokenOptions = {
  readonly issuer: string
  readonly introspect: Introspect
  readonly clock: Clock
  /** Called when the issuer fails for a new reason, or answers again. */
  readonly onChange?: (state: { readonly host: string; readonly failure: IssuerFailure | undefined }) => void
}

const mostAtOnce = 8
/** Under way and waiting; further ones are told to try again. */
const mostAsked = 256
/** How long a refused token is remembered, and how many are. */
const refusedMs = 5_000
const mostRefused = 10_000
/** An issuer that did not answer is left alone as long. */
const awayMs = 5_000

type Refused = { readonly reason: Reason; readonly until: number }

export class ForeignTokens {
  readonly #options: ForeignTokenOptions
  readonly #refused = new Map<string, Refused>()
  readonly #asked = new Map<string, Promise<Introspected>>()
  readonly #waiting: (() => void)[] = []
  #underWay = 0
  #awayUntil = Number.NEGATIVE_INFINITY
  #failure: IssuerFailure | undefined

  constructor(options: ForeignTokenOptions) {
    this.#options = options
  }

  readonly find: FindForeignToken = async (token) => {
    const digest = hash('sha256', token, 'base64')
    const refused = this.#refused.get(digest)
    const answer = refused !== undefined && refused.until > this.#now() ? refused : await this.#askOnce(token, digest)
    if ('reason' in answer) throw authenticationRequired(answer.reason)
    return answer.payload
  }

  #now(): number {
    return this.#options.clock().getTime()
  }

  /** Requests with the same token wait for one answer. */
  #askOnce(token: string, digest: string): Promise<Introspected> {
    const known = this.#asked.get(digest)
    if (known !== undefined) return known
    if (this.#asked.size >= mostAsked) throw unavailable()
    const asked = this.#ask(token, digest).finally(() => this.#asked.delete(digest))
    this.#asked.set(digest, asked)
    return asked
  }

  async #ask(token: string, digest: string): Promise<Introspected> {
    await this.#takePlace()
    try {
      if (this.#awayUntil > this.#now()) throw unavailable()
      const answer = await this.#options.introspect(token)
      this.#settle(undefined)
      if ('reason' in answer) this.#remember(digest, answer.reason)
      return answer
    } catch (error) {
      if (!(error instanceof IssuerError)) throw error
      this.#awayUntil = this.#now() + awayMs
      this.#settle(error.failure)
      throw unavailable()
    } finally {
      this.#givePlace()
    }
  }

  async #takePlace(): Promise<void> {
    if (this.#underWay < mostAtOnce) this.#underWay += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** To the next, if one waits. */
  #givePlace(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#underWay -= 1
    else next()
  }

  #remember(digest: string, reason: Reason): void {
    this.#refused.delete(digest)
    this.#refused.set(digest, { reason, until: this.#now() + refusedMs })
    if (this.#refused.size > mostRefused) this.#refused.delete(this.#refused.keys().next().value ?? '')
  }

  #settle(failure: IssuerFailure | undefined): void {
    const before = this.#failure
    this.#failure = failure
    if (before?.reason !== failure?.reason || before?.host !== failure?.host)
      this.#options.onChange?.({ host: hostOf(this.#options.issuer), failure })
  }
}

const unavailable = (): Problem =>
  new Problem('dependency-unavailable', {
    detail: 'The token issuer cannot be asked about the token',
    headers: { 'Retry-After': '5' },
  })
