/** Sign-ins that are at an upstream provider, and how they ended: rows of `issuer_state`, sealed. D173. */
import { hash, randomBytes } from 'node:crypto'
import type { JsonObject } from '../../core/json.ts'
import type { IssuerState } from '../../store/issuer/issuer-state.ts'
import type { SignInReason } from './sign-in-fault.ts'
import type { Checks } from './upstream-provider.ts'

/** What a person signs in for: an app that waits, or the enrolment of a link. */
export type Purpose =
  | { readonly kind: 'interaction'; readonly uid: string }
  | { readonly kind: 'enrolment'; readonly token: string }

export type PendingSignIn = { readonly purpose: Purpose; readonly checks: Checks }

/** For the interaction that waits. */
export type SignInResult =
  | { readonly accountId: string; readonly authenticatedAt?: number | undefined }
  | { readonly reason: SignInReason }

const pendingModel = 'UpstreamSignIn'
const resultModel = 'UpstreamResult'
/** As long as a person may take at the provider. */
export const pendingMs = 10 * 60_000
const resultMs = 5 * 60_000

/** Names the browser that begins a sign-in. */
export const newBrowserId = (): string => randomBytes(32).toString('base64url')

const digestOf = (browser: string): string => hash('sha256', browser, 'base64url')

type Sealed = PendingSignIn & { readonly browser: string }

export class SignInStates {
  readonly #state: IssuerState

  constructor(state: IssuerState) {
    this.#state = state
  }

  async put({ purpose, checks }: PendingSignIn, browser: string): Promise<void> {
    const sealed: Sealed = { purpose, checks, browser: digestOf(browser) }
    const payload = JSON.parse(JSON.stringify(sealed)) as JsonObject // without the members that are undefined
    await this.#state.put(pendingModel, checks.state, { payload, lifeMs: pendingMs })
  }

  /** Counts once, and for the browser that began it alone: in another it would sign in somebody else. RFC 6749 10.12. */
  async take(state: string, browser: string | undefined): Promise<PendingSignIn | undefined> {
    const found = await this.#state.find(pendingModel, state)
    if (found === undefined || browser === undefined) return undefined
    const pending = found.payload as unknown as Sealed // as `put` wrote it
    if (pending.browser !== digestOf(browser)) return undefined
    return (await this.#state.consume(pendingModel, state)) ? pending : undefined
  }

  async putResult(uid: string, result: SignInResult): Promise<void> {
    const accountId = 'accountId' in result ? result.accountId : undefined
    const payload = JSON.parse(JSON.stringify(result)) as JsonObject // without the members that are undefined
    await this.#state.put(resultModel, uid, { payload, lifeMs: resultMs, accountId })
  }

  /** Counts once. */
  async takeResult(uid: string): Promise<SignInResult | undefined> {
    const found = await this.#state.find(resultModel, uid)
    if (found === undefined || !(await this.#state.consume(resultModel, uid))) return undefined
    // Makes room for that of the next attempt.
    await this.#state.destroy(resultModel, uid)
    return found.payload as unknown as SignInResult // as `putResult` wrote it
  }
}
