/** The input of every part of the authorisation server. */
import type { Log } from '../../core/log.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import type { ClientGuard } from '../guessing/client-guard.ts'
import type { Proofs } from '../holder/identify-holder.ts'
import type { Accounts, IssuerAccount, Pages, UpstreamSignIn } from './accounts.ts'
import { type KnownClient, tenantOf } from './client-metadata.ts'
import type { IssuerConfig } from './issuer-config.ts'
import type { SmartContext, SmartContexts } from './smart-context.ts'

/** Tenants, and the records of one that a launch names. */
export type Clinical = {
  /** Neither disabled nor erased. */
  readonly isServed: (tenant: string) => Promise<boolean>
  readonly hasPatient: (tenant: string, id: string) => Promise<boolean>
  /** The patient's id; undefined if there is no such encounter. */
  readonly findPatientOfEncounter: (tenant: string, id: string) => Promise<string | undefined>
}

export type IssuerParts = {
  readonly config: IssuerConfig
  readonly store: IssuerStore
  readonly contexts: SmartContexts
  readonly accounts: Accounts
  readonly pages: Pages
  /** Absent: people sign in here alone. */
  readonly upstream?: UpstreamSignIn | undefined
  readonly clinical: Clinical
  readonly spokeIds: readonly string[]
  /** For the key sets of clients. */
  readonly fetchOut: typeof fetch
  /** Absent where no client certificate reaches the server. */
  readonly findCertificate?: Proofs['findCertificate'] | undefined
  /** Absent: clients may fail to prove themselves as often as they like. */
  readonly guard?: ClientGuard | undefined
  readonly log: Log
  /** Whether a page of this origin may call for every client. */
  readonly isListedOrigin: (origin: string) => boolean
}

/** Accounts with those of their tenants that are served now: nobody signs in to another, picks a patient there, or gets a token for it. D190. */
export const withServedTenants = (accounts: Accounts, { isServed }: Pick<Clinical, 'isServed'>): Accounts => ({
  ...accounts,
  find: async (id) => {
    const account = await accounts.find(id)
    if (account === undefined) return undefined
    const served = await Promise.all(account.tenants.map(isServed))
    return { ...account, tenants: account.tenants.filter((_, at) => served[at]) }
  },
})

/** The tenants that a token of this person, client and context may name. */
export function tenantsFor(
  account: IssuerAccount,
  client: KnownClient,
  { tenant }: Pick<SmartContext, 'tenant'> = {},
): readonly string[] {
  const bound = tenantOf(client)
  return account.tenants.filter(
    (one) => (bound === undefined || one === bound) && (tenant === undefined || one === tenant),
  )
}
