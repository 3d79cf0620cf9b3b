/** Whether callers have access to a tenant now. D77. */
import { Problem } from '../../core/problems.ts'
import type { Tenant } from './tenant.ts'

export const unknownTenant = (): Problem =>
  new Problem('tenant-unknown', { detail: 'The token names a tenant that this server does not have' })

export const disabledTenant = (): Problem =>
  new Problem('tenant-disabled', { detail: 'An operator has disabled this tenant; nothing of it is lost' })

/** Throws while it is being created, and while it is disabled. Banksia's own work goes on by `platformOf`. */
export function checkServed<T extends Pick<Tenant, 'state'>>(tenant: T): T {
  if (tenant.state === 'disabled') throw disabledTenant()
  if (tenant.state !== 'active') throw unknownTenant()
  return tenant
}
