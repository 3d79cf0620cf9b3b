/** HTTP Basic for the FHIR interface, in development mode only. RFC 7617. */
import { developmentTenants } from '../core/caller.ts'
import { authenticationRequired } from './authentication-required.ts'
import { developmentPractitionerRole } from './development-accounts.ts'
import type { Identify, Identity } from './identity.ts'
import { roleScopes } from './issuer/granted-scopes.ts'

const password = 'development'

/** `development` belongs to the second tenant, which enforces neither profiles nor references, as a generic FHIR client expects. */
const users = [
  ['development', developmentTenants[1]],
  ['tenant-1', developmentTenants[0]],
  ['tenant-2', developmentTenants[1]],
] as const

/** Uses Basic if the header has it; leaves any other scheme to `identify`. */
export function withBasic(identify: Identify, spokeIds: readonly string[]): Identify {
  const identities = new Map(users.map(([user, tenant]) => [user as string, identityOf(user, tenant, spokeIds)]))
  return (authorization, connection) => {
    const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1]
    if (encoded === undefined) return identify(authorization, connection)
    const [user = '', secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
    const identity = identities.get(user)
    if (identity === undefined || secret !== password) throw authenticationRequired('credentials', 'Basic')
    return identity
  }
}

const identityOf = (user: string, tenant: string, spokes: readonly string[]): Identity => ({
  // RFC 7617: a user of a password belongs to no issuer.
  issuer: 'basic',
  subject: `development-${user}`,
  client: 'development-basic',
  tenants: [tenant],
  spokes,
  roles: ['clinician'],
  scopes: roleScopes.clinician,
  fhirUser: developmentPractitionerRole,
  proof: 'basic',
})
