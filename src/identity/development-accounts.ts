/** The accounts of a development server, and what each may do. docs/design/hub.md#access: least privilege for each role. */
import { developmentTenants, type Role } from '../core/caller.ts'
import type { ClaimNames } from './claims.ts'
import { hubScope } from './scopes.ts'

/** The PractitionerRole of a development clinician who names no other. */
export const developmentPractitionerRole = 'PractitionerRole/00000000-0000-7000-8000-00000000d001'

const clinician = 'user/*.cruds'
// The directory, which an operator keeps; none of it is clinical.
const operator =
  'user/Practitioner.cruds user/PractitionerRole.cruds user/Organization.cruds user/Location.cruds user/Endpoint.cruds'
const billing = 'user/Account.rs user/Coverage.rs user/Organization.rs'

export const developmentFhirScopes = {
  clinician,
  senior_clinician: clinician,
  operator,
  billing,
  auditor: 'user/AuditEvent.rs user/Provenance.rs',
  patient: 'patient/*.rs',
  carer: 'patient/*.rs',
  system: 'system/*.cruds',
} as const satisfies Record<Role, string>

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
  `${hubScope(namespace, 'read')} ${hubScope(namespace, 'write')} ${developmentFhirScopes[role]}`

/** A separate subject for each role and practitioner, so that a second reviewer can be another person. */
export const accountSubject = ({ role, fhirUser }: DevelopmentAccount): string =>
  fhirUser === undefined ? `development-${role}` : `development-${role}-${fhirUser.replace('PractitionerRole/', '')}`

/** The claims of an account's tokens, under the configured names. */
export function buildAccountClaims(account: DevelopmentAccount, names: ClaimNames): Record<string, string | string[]> {
  const { role, patient } = account
  const fhirUser = account.fhirUser ?? (isClinical(role) ? developmentPractitionerRole : undefined)
  return {
    [names.tenantsClaim]: [account.tenant],
    [names.spokesClaim]: [...account.spokes],
    [names.rolesClaim]: [role],
    ...(fhirUser === undefined ? {} : { [names.fhirUserClaim]: fhirUser }),
    ...(patient === undefined ? {} : { patient }),
  }
}

/** The accounts of the sign-in page, `<role>-<number of the tenant>`. */
export const signInAccounts: ReadonlyMap<string, Pick<DevelopmentAccount, 'role' | 'tenant'>> = new Map(
  (['clinician', 'senior_clinician', 'operator', 'billing', 'auditor'] as const).flatMap((role) =>
    developmentTenants.map((tenant, index) => [`${role}-${index + 1}`, { role, tenant }] as const),
  ),
)
