/** The accounts of a production server: its active users. D168. */
import { keepFresh } from '../../core/cache/keep-fresh.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import type { Accounts } from '../issuer/accounts.ts'

/** How long a process trusts its last look for somebody who can sign in. */
const trustedMs = 1_500

export function openUserAccounts({ users }: IssuerStore, spokeIds: readonly string[]): Accounts {
  return {
    find: async (id) => {
      const user = await users.find(id)
      if (user?.state !== 'active') return undefined
      const { name, tenants, roles, fhirUser, patient, spokes = spokeIds } = user
      return { id: user.id, name, tenants, roles, fhirUser, patient, spokes }
    },
    isAnybodyHere: keepFresh(() => users.hasActive(), { freshMs: trustedMs }).read,
  }
}
