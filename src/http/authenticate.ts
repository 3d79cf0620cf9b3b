/** Who calls, and for which tenant and spoke. Spec R5.1, R5.2; hub-contract "Access". */
import type { Caller } from '../caller.ts'
import { buildCaller, type Identify, type Identity } from '../identity/identity.ts'
import { invalidField, Problem } from '../problems.ts'
import { formatTraceparent } from '../trace.ts'
import { findHeaderErrors, hubHeaders } from './hub-headers.ts'
import { type Context, isRepeated, type Layer } from './request-state.ts'

/** The Hub: the headers choose among what the token grants. `spokeIds` are the known spokes. */
export const authenticateHub =
  (identify: Identify, spokeIds: readonly string[]): Layer =>
  async (ctx, next) => {
    const identity = await identifyCaller(ctx, identify)
    const errors = findHeaderErrors(ctx.req, hubHeaders)
    if (errors.length > 0) throw new Problem('validation', { errors })
    const tenant = ctx.get('X-Tenant-Id').toLowerCase()
    const spoke = ctx.get('X-Spoke-Id')
    if (!identity.tenants.includes(tenant)) throw new Problem('tenant-forbidden')
    if (!spokeIds.includes(spoke) || !identity.spokes.includes(spoke)) throw new Problem('spoke-forbidden')
    ctx.state.caller = buildCaller(identity, { tenant, spoke, ...correlationOf(ctx) })
    await next()
  }

/** FHIR: tenant and spoke come from the token; a header is needed only where it grants several tenants. DESIGN.md "FHIR". */
export const authenticateFhir =
  (identify: Identify, spokeIds: readonly string[]): Layer =>
  async (ctx, next) => {
    const identity = await identifyCaller(ctx, identify)
    const context = { tenant: chooseTenant(ctx, identity), spoke: chooseSpoke(identity, spokeIds) }
    ctx.state.caller = buildCaller(identity, { ...context, ...correlationOf(ctx) })
    await next()
  }

const correlationOf = ({ state: { requestId, trace } }: Context) => ({
  requestId,
  ...(trace === undefined ? {} : { trace: formatTraceparent(trace) }),
})

export function readCaller(ctx: Context): Caller {
  if (ctx.state.caller === undefined) throw new TypeError('the layer goes after authentication')
  return ctx.state.caller
}

async function identifyCaller(ctx: Context, identify: Identify): Promise<Identity> {
  if (isRepeated(ctx.req, 'Authorization')) throw invalidField('Authorization', 'must be given once')
  return identify(ctx.req.headers.authorization, ctx.req.socket)
}

function chooseTenant(ctx: Context, identity: Identity): string {
  const asked = ctx.get('X-Tenant-Id').toLowerCase()
  const tenant = asked === '' && identity.tenants.length === 1 ? identity.tenants[0] : asked
  if (tenant === undefined || !identity.tenants.includes(tenant)) throw new Problem('tenant-forbidden')
  return tenant
}

/** The spoke of interoperability where the token grants it, else its first. */
function chooseSpoke(identity: Identity, spokeIds: readonly string[]): string {
  const granted = identity.spokes.filter((spoke) => spokeIds.includes(spoke))
  const spoke = granted.includes('connect') ? 'connect' : granted[0]
  if (spoke === undefined) throw new Problem('spoke-forbidden')
  return spoke
}
