/** FHIR Consents that deny something: finds them; every process keeps their content in memory, if there are any. docs/design/store.md#tenants-and-keys. */

import type { Queryable } from './postgres/queryable.ts'
import { parseForReading } from './resources/content.ts'
import { openRow, type ResourceRow, resourceColumns } from './resources/read/rows.ts'
import { bumpGeneration } from './tenants/generation.ts'
import type { ConsentDenial, Tenant } from './tenants/tenant.ts'
import type { Tx } from './transaction.ts'

export async function listConsentDenials(client: Queryable, tenant: Tenant): Promise<readonly ConsentDenial[]> {
  const { rows } = await client.query<ResourceRow>(
    `select ${resourceColumns('r')} from consent_denial d
     join ${tenant.tables.resource} r on r.tenant = $1 and r.space = 'fhir' and r.type = 'Consent' and r.id = d.id
     where d.tenant = $1 and not r.deleted`,
    [tenant.number],
  )
  return rows.map((row) => ({ id: row.id, consent: parseForReading(openRow(tenant, row)) }))
}

/** Every process learns of it through the tenant's generation. */
export async function putConsentDenial(tx: Tx, id: string): Promise<void> {
  await tx.client.query('insert into consent_denial (tenant, id) values ($1, $2) on conflict do nothing', [
    tx.tenant.number,
    id,
  ])
  await bumpGeneration(tx)
}

export async function removeConsentDenial(tx: Tx, id: string): Promise<void> {
  const { rowCount } = await tx.client.query('delete from consent_denial where tenant = $1 and id = $2', [
    tx.tenant.number,
    id,
  ])
  if (rowCount !== 0) await bumpGeneration(tx)
}
