/** A merge as a message makes it. */
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { MergeState } from '../../../src/store/intake/patient-merges.ts'
import type { Site } from '../../running-server.ts'

export async function openMerge(
  { site: { pool } }: { readonly site: Pick<Site, 'pool'> },
  survivorId: string,
  mergedId: string,
  state: MergeState = 'open',
): Promise<string> {
  const id = newId()
  await pool.query(
    `insert into patient_merge (tenant, id, survivor_id, merged_id, state, sender_id) select number, $2, $3, $4, $6, $5 from tenant where id = $1`,
    [developmentTenants[0], id, survivorId, mergedId, newId(), state],
  )
  return id
}
