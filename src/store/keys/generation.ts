/** The count of a tenant's changes, by which every process notices that what it keeps in memory is old. STORE.md "Tenants". */
import type pg from 'pg'

type Client = pg.ClientBase | pg.Pool

export async function findGeneration(client: Client, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ generation: string }>({
    name: 'tenant-generation',
    text: 'select generation from tenant where id = $1',
    values: [id],
  })
  return rows[0]?.generation
}

const serializationFailure = '40001'

/** Throws what makes the work begin again where the tenant has changed since it was read. */
export async function checkUnchanged(
  client: Client,
  { id, generation }: { readonly id: string; readonly generation: string },
): Promise<void> {
  if ((await findGeneration(client, id)) !== generation)
    throw Object.assign(new Error('the tenant has changed meanwhile'), { code: serializationFailure })
}

export async function bumpGeneration(client: Client, tenant: number): Promise<void> {
  await client.query('update tenant set generation = generation + 1 where number = $1', [tenant])
}
