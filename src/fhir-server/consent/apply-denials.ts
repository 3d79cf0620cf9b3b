/** Keeps each caller of the FHIR interface to what patients have not denied them; a clinician may break the glass. hub-contract "Access". */
import { type Caller, clinicalRoles, hasRole } from '../../caller.ts'
import { readCaller } from '../../http/authenticate.ts'
import type { Context, Layer } from '../../http/request-state.ts'
import type { Log } from '../../log.ts'
import { invalidField, Problem } from '../../problems.ts'
import type { Store } from '../../store/store.ts'
import { hideDenied } from './hide-denied.ts'

const header = 'X-Break-Glass'
export const breakGlassReasons = ['emergency', 'unable_to_consent', 'legal_duty'] as const

type Denials = { readonly store: Pick<Store, 'readTenant' | 'view'>; readonly log: Log }

/** Goes after authentication, and within what records refusals. */
export const applyDenials =
  ({ store, log }: Denials): Layer =>
  async (ctx, next) => {
    const caller = readCaller(ctx)
    const reason = readReason(ctx, caller)
    if (reason === undefined) {
      const tenant = await store.readTenant(caller.tenant)
      ctx.state.caller = await hideDenied(tenant, caller, (place) =>
        store.view(caller, (view) => view.findCurrent(place)),
      )
      return next()
    }
    const breaking = { ...caller, breakGlass: reason }
    ctx.state.caller = breaking
    // On record before anything is shown, and in the log, where alerts come from.
    await store.view(breaking, async (view) => view.record('access.break-glass', { reason }))
    log.warn('access.break-glass', { requestId: caller.requestId, tenant: caller.tenant, reason })
    return next()
  }

function readReason(ctx: Context, caller: Caller): string | undefined {
  const text = ctx.get(header)
  if (text === '') return undefined
  const reason = breakGlassReasons.find((one) => one === text)
  if (reason === undefined) throw invalidField(header, `must be one of ${breakGlassReasons.join(', ')}`)
  if (!hasRole(caller, clinicalRoles)) throw new Problem('role-required')
  return reason
}
