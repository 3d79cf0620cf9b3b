/** Finds the caller, with tenant and spoke. R5.1, R5.2; docs/design/hub.md#access. */
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../core/caller.ts'
import { after, type MaybePromise } from '../../core/maybe-promise.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { authenticationRequired } from '../../identity/authentication-required.ts'
import { identifyHolder, type Proofs } from '../../identity/holder/identify-holder.ts'
import { buildCaller, type Chosen, type Identity } from '../../identity/identity.ts'
import type { SpokeBounds } from '../../identity/spoke-bounds.ts'
import { findHeaderErrors, hubHeaders } from '../request/hub-headers.ts'
import { type Context, headerOf, isRepeated, type Layer } from '../request/request-state.ts'

/** The Hub: headers choose among the tenants and spokes that the token grants. */
export const authenticateHub =
  (proofs: Proofs, bounds: SpokeBounds, identifyCaller = identifyOnce(proofs)): Layer =>
  (ctx, next) =>
    after(identifyCaller(ctx), (identity) => {
      const errors = findHeaderErrors(ctx.req, hubHeaders)
      if (errors.length > 0) throw new Problem('validation', { errors })
      const tenant = headerOf(ctx, 'x-tenant-id').toLowerCase()
      const spoke = headerOf(ctx, 'x-spoke-id')
      if (!identity.tenants.includes(tenant)) throw new Problem('tenant-forbidden')
      if (!bounds.ids.includes(spoke) || !identity.spokes.includes(spoke)) throw new Problem('spoke-forbidden')
      ctx.state.caller = callerOf(ctx, identity, { tenant, spoke, bounds })
      ctx.state.identifyAgain = identifyAgainBy(proofs, ctx, identity)
      return next()
    })

/** FHIR: tenant and spoke come from the token; a header is needed only if it grants several tenants. docs/fhir.md. */
export const authenticateFhir =
  (proofs: Proofs, bounds: SpokeBounds, identifyCaller = identifyOnce(proofs)): Layer =>
  (ctx, next) =>
    after(identifyCaller(ctx), (identity) => {
      const context = { tenant: chooseTenant(ctx, identity), spoke: chooseSpoke(identity, bounds), bounds }
      ctx.state.caller = callerOf(ctx, identity, context)
      return next()
    })

const callerOf = ({ state: { requestId, traceparent } }: Context, identity: Identity, chosen: Chosen): Caller =>
  buildCaller(identity, chosen, traceparent === undefined ? { requestId } : { requestId, trace: traceparent })

/** The sender has proved the possession of a key already: a proof of it counts once. RFC 9449 11.1. */
const identifyAgainBy =
  ({ identify }: Proofs, { req }: Context, known: Identity) =>
  (): MaybePromise<void> =>
    after(identify(req.headers.authorization, req.socket), (identity) => {
      // A token that is asked about again says each time when it ends.
      if (identity !== known && !isDeepStrictEqual({ ...identity, expiresAt: 0 }, { ...known, expiresAt: 0 }))
        throw authenticationRequired('unknown')
    })

export function readIdentifyAgain({ state: { identifyAgain } }: Context): () => MaybePromise<void> {
  if (identifyAgain === undefined) throw new TypeError('the layer goes after authentication')
  return identifyAgain
}

export function readCaller(ctx: Context): Caller {
  if (ctx.state.caller === undefined) throw new TypeError('the layer goes after authentication')
  return ctx.state.caller
}

const identifyOnce =
  (proofs: Proofs, identify = identifyHolder(proofs)) =>
  ({ req }: Context): MaybePromise<Identity> => {
    if (isRepeated(req, 'Authorization')) throw invalidField('Authorization', 'must be given once')
    return identify(req)
  }

function chooseTenant(ctx: Context, identity: Identity): string {
  const asked = headerOf(ctx, 'x-tenant-id').toLowerCase()
  const tenant = asked === '' && identity.tenants.length === 1 ? identity.tenants[0] : asked
  if (tenant === undefined || !identity.tenants.includes(tenant)) throw new Problem('tenant-forbidden')
  return tenant
}

/** The spoke of interoperability if the token grants it, else its first that may write, else its first. D74 */
export function chooseSpoke(identity: Pick<Identity, 'spokes'>, { ids, mayWrite }: SpokeBounds): string {
  const granted = identity.spokes.filter((spoke) => ids.includes(spoke))
  const spoke = granted.includes('connect') ? 'connect' : (granted.find(mayWrite) ?? granted[0])
  if (spoke === undefined) throw new Problem('spoke-forbidden')
  return spoke
}
