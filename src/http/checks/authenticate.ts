/** Finds the caller, with tenant and spoke. R5.1, R5.2; docs/design/hub.md#access. */

import type { Caller } from '../../core/caller.ts'
import type { VerifiedCertificate } from '../../core/certificate/verified-certificate.ts'
import { after, type MaybePromise } from '../../core/maybe-promise.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { authenticationRequired } from '../../identity/authentication-required.ts'
import { buildCaller, type Chosen, type Identify, type Identity } from '../../identity/identity.ts'
import type { SpokeBounds } from '../../identity/spoke-bounds.ts'
import { findHeaderErrors, hubHeaders } from '../request/hub-headers.ts'
import { type Context, headerOf, isRepeated, type Layer } from '../request/request-state.ts'

/** How a request proves its caller. */
export type Proofs = {
  readonly identify: Identify
  readonly findCertificate: (request: Context['req']) => VerifiedCertificate | undefined
}

/** For callers without a look at certificates: a token that is bound to one counts there never. */
export const unbound =
  (identify: Identify): Identify =>
  (authorization, connection) =>
    after(identify(authorization, connection), (identity) => {
      if (identity.boundTo !== undefined) throw authenticationRequired('certificate')
      return identity
    })

/** The Hub: headers choose among the tenants and spokes that the token grants. */
export const authenticateHub =
  (proofs: Proofs, bounds: SpokeBounds): Layer =>
  (ctx, next) =>
    after(identifyCaller(ctx, proofs), (identity) => {
      const errors = findHeaderErrors(ctx.req, hubHeaders)
      if (errors.length > 0) throw new Problem('validation', { errors })
      const tenant = headerOf(ctx, 'x-tenant-id').toLowerCase()
      const spoke = headerOf(ctx, 'x-spoke-id')
      if (!identity.tenants.includes(tenant)) throw new Problem('tenant-forbidden')
      if (!bounds.ids.includes(spoke) || !identity.spokes.includes(spoke)) throw new Problem('spoke-forbidden')
      ctx.state.caller = callerOf(ctx, identity, { tenant, spoke, bounds })
      return next()
    })

/** FHIR: tenant and spoke come from the token; a header is needed only if it grants several tenants. docs/fhir.md. */
export const authenticateFhir =
  (proofs: Proofs, bounds: SpokeBounds): Layer =>
  (ctx, next) =>
    after(identifyCaller(ctx, proofs), (identity) => {
      const context = { tenant: chooseTenant(ctx, identity), spoke: chooseSpoke(identity, bounds), bounds }
      ctx.state.caller = callerOf(ctx, identity, context)
      return next()
    })

const callerOf = ({ state: { requestId, traceparent } }: Context, identity: Identity, chosen: Chosen): Caller =>
  buildCaller(identity, chosen, traceparent === undefined ? { requestId } : { requestId, trace: traceparent })

export function readCaller(ctx: Context): Caller {
  if (ctx.state.caller === undefined) throw new TypeError('the layer goes after authentication')
  return ctx.state.caller
}

function identifyCaller({ req }: Context, { identify, findCertificate }: Proofs): MaybePromise<Identity> {
  if (isRepeated(req, 'Authorization')) throw invalidField('Authorization', 'must be given once')
  return after(identify(req.headers.authorization, req.socket), (identity) => {
    // RFC 8705 3: whoever has the token alone proves nothing.
    if (identity.boundTo !== undefined && findCertificate(req)?.thumbprint !== identity.boundTo)
      throw authenticationRequired('certificate')
    return identity
  })
}

function chooseTenant(ctx: Context, identity: Identity): string {
  const asked = headerOf(ctx, 'x-tenant-id').toLowerCase()
  const tenant = asked === '' && identity.tenants.length === 1 ? identity.tenants[0] : asked
  if (tenant === undefined || !identity.tenants.includes(tenant)) throw new Problem('tenant-forbidden')
  return tenant
}

/** The spoke of interoperability if the token grants it, else its first that may write, else its first. D74 */
function chooseSpoke(identity: Identity, { ids, mayWrite }: SpokeBounds): string {
  const granted = identity.spokes.filter((spoke) => ids.includes(spoke))
  const spoke = granted.includes('connect') ? 'connect' : (granted.find(mayWrite) ?? granted[0])
  if (spoke === undefined) throw new Problem('spoke-forbidden')
  return spoke
}
