/** Finds the caller, with tenant and spoke. R5.1, R5.2; docs/design/hub.md#access. */
import type { Caller } from '../../core/caller.ts'
import { after, type MaybePromise } from '../../core/maybe-promise.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { buildCaller, type Chosen, type Identify, type Identity } from '../../identity/identity.ts'
import type { SpokeBounds } from '../../identity/spoke-bounds.ts'
import { findHeaderErrors, hubHeaders } from '../request/hub-headers.ts'
import { type Context, headerOf, isRepeated, type Layer } from '../request/request-state.ts'

/** The Hub: headers choose among the tenants and spokes that the token grants. */
export const authenticateHub =
  (identify: Identify, bounds: SpokeBounds): Layer =>
  (ctx, next) =>
    after(identifyCaller(ctx, identify), (identity) => {
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
  (identify: Identify, bounds: SpokeBounds): Layer =>
  (ctx, next) =>
    after(identifyCaller(ctx, identify), (identity) => {
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

function identifyCaller(ctx: Context, identify: Identify): MaybePromise<Identity> {
  if (isRepeated(ctx.req, 'Authorization')) throw invalidField('Authorization', 'must be given once')
  return identify(ctx.req.headers.authorization, ctx.req.socket)
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
