/** Whether a key-encryption key is the one of this database. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { signingContext } from '../audit/audit-keys.ts'
import { dataKeyContext, unwrapKey } from './keys.ts'

type Row = { readonly tenant: number; readonly id: number; readonly purpose: string; readonly wrapped: Buffer }

/** Throws MasterKeyError if another key wrapped the keys of a tenant, or the signing key, which exists before any tenant. */
export async function checkMasterKey(pool: pg.Pool, master: KeyObject): Promise<void> {
  const { rows } = await pool.query<Row>(
    `(select tenant, id, purpose, wrapped from data_key order by tenant, id limit 1)
     union all (select 0, id, 'signing', wrapped from audit_key order by id limit 1)`,
  )
  for (const row of rows)
    unwrapKey(row.wrapped, master, row.purpose === 'signing' ? signingContext(row.id) : dataKeyContext(row.tenant, row))
}
