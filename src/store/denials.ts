/** FHIR Consents that deny something: which resources they are; every process keeps what they say in memory, where there are any. STORE.md "Tenants". */
import type { JsonObject } from '../core/json.ts'
import { bumpGeneration } from './keys/generation.ts'
import type { Tenant } from './keys/tenants.ts'
import { parseForReading } from './resources/content.ts'
import { openRow, type ResourceRow, resourceColumns } from './resources/read/rows.ts'
import type { Queryable } from './resources/reader.ts'
import type { Tx } from './transaction.ts'

/** The Consent as it was written. */
export type Denial = { readonly id: string; readonly consent: JsonObject }

export async function listDenials(client: Queryable, tenant: Tenant): Promise<readonly Denial[]> {
  const { rows } = await client.query<ResourceRow>(
    `select ${resourceColumns('r')} from consent_denial d
     join ${tenant.tables.resource} r on r.tenant = $1 and r.space = 'fhir' and r.type = 'Consent' and r.id = d.id
     where d.tenant = $1 and not r.deleted`,
    [tenant.number],
  )
  return rows.map((row) => ({ id: row.id, consent: parseForReading(openRow(tenant, row)) }))
}

/** Every process learns of it, or of what has changed in it. */
export async function putDenial(tx: Tx, id: string): Promise<void> {
  await tx.client.query('insert into consent_denial (tenant, id) values ($1, $2) on conflict do nothing', [
    tx.tenant.number,
    id,
  ])
  await bumpGeneration(tx)
}

export async function removeDenial(tx: Tx, id: string): Promise<void> {
  const { rowCount } = await tx.client.query('delete from consent_denial where tenant = $1 and id = $2', [
    tx.tenant.number,
    id,
  ])
  if (rowCount !== 0) await bumpGeneration(tx)
}
