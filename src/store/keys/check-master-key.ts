/** Whether a key-encryption key is the one of this database, now or until a transaction ends. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Queryable } from '../postgres/queryable.ts'
import { dataKeyContext, signingContext, unwrapKey } from './keys.ts'

const wrappingLock = 7_214_005

type Row = { readonly tenant: number; readonly id: number; readonly purpose: string; readonly wrapped: Buffer }

/** Throws MasterKeyError if another key wrapped the keys of a tenant, or the signing key, which exists before any tenant. */
export async function checkMasterKey(client: Queryable, master: KeyObject): Promise<void> {
  const { rows } = await client.query<Row>(
    `(select tenant, id, purpose, wrapped from data_key order by tenant, id limit 1)
     union all (select 0, id, 'signing', wrapped from audit_key order by id limit 1)`,
  )
  for (const row of rows)
    unwrapKey(row.wrapped, master, row.purpose === 'signing' ? signingContext(row.id) : dataKeyContext(row.tenant, row))
}

/** Whoever stores a wrapped key calls it first: nobody else wraps keys until the transaction ends, so no two key-encryption keys are in use. Throws MasterKeyError. */
export async function holdMasterKey(client: pg.ClientBase, master: KeyObject): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [wrappingLock])
  await checkMasterKey(client, master)
}
