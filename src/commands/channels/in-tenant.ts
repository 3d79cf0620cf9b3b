/** For a subcommand: one transaction on the records of the Hub of one tenant, beside running servers or without any. */
import type { Tx } from '../../store/transaction.ts'
import { readTenant, withConfig } from '../asked.ts'
import { hubResources, withStore } from '../store/with-store.ts'
import { UsageError, type Values } from '../subcommand.ts'

/** Throws UsageError without `--tenant`. */
export function readOneTenant(values: Values): string {
  const tenant = readTenant(values)?.toLowerCase()
  if (tenant === undefined) throw new UsageError('--tenant is needed')
  return tenant
}

/** Undefined if no such tenant is served. */
export const inTenant = <T>(tenant: string, work: (tx: Tx) => Promise<T>): Promise<T | undefined> =>
  withConfig((config) =>
    withStore(
      config,
      async (store) =>
        (await store.listTenantIds()).includes(tenant) ? store.transactAsSystem(tenant, work) : undefined,
      hubResources,
    ),
  )

export const noTenant = (tenant: string): string =>
  `there is no tenant ${tenant} that is served; banksia tenant list shows those that are here`
