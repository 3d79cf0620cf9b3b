/** Who calls: one shape for every way of proving it. DESIGN.md "Identity". */
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
  /** Who says who it is: subject and client are names within it. */
  readonly issuer: string
  readonly subject: string
  readonly client: string
  readonly roles: readonly Role[]
  readonly scopes: readonly string[]
  /** `PractitionerRole/<id>` from the configured claim; authorship and approval need it. */
  readonly fhirUser?: string
  /** `Practitioner/<id>` or `RelatedPerson/<id>`, where the claim names a person and no role of theirs. */
  readonly person?: string
  readonly patient?: string
  /** Patients whose record a Consent denies to the caller. */
  readonly hidden?: readonly string[]
  /** `Type/id` of what says who they are, where anybody is hidden from them: they do not change it. */
  readonly knownBy?: readonly string[]
  /** Why a clinician looks at what is denied to them. */
  readonly breakGlass?: string
  readonly requestId: string
  /** Its place in a trace, as `traceparent` says it. */
  readonly trace?: string
  /** Milliseconds since 1970: the token is good until then. */
  readonly expiresAt?: number
  readonly proof: 'oidc' | 'basic' | 'internal'
}

/** R3.1: only these may move a material output towards release. */
export const clinicalRoles = ['clinician', 'senior_clinician'] as const satisfies readonly Role[]

/** They see what concerns the one patient of their token. */
export const patientSideRoles = ['patient', 'carer'] as const satisfies readonly Role[]

export const hasRole = (caller: Pick<Caller, 'roles'>, allowed: readonly Role[]): boolean =>
  caller.roles.some((role) => allowed.includes(role))

/** No trusted issuer has this name, since it is no address. */
const ownIssuer = 'banksia'

/** Banksia itself, at work for a tenant: relay, workers. */
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

/** What the claim named, as it is written down in one column. */
export const namedBy = ({ fhirUser, person }: Fields): string | undefined => fhirUser ?? person

/** As `namedBy` has written it. */
export const readNamed = (named: string | undefined): Fields =>
  named === undefined ? {} : named.startsWith('PractitionerRole/') ? { fhirUser: named } : { person: named }

/** The patient to whom the caller is kept; null where the token names none. Undefined for whoever is kept to nobody. */
export const findOwnPatient = (caller: Caller): string | null | undefined =>
  hasRole(caller, patientSideRoles) && !hasRole(caller, clinicalRoles) ? (caller.patient ?? null) : undefined
