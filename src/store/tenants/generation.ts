/** The count of a tenant's changes: by it every process notices that its cached facts are old. docs/design/store.md#tenants-and-keys. */
import type pg from 'pg'
import type { Queryable } from '../postgres/queryable.ts'
import type { Tenant } from './tenant.ts'

type Client = pg.ClientBase | pg.Pool

/** A transaction that may change the cached facts of its tenant. */
type Changing = { readonly client: Queryable; readonly tenant: Tenant; hasChangedTenant: boolean }

/** Undefined if the tenant is gone. */
export async function findGeneration(client: Client, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ generation: string }>({
    name: 'tenant-generation',
    text: `select generation from tenant where id = $1 and state not in ('erasing', 'erased')`,
    values: [id],
  })
  return rows[0]?.generation
}

/** Lists which of these tenants are erased or being erased. */
export async function listGone(client: Client, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'tenants-gone',
    text: `select id from unnest($1::uuid[]) as known (id)
      where not exists (select from tenant t where t.id = known.id and t.state not in ('erasing', 'erased'))`,
    values: [ids],
  })
  return rows.map(({ id }) => id)
}

/** With the code of a serialization failure: the work runs again. */
export class TenantChanged extends Error {
  readonly code = '40001'
}

/** Throws an error that restarts the work if the tenant has changed since it was read, unless this work changed it. */
export async function checkUnchanged(
  client: Client,
  { tenant, hasChangedTenant }: Pick<Changing, 'tenant' | 'hasChangedTenant'>,
): Promise<void> {
  const expected = BigInt(tenant.generation) + (hasChangedTenant ? 1n : 0n)
  if ((await findGeneration(client, tenant.id)) !== String(expected))
    throw new TenantChanged('the tenant has changed meanwhile')
}

/** Counts one change per transaction. */
export async function bumpGeneration(tx: Changing): Promise<void> {
  if (tx.hasChangedTenant) return
  tx.hasChangedTenant = true
  await tx.client.query('update tenant set generation = generation + 1 where number = $1', [tx.tenant.number])
}
