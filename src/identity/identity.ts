/** What a proof of identity says, before a request chooses its tenant and spoke. DESIGN.md "Identity". */
import type { Caller, Role } from '../caller.ts'

export type Identity = {
  readonly subject: string
  readonly client: string
  readonly tenants: readonly string[]
  readonly spokes: readonly string[]
  readonly roles: readonly Role[]
  readonly scopes: readonly string[]
  readonly fhirUser?: string
  readonly patient?: string
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
  readonly proof: Caller['proof']
}

/** Answers who sends an Authorization header, or throws `authentication-required`. `connection`: what it came by, where it may come again. */
export type Identify = (authorization: string | undefined, connection?: object) => Promise<Identity>

type RequestContext = Pick<Caller, 'tenant' | 'spoke' | 'requestId' | 'trace'>

export const buildCaller = (identity: Identity, context: RequestContext): Caller => ({
  ...context,
  subject: identity.subject,
  client: identity.client,
  roles: identity.roles,
  scopes: identity.scopes,
  ...(identity.fhirUser === undefined ? {} : { fhirUser: identity.fhirUser }),
  ...(identity.patient === undefined ? {} : { patient: identity.patient }),
  ...(identity.expiresAt === undefined ? {} : { expiresAt: identity.expiresAt }),
  proof: identity.proof,
})
