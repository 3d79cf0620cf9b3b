/** A tenant's own profiles, value sets and code systems: which of its resources are used as definitions. STORE.md "Tenants". */
import type { JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { bumpGeneration } from '../keys/generation.ts'
import type { Tenant } from '../keys/tenants.ts'
import { readResource } from '../resources/content.ts'
import { openRow, type ResourceRow, resourceColumns } from '../resources/read/rows.ts'
import type { Queryable } from '../resources/reader.ts'
import type { Tx } from '../transaction.ts'

export type OwnDefinition = {
  /** Changes with the resource. */
  readonly key: string
  readonly resource: JsonObject
}

type Place = { readonly type: string; readonly id: string }

/** Each is kept in memory by every process that works for the tenant. */
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

/** From now on the resource is used; every process learns of it. */
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

/** It is a document like others, if it was more. */
export async function removeOwnDefinition(tx: Tx, { type, id }: Place): Promise<void> {
  const { rowCount } = await tx.client.query('delete from own_definition where tenant = $1 and type = $2 and id = $3', [
    tx.tenant.number,
    type,
    id,
  ])
  if (rowCount !== 0) await bumpGeneration(tx)
}
