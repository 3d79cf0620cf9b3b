import { Problem } from '../../core/problems.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { readResource } from '../resources/content.ts'
import { openRow, type ResourceRow, resourceColumns } from '../resources/read/rows.ts'
import { bumpGeneration } from '../tenants/generation.ts'
import type { OwnDefinition, Tenant } from '../tenants/tenant.ts'
import type { Tx } from '../transaction.ts'

type Place = { readonly type: string; readonly id: string }

/** Every process that works for the tenant keeps each in memory. */
const maxOwn = 500

export async function listOwnDefinitions(client: Queryable, tenant: Tenant): Promise<readonly OwnDefinition[]> {
  const { rows } = await client.query<ResourceRow>(
    `select ${resourceColumns('r')} from own_definition d
     join ${tenant.tables.resource} r on r.tenant = $1 and r.space = 'fhir' and r.type = d.type and r.id = d.id
     where d.tenant = $1 and not r.deleted order by r.type, r.id`,
    [tenant.number],
  )
  return rows.map((row) => ({
    key: `${row.type}/${row.id}/${row.version}`,
    resource: readResource(openRow(tenant, row)),
  }))
}

/** The resource is used from now on; every process learns of it. */
export async function putOwnDefinition(tx: Tx, { type, id }: Place): Promise<void> {
  const { rows } = await tx.client.query<{ count: string }>(
    'select count(*) from own_definition where tenant = $1 and (type, id) <> ($2, $3)',
    [tx.tenant.number, type, id],
  )
  if (Number(rows[0]?.count) >= maxOwn)
    throw new Problem('business-rule', { detail: 'The tenant has as many definitions of its own as it may have' })
  await tx.client.query('insert into own_definition (tenant, type, id) values ($1, $2, $3) on conflict do nothing', [
    tx.tenant.number,
    type,
    id,
  ])
  await bumpGeneration(tx)
}

/** Stops using the resource; it stays a stored document. */
export async function removeOwnDefinition(tx: Tx, { type, id }: Place): Promise<void> {
  const { rowCount } = await tx.client.query('delete from own_definition where tenant = $1 and type = $2 and id = $3', [
    tx.tenant.number,
    type,
    id,
  ])
  if (rowCount !== 0) await bumpGeneration(tx)
}
