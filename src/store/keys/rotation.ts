/** Rotation: a new content key seals everything from now on; nothing is sealed again. docs/design/store.md#resources. */
import { type KeyObject, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { systemCaller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { auditStatement } from '../audit/audit.ts'
import { rewrapIssuerKeys } from '../issuer/issuer-keys.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { holdMasterKey } from './check-master-key.ts'
import { dataKeyContext, signingContext, unwrapKey, wrapKey } from './keys.ts'

/** Half of what NIST SP 800-38D section 8.3 allows for nonces drawn at random. */
export const maxSeals = 2 ** 31
const keyBytes = 32

/** With `expected`, rotates only while this key is the newest, so that one of several processes replaces it. Answers the new key's number. */
export async function rotateContentKey(
  pool: pg.Pool,
  tenant: Tenant,
  { master, expected }: { readonly master: KeyObject; readonly expected?: number },
): Promise<number | undefined> {
  return inTransaction(pool, async (client) => {
    // One rotation at a time; a transaction that only refers to the tenant does not wait.
    const { rowCount } = await client.query(
      `select from tenant where number = $1 and state not in ('erasing', 'erased') for no key update`,
      [tenant.number],
    )
    if (rowCount === 0) return undefined
    await holdMasterKey(client, master)
    const { rows } = await client.query<{ newest: number; current: number }>(
      `select max(id) as newest, max(id) filter (where purpose = 'content') as current from data_key where tenant = $1`,
      [tenant.number],
    )
    const { newest = 0, current } = rows[0] ?? {}
    if (expected !== undefined && current !== expected) return undefined
    const id = newest + 1
    const wrapped = wrapKey(randomBytes(keyBytes), master, dataKeyContext(tenant.number, { id, purpose: 'content' }))
    await client.query(`insert into data_key (tenant, id, purpose, wrapped) values ($1, $2, 'content', $3)`, [
      tenant.number,
      id,
      wrapped,
    ])
    await recordKey(client, tenant, { kind: 'key.rotated', version: id })
    return id
  })
}

type KeyEvent = { readonly kind: 'key.rotated' | 'key.rewrapped'; readonly version?: number }

async function recordKey(client: pg.ClientBase, tenant: Tenant, event: KeyEvent): Promise<void> {
  const entry = { caller: systemCaller(tenant.id, newId()), record: { id: newId(), ...event } }
  await client.query(auditStatement(tenant, [entry]))
}

/** Stores how often this process has sealed, and replaces a worn key. */
export async function countSeals(pool: pg.Pool, tenant: Tenant, readMaster: () => Promise<KeyObject>): Promise<void> {
  const { id, uses } = tenant.keys.current
  if (uses.count === 0) return
  const { rows } = await pool.query<{ isWorn: boolean }>(
    'update data_key set seals = seals + $3 where tenant = $1 and id = $2 returning seals >= $4::bigint as "isWorn"',
    [tenant.number, id, uses.count, maxSeals],
  )
  uses.count = 0
  if (rows[0]?.isWorn === true) await rotateContentKey(pool, tenant, { master: await readMaster(), expected: id })
}

type Wrapped = { readonly tenant: number; readonly id: number; readonly purpose: string; readonly wrapped: Buffer }

/** Wraps every key again, all or none. Answers how many. Throws if `from` did not wrap them. */
export async function rewrapKeys(
  pool: pg.Pool,
  tenants: readonly Tenant[],
  { from, to }: { readonly from: KeyObject; readonly to: KeyObject },
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await holdMasterKey(client, from)
    const rewrap = (wrapped: Buffer, context: string): Buffer => wrapKey(unwrapKey(wrapped, from, context), to, context)
    const { rows: dataKeys } = await client.query<Wrapped>(
      'select tenant, id, purpose, wrapped from data_key order by tenant, id for update',
    )
    await client.query(
      `update data_key k set wrapped = n.wrapped from unnest($1::int[], $2::int[], $3::bytea[]) as n (tenant, id, wrapped)
       where k.tenant = n.tenant and k.id = n.id`,
      [
        dataKeys.map(({ tenant }) => tenant),
        dataKeys.map(({ id }) => id),
        dataKeys.map((row) => rewrap(row.wrapped, dataKeyContext(row.tenant, row))),
      ],
    )
    const { rows: signing } = await client.query<{ id: number; wrapped: Buffer }>(
      'select id, wrapped from audit_key order by id for update',
    )
    await client.query(
      'update audit_key k set wrapped = n.wrapped from unnest($1::int[], $2::bytea[]) as n (id, wrapped) where k.id = n.id',
      [signing.map(({ id }) => id), signing.map(({ id, wrapped }) => rewrap(wrapped, signingContext(id)))],
    )
    const issuerKeys = await rewrapIssuerKeys(client, rewrap)
    for (const tenant of tenants) await recordKey(client, tenant, { kind: 'key.rewrapped' })
    return dataKeys.length + signing.length + issuerKeys
  })
}
