/** Keeps callers to what patients have not denied them; a clinician may break the glass. docs/design/hub.md#access; D56. */
import { type Caller, clinicalRoles, hasRole } from '../../core/caller.ts'
import type { Log } from '../../core/log.ts'
import { after } from '../../core/maybe-promise.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { withConsentDenials } from '../../domain/consent/consent-denials.ts'
import type { Store } from '../../store/store.ts'
import type { Context, Layer } from '../request/request-state.ts'
import { readCaller } from './authenticate.ts'

export const breakGlassHeader = 'X-Break-Glass'
export const breakGlassReasons = ['emergency', 'unable_to_consent', 'legal_duty'] as const

type Denying = { readonly store: Pick<Store, 'readTenant' | 'view'>; readonly log: Log }

/** Comes after authentication, inside the layer that records refusals. `binds`: whether the caller could see any content at all. */
export const applyConsentDenials =
  ({ store, log }: Denying, binds: (caller: Caller) => boolean): Layer =>
  (ctx, next) => {
    const caller = readCaller(ctx)
    const reason = readReason(ctx, caller)
    if (reason !== undefined) return after(breakGlass({ store, log }, ctx, reason), next)
    if (!binds(caller)) return next()
    const kept = after(store.readTenant(caller.tenant), (tenant) =>
      tenant.consentDenials.length === 0 ? caller : store.view(caller, (view) => withConsentDenials(view, caller)),
    )
    return after(kept, (own) => {
      ctx.state.caller = own
      return next()
    })
  }

async function breakGlass({ store, log }: Denying, ctx: Context, reason: string): Promise<void> {
  const caller = readCaller(ctx)
  const breaking = { ...caller, breakGlass: reason }
  ctx.state.caller = breaking
  // Recorded before anything is shown, and logged, because alerts come from the log.
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
