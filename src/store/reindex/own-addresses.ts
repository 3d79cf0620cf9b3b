/** Indexes resources that refer by an address again if our addresses have changed since they were indexed. D64, D65. */

import { addressHash } from '../resources/index-rows.ts'
import { bumpGeneration } from '../tenants/generation.ts'
import type { Tx } from '../transaction.ts'
import { queueReindex } from './reindex-queue.ts'

/** Queues the types of such resources if the settings have changed. The tenant is outdated until that is done. */
export async function reindexMoved(tx: Tx): Promise<void> {
  const { client, tenant } = tx
  const { rows } = await client.query<{ addresses: readonly string[] }>(
    'select addresses from tenant where number = $1 for update',
    [tenant.number],
  )
  const bases = tenant.addresses.bases.toSorted()
  if (rows[0] === undefined || rows[0].addresses.join(' ') === bases.join(' ')) return
  const { resource, token } = tenant.tables
  const { rows: referring } = await client.query<{ type: string }>(
    `select distinct r.type from ${token} t join ${resource} r on r.tenant = $1 and r.key = t.key
     where t.tenant = $1 and t.hash = $2 and not r.deleted`,
    [tenant.number, addressHash(tenant)],
  )
  for (const { type } of referring) await queueReindex(tx, { space: 'fhir', type })
  await client.query(
    'update tenant set addresses = $2, index_version = case when $3 then -abs(index_version) else index_version end where number = $1',
    [tenant.number, bases, referring.length > 0],
  )
  await bumpGeneration(tx)
}
