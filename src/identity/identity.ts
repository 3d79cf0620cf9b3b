/** The result of authentication, before a request chooses tenant and spoke. docs/security.md#whose-tokens-count-for-what. */
import type { Caller, Role } from '../core/caller.ts'
import type { Binding } from '../core/certificate/match-certificate.ts'
import type { MaybePromise } from '../core/maybe-promise.ts'
import type { SpokeBounds } from './spoke-bounds.ts'

export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly client: string
  readonly tenants: readonly string[]
  readonly spokes: readonly string[]
  readonly roles: readonly Role[]
  readonly scopes: readonly string[]
  readonly fhirUser?: string
  readonly person?: string
  readonly patient?: string
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
  readonly proof: Caller['proof']
  /** What the sender has to have, or the token proves nothing: `src/identity/holder/identify-holder.ts` checks it. */
  readonly boundTo?: Binding
}

/** The sender of an Authorization header; throws `authentication-required`. `connection`: on which the header may be repeated. */
export type Identify = (authorization: string | undefined, connection?: object) => MaybePromise<Identity>

export type Chosen = Pick<Caller, 'tenant' | 'spoke'> & { readonly bounds: SpokeBounds }
type Correlation = Pick<Caller, 'requestId' | 'trace'>
type Own = Omit<Caller, keyof Correlation>

/** Values that are the same in each request of an identity, as long as it counts. */
const known = new WeakMap<Identity, Map<string, Own>>()

export function buildCaller(identity: Identity, chosen: Chosen, correlation: Correlation): Caller {
  const callers = known.get(identity) ?? new Map<string, Own>()
  const key = `${chosen.tenant} ${chosen.spoke}`
  const own = callers.get(key) ?? ownCaller(identity, chosen)
  if (!callers.has(key)) known.set(identity, callers.set(key, own))
  return { ...own, ...correlation }
}

const ownCaller = (identity: Identity, { tenant, spoke, bounds }: Chosen): Own => ({
  tenant,
  spoke,
  issuer: identity.issuer,
  subject: identity.subject,
  client: identity.client,
  roles: identity.roles,
  scopes: bounds.narrow(spoke, identity.scopes),
  ...(identity.fhirUser === undefined ? {} : { fhirUser: identity.fhirUser }),
  ...(identity.person === undefined ? {} : { person: identity.person }),
  ...(identity.patient === undefined ? {} : { patient: identity.patient }),
  ...(identity.expiresAt === undefined ? {} : { expiresAt: identity.expiresAt }),
  proof: identity.proof,
})
