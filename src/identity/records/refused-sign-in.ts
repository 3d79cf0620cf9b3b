/** A refused sign-in in the audit of the tenants of the person whose passkey or account it was. D178. */
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import type { IssuerUser } from '../../store/issuer/issuer-users.ts'

type Refused = {
  readonly reason: string
  /** The person themselves tried: the provider has said so. Otherwise anybody may have, and the record names nobody as its sender. */
  readonly isTheirs: boolean
}

export async function recordRefusedSignIn(
  store: IssuerStore,
  { id, tenants }: Pick<IssuerUser, 'id' | 'tenants'>,
  { reason, isTheirs }: Refused,
): Promise<void> {
  if (tenants.length === 0) return
  const fields = { resourceType: 'User', resourceId: id, reason }
  await store.record({ kind: 'sign-in.refused', tenants, ...(isTheirs ? { by: { subject: id } } : {}), fields })
}
