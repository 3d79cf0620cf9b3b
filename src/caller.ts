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
  readonly subject: string
  readonly client: string
  readonly roles: readonly Role[]
  readonly scopes: readonly string[]
  /** `PractitionerRole/<id>` from the configured claim; authorship and approval need it. */
  readonly fhirUser?: string
  readonly patient?: string
  readonly requestId: string
  readonly proof: 'oidc' | 'basic' | 'internal'
}

/** R3.1: only these may move a material output towards release. */
export const clinicalRoles = ['clinician', 'senior_clinician'] as const satisfies readonly Role[]

export const hasRole = (caller: Caller, allowed: readonly Role[]): boolean =>
  caller.roles.some((role) => allowed.includes(role))

/** Banksia itself, at work for a tenant: relay, workers. */
export const systemCaller = (tenant: string, requestId: string): Caller => ({
  tenant,
  spoke: 'hub',
  subject: 'banksia',
  client: 'banksia',
  roles: ['system'],
  scopes: [],
  requestId,
  proof: 'internal',
})

export const developmentTenants = [
  '00000000-0000-7000-8000-000000000001',
  '00000000-0000-7000-8000-000000000002',
] as const
