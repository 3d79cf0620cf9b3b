/** A step of an authorization request at which a person answers. */
import type { Accounts, Interacting, OpenInteraction, Pages } from '../issuer/accounts.ts'
import type { Page } from './layout.ts'
import type { PersonRecords } from './person-records.ts'

/** Shows the sign-in, and calls `interacting.answer({ accountId })`. */
export type AnswerSignIn = Pages['answer']

export type PageParts = {
  readonly accounts: Accounts
  readonly records: PersonRecords
  readonly answerSignIn: AnswerSignIn
  /** Of the Hub's own scopes. */
  readonly scopeNamespace: string
}

/** What a step does: it answers the interaction, finds that it has ended, or shows a page. */
export type Outcome = Page | 'answered' | 'ended'

export type Step = {
  readonly parts: PageParts
  readonly interacting: Interacting
  readonly open: OpenInteraction
  /** Undefined: the page is only looked at. */
  readonly form: URLSearchParams | undefined
}
