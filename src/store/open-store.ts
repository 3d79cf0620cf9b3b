/** Opens the store over a database that it first brings to this release. */

import { checkMasterKey } from './keys/check-master-key.ts'
import { migrate } from './migrate.ts'
import type { StoreOptions } from './options.ts'
import { checkRole, openPool } from './postgres/pooled.ts'
import { sessionAs } from './postgres/sessions.ts'
import { Store } from './store.ts'
import { createTenant } from './tenants/tenants.ts'

const poolSize = 8
const systemPoolSize = 3

/** Migrates as the owner of the tables, creates missing tenants, and goes on as roles that own nothing. Throws MasterKeyError if another key wrapped the keys. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { connection, tenants = [], masterKey } = options
  const owner = openPool(connection, 1)
  try {
    await migrate(owner)
    // Before this key wraps anything beside keys that another one wrapped.
    await checkMasterKey(owner, masterKey)
    for (const tenant of tenants) await createTenant(owner, tenant, { master: masterKey })
  } finally {
    await owner.end()
  }
  const app = openPool(sessionAs('banksia_app', connection), poolSize)
  const system = openPool(sessionAs('banksia_system', connection), systemPoolSize)
  const store = new Store({ app, system }, options)
  await checkRole(app).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  return store
}
