/** A store with two tenants that have sealed audit records, and what a database's superuser can do to them. */
import { createSecretKey, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Caller } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { buildCheckpoint, type Checkpoint, parseCheckpoint } from '../../src/store/audit/audit-checkpoint.ts'
import { listSigningKeys } from '../../src/store/audit/audit-keys.ts'
import { type Verified, verifyAudit } from '../../src/store/audit/audit-verify.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import type { TenantSettings } from '../../src/store/tenants/tenant.ts'
import { listTenants } from '../../src/store/tenants/tenants.ts'
import { createDatabase } from '../database.ts'
import { waitUntil } from '../patience.ts'

export const tenantA = '00000000-0000-7000-8000-0000000000aa'
export const tenantB = '00000000-0000-7000-8000-0000000000bb'

export const settingsOf = (id: string): TenantSettings => ({
  id,
  requiredProfiles: 'base',
  references: 'allow',
  timeZone: 'Australia/Perth',
})

export const callerOf = (tenant: string): Caller => ({
  tenant,
  spoke: 'connect',
  issuer: 'https://login.example.org',
  subject: 'tester',
  client: 'test',
  roles: ['clinician'],
  scopes: [],
  requestId: newId(),
  proof: 'internal',
})

export type AuditWorld = {
  readonly config: pg.PoolConfig
  readonly store: Store
  /** As the database's superuser. */
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<Record<string, string>[]>
  /** One transaction that leaves so many records; answers their ids. */
  readonly record: (tenant: string, count: number) => Promise<string[]>
  /** Seals everything that is there. */
  readonly seal: () => Promise<void>
  readonly verify: (tenant: string, checkpoint?: Checkpoint) => Promise<Verified>
  readonly checkpoint: () => Promise<Checkpoint>
  readonly close: () => Promise<void>
}

const unsealedText = `select count(*) from audit a where not exists (
  select from audit_batch b where b.tenant = a.tenant and (b.through_tx, b.through_seq) >= (a.tx, a.seq))`

export async function openAuditWorld(): Promise<AuditWorld> {
  const database = await createDatabase()
  const masterKey = createSecretKey(randomBytes(32))
  const store = await openStore({
    connection: database.config,
    masterKey,
    tenants: [settingsOf(tenantA), settingsOf(tenantB)],
    index: () => ({ tokens: [] }),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  const pool = new pg.Pool({ ...database.config, max: 2 })
  // A connection may still be ending when its database is dropped.
  pool.on('error', () => undefined)
  const numberOf = async (tenant: string): Promise<number> => (await listTenants(pool, tenant))[0]?.number ?? 0
  return {
    config: database.config,
    store,
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    record: (tenant, count) =>
      store.transact(callerOf(tenant), async (tx) => Array.from({ length: count }, () => tx.record('encounter.read'))),
    async seal() {
      // Transactions of the same server, in any database, hold it back while they run.
      const isSealed = async (): Promise<boolean> => (await pool.query(unsealedText)).rows[0].count === '0'
      if (await isSealed()) return
      await waitUntil(async () => {
        await store.sealAudit(0)
        return isSealed()
      })
    },
    async verify(tenant, checkpoint) {
      const keys = await listSigningKeys(pool, masterKey)
      const head = checkpoint?.heads.find((one) => one.tenant === tenant)
      return verifyAudit({ pool, keys, checkpoint: head }, { id: tenant, number: await numberOf(tenant) })
    },
    async checkpoint() {
      const built = await buildCheckpoint(pool, await listTenants(pool), await listSigningKeys(pool, masterKey))
      return parseCheckpoint(JSON.stringify(built))
    },
    async close() {
      await store.close()
      await pool.end()
      await database.drop()
    },
  }
}
