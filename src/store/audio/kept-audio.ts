/** Statements on kept recordings and transcripts: those that are due, and their deletion. docs/design/store.md#tables; D53, D91. */
import type pg from 'pg'
import { pooledRunner } from '../postgres/pooled.ts'
import type { Tx } from '../transaction.ts'
import type { AudioState } from '../transitions.ts'

/** Ids of the patient's recordings in one of these states, locked until the transaction ends. */
export async function listSessionsIn(tx: Tx, patientId: string, states: readonly AudioState[]): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from audio_session where tenant = $1 and patient_id = $2 and state = any ($3::text[]) order by id for update',
    [tx.tenant.number, patientId, states],
  )
  return rows.map(({ id }) => id)
}

export type Keeping = { readonly keptMs: number; readonly quarantinedMs: number }

type Due = { readonly tenant: string; readonly id: string; readonly isGivenUp: boolean }

/** Recordings of all tenants that have expired, or whose audio must still be deleted. A recording on legal hold is never due. */
export async function listDueRecordings(pool: pg.Pool, keeping: Keeping, limit: number): Promise<readonly Due[]> {
  const { rows } = await pool.query<Due>(
    `select tenant.id as tenant, s.id, s.state in ('discarded', 'expired') as "isGivenUp"
     from audio_session s join tenant on tenant.number = s.tenant
     where tenant.state = 'active' and cleared_at is null and not legal_hold and (s.state in ('discarded', 'expired')
       or s.updated_at < now() - make_interval(secs => case when s.state = 'quarantined' then $2::float8 else $1::float8 end))
     order by s.updated_at limit $3`,
    [keeping.keptMs / 1000, keeping.quarantinedMs / 1000, limit],
  )
  return rows
}

/** Deletes the first chunks of a recording. Answers the blobs that they had. */
export async function deleteChunks(tx: Tx, sessionId: string, limit: number): Promise<readonly string[]> {
  const { rows } = await tx.client.query<{ blobId: string }>(
    `delete from audio_chunk where tenant = $1 and session_id = $2 and index in
       (select index from audio_chunk where tenant = $1 and session_id = $2 order by index limit $3) returning blob_id as "blobId"`,
    [tx.tenant.number, sessionId, limit],
  )
  return rows.map(({ blobId }) => blobId)
}

/** True the first time. */
export async function markCleared(tx: Tx, sessionId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'update audio_session set cleared_at = now() where tenant = $1 and id = $2 and cleared_at is null',
    [tx.tenant.number, sessionId],
  )
  return rowCount === 1
}

/** Leaves out tenants in which nothing can expire now. */
export async function listKeepingTenants(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from tenant where state = 'active' order by number`)
  return rows.map(({ id }) => id)
}

/** Superseded versions still hold the words. The role that serves requests cannot change them. */
export async function clearVersions(
  pool: pg.Pool,
  { number, tables }: { number: number; tables: { history: string } },
  { id, types }: { readonly id: string; readonly types: readonly ('Transcript' | 'Diarisation')[] },
) {
  await pooledRunner(pool, number).query({
    text: `update ${tables.history} set content = null
      where tenant = $1 and space = 'hub' and type = any ($3) and id = $2 and content is not null`,
    values: [number, id, types],
  })
}
