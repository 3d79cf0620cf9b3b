/** The count of a tenant's changes, by which every process notices that what it keeps in memory is old. STORE.md "Tenants". */
import type pg from 'pg'
import type { Tx } from '../transaction.ts'

type Client = pg.ClientBase | pg.Pool

/** Undefined where the tenant is gone. */
export async function findGeneration(client: Client, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ generation: string }>({
    name: 'tenant-generation',
    text: `select generation from tenant where id = $1 and state not in ('erasing', 'erased')`,
    values: [id],
  })
  return rows[0]?.generation
}

/** Which of these tenants are erased, or on their way. */
export async function listGone(client: Client, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'tenants-gone',
    text: `select id from unnest($1::uuid[]) as known (id)
      where not exists (select from tenant t where t.id = known.id and t.state not in ('erasing', 'erased'))`,
    values: [ids],
  })
  return rows.map(({ id }) => id)
}

const serializationFailure = '40001'

/** Throws what makes the work begin again where the tenant has changed since it was read, other than by this work. */
export async function checkUnchanged(
  client: Client,
  { tenant, hasChangedTenant }: Pick<Tx, 'tenant' | 'hasChangedTenant'>,
): Promise<void> {
  const expected = BigInt(tenant.generation) + (hasChangedTenant ? 1n : 0n)
  if ((await findGeneration(client, tenant.id)) !== String(expected))
    throw Object.assign(new Error('the tenant has changed meanwhile'), { code: serializationFailure })
}

/** Once for a transaction, whatever it changes of the tenant. */
export async function bumpGeneration(tx: Pick<Tx, 'client' | 'tenant' | 'hasChangedTenant'>): Promise<void> {
  if (tx.hasChangedTenant) return
  tx.hasChangedTenant = true
  await tx.client.query('update tenant set generation = generation + 1 where number = $1', [tx.tenant.number])
}
