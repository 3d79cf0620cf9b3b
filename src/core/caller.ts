/** The caller: one shape for every way of proving it. docs/security.md#whose-tokens-count-for-what. */
export const roles = [
  'clinician',
  'senior_clinician',
  'operator',
  'billing',
  'auditor',
  'patient',
  'carer',
  'system',
] as const
export type Role = (typeof roles)[number]

export type Caller = {
  readonly tenant: string
  readonly spoke: string
  /** The issuer of the token: subject and client are names within it. */
  readonly issuer: string
  readonly subject: string
  readonly client: string
  readonly roles: readonly Role[]
  readonly scopes: readonly string[]
  /** `PractitionerRole/<id>` from the configured claim; authorship and approval need it. */
  readonly fhirUser?: string
  /** `Practitioner/<id>` or `RelatedPerson/<id>`, if the claim names a person and no role. */
  readonly person?: string
  readonly patient?: string
  /** Patients whose record a Consent denies to the caller. */
  readonly deniedPatients?: readonly string[]
  /** `Type/id` of the resources that say who the caller is, if anything is denied to the caller. The caller cannot change them. */
  readonly knownBy?: readonly string[]
  /** The reason for which a clinician looks at a denied record. */
  readonly breakGlass?: string
  readonly requestId: string
  /** Its place in a trace, in the form of `traceparent`. */
  readonly trace?: string
  /** Milliseconds since 1970 at which the token expires. */
  readonly expiresAt?: number
  readonly proof: 'oidc' | 'basic' | 'internal'
}

/** R3.1: only these may move a material output towards release. */
export const clinicalRoles = ['clinician', 'senior_clinician'] as const satisfies readonly Role[]

/** They see what concerns the one patient in their token. */
export const patientSideRoles = ['patient', 'carer'] as const satisfies readonly Role[]

export const hasRole = (caller: Pick<Caller, 'roles'>, allowed: readonly Role[]): boolean =>
  caller.roles.some((role) => allowed.includes(role))

/** No trusted issuer can have this name, because it is no address. */
const ownIssuer = 'banksia'

/** Banksia itself at work for a tenant: relay, workers. */
export const systemCaller = (tenant: string, requestId: string, trace?: string): Caller => ({
  tenant,
  spoke: 'hub',
  issuer: ownIssuer,
  subject: 'banksia',
  client: 'banksia',
  roles: ['system'],
  scopes: [],
  requestId,
  ...(trace === undefined ? {} : { trace }),
  proof: 'internal',
})

export const developmentTenants = [
  '00000000-0000-7000-8000-000000000001',
  '00000000-0000-7000-8000-000000000002',
] as const

type Fields = Pick<Caller, 'fhirUser' | 'person'>

/** The resource of the claim, in the form of one column. */
export const namedBy = ({ fhirUser, person }: Fields): string | undefined => fhirUser ?? person

/** The reverse of `namedBy`. */
export const readNamed = (named: string | undefined): Fields =>
  named === undefined ? {} : named.startsWith('PractitionerRole/') ? { fhirUser: named } : { person: named }

/** The patient whose record is all that the caller may see; null if the token names none. Undefined for a caller without this limit. */
export const findOwnPatient = (caller: Caller): string | null | undefined =>
  hasRole(caller, patientSideRoles) && !hasRole(caller, clinicalRoles) ? (caller.patient ?? null) : undefined
