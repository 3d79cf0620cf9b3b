/** The accounts of a development server. docs/security.md#development-mode. */
import { developmentTenants, hasRole, patientSideRoles, type Role } from '../core/caller.ts'
import type { ClaimNames } from './claims.ts'
import { type Accounts, buildAccountClaims as buildClaims } from './issuer/accounts.ts'
import { roleScopes } from './issuer/granted-scopes.ts'
import { hubScope } from './scopes.ts'

/** The PractitionerRole of a development clinician who names no other. */
export const developmentPractitionerRole = 'PractitionerRole/00000000-0000-7000-8000-00000000d001'

export type DevelopmentAccount = {
  readonly role: Role
  readonly tenant: string
  readonly spokes: readonly string[]
  readonly patient?: string | undefined
  /** `Type/id` of the account's person. */
  readonly fhirUser?: string | undefined
}

const isClinical = (role: Role): boolean => role === 'clinician' || role === 'senior_clinician'

export const defaultScopes = (role: Role, namespace: string): string =>
  [hubScope(namespace, 'read'), hubScope(namespace, 'write'), ...roleScopes[role]].join(' ')

/** A separate subject for each role and practitioner, so that a second reviewer can be another person. */
export const accountSubject = ({ role, fhirUser }: DevelopmentAccount): string =>
  fhirUser === undefined ? `development-${role}` : `development-${role}-${fhirUser.replace('PractitionerRole/', '')}`

const personOf = ({ role, fhirUser }: Pick<DevelopmentAccount, 'role' | 'fhirUser'>): string | undefined =>
  fhirUser ?? (isClinical(role) ? developmentPractitionerRole : undefined)

/** The claims of a token on request. */
export const buildAccountClaims = (account: DevelopmentAccount, names: ClaimNames) =>
  buildClaims({ ...account, tenants: [account.tenant], roles: [account.role], fhirUser: personOf(account) }, names)

/** The one patient of the accounts of patients and carers, by tenant. The resource is not there until somebody puts it. */
export const developmentPatients: Readonly<Record<(typeof developmentTenants)[number], string>> = {
  '00000000-0000-7000-8000-000000000001': '00000000-0000-7000-8000-00000000d101',
  '00000000-0000-7000-8000-000000000002': '00000000-0000-7000-8000-00000000d102',
}

/** The accounts of the sign-in page, `<role>-<number of the tenant>`. */
export const signInAccounts: ReadonlyMap<string, Pick<DevelopmentAccount, 'role' | 'tenant' | 'patient'>> = new Map(
  (['clinician', 'senior_clinician', 'operator', 'billing', 'auditor', 'patient', 'carer'] as const).flatMap((role) =>
    developmentTenants.map((tenant, index) => {
      const patient = hasRole({ roles: [role] }, patientSideRoles) ? developmentPatients[tenant] : undefined
      return [`${role}-${index + 1}`, { role, tenant, patient }] as const
    }),
  ),
)

export const developmentAccounts = (spokes: readonly string[]): Accounts => ({
  find: async (id) => {
    const account = signInAccounts.get(id)
    if (account === undefined) return undefined
    const { role, tenant, patient } = account
    return { id, tenants: [tenant], spokes, roles: [role], fhirUser: personOf({ role }), patient }
  },
})
