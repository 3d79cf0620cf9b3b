/** Keeps callers to what patients have not denied them; a clinician may break the glass. hub-contract "Access"; D56. */
import { type Caller, clinicalRoles, hasRole } from '../../core/caller.ts'
import type { Log } from '../../core/log.ts'
import { after } from '../../core/maybe-promise.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { hideDenied } from '../../domain/consent/hide-denied.ts'
import type { Store } from '../../store/store.ts'
import type { Context, Layer } from '../request/request-state.ts'
import { readCaller } from './authenticate.ts'

export const breakGlassHeader = 'X-Break-Glass'
export const breakGlassReasons = ['emergency', 'unable_to_consent', 'legal_duty'] as const

type Denials = { readonly store: Pick<Store, 'readTenant' | 'view'>; readonly log: Log }

/** Goes after authentication, and within what records refusals. `binds`: whether a caller could be shown anything at all. */
export const applyDenials =
  ({ store, log }: Denials, binds: (caller: Caller) => boolean): Layer =>
  (ctx, next) => {
    const caller = readCaller(ctx)
    const reason = readReason(ctx, caller)
    if (reason !== undefined) return after(breakGlass({ store, log }, ctx, reason), next)
    if (!binds(caller)) return next()
    const kept = after(store.readTenant(caller.tenant), (tenant) =>
      tenant.denials.length === 0 ? caller : store.view(caller, (view) => hideDenied(view, caller)),
    )
    return after(kept, (own) => {
      ctx.state.caller = own
      return next()
    })
  }

async function breakGlass({ store, log }: Denials, ctx: Context, reason: string): Promise<void> {
  const caller = readCaller(ctx)
  const breaking = { ...caller, breakGlass: reason }
  ctx.state.caller = breaking
  // On record before anything is shown, and in the log, where alerts come from.
  await store.view(breaking, async (view) => view.record('access.break-glass', { reason }))
  log.warn('access.break-glass', { requestId: caller.requestId, tenant: caller.tenant, reason })
}

function readReason(ctx: Context, caller: Caller): string | undefined {
  const text = ctx.get(breakGlassHeader)
  if (text === '') return undefined
  const reason = breakGlassReasons.find((one) => one === text)
  if (reason === undefined) throw invalidField(breakGlassHeader, `must be one of ${breakGlassReasons.join(', ')}`)
  if (!hasRole(caller, clinicalRoles)) throw new Problem('role-required')
  return reason
}
