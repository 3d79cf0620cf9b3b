/** For a subcommand: one transaction on the records of the Hub of one tenant, beside running servers or without any. */
import { indexHubResource } from '../../hub/index-rows.ts'
import { readMasterKey } from '../../server/master-key.ts'
import { openStore } from '../../store/open-store.ts'
import type { Indexed } from '../../store/resources/index-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { readTenant, withConfig } from '../asked.ts'
import { useDatabase } from '../joined-database.ts'
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
    useDatabase(config, async ({ connection }) => {
      const masterKey = await readMasterKey(config)
      const index = (_tenant: unknown, resource: Indexed) => indexHubResource(resource)
      // No FHIR is written here, so there is nothing to check.
      const check = () => ({ findings: [], pending: { references: [] } })
      const store = await openStore({ connection, masterKey, index, check })
      try {
        if (!(await store.listTenantIds()).includes(tenant)) return undefined
        return await store.transactAsSystem(tenant, work)
      } finally {
        await store.close()
      }
    }),
  )

export const noTenant = (tenant: string): string =>
  `there is no tenant ${tenant} that is served; banksia tenant list shows those that are here`
