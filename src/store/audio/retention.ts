/** What recordings are kept for, and what takes them away: the consent, the policy. hub-contract "Consent", "Of time and keeping"; D53. */
import type pg from 'pg'
import { isConsented } from '../consent-check.ts'
import { asJson, type HubType, hubAddress, hubContent } from '../hub-resources.ts'
import type { Stored } from '../resources/content.ts'
import type { Tx } from '../transaction.ts'
import { audioTransitions, transitionOf } from '../transitions.ts'
import { lockRecordings } from './recordings.ts'
import { audioFields, moveAudioSession, readAudioSession } from './sessions.ts'
import { deleteBlobs } from './uploads.ts'

/** Where nothing permits any more to record the patient, nobody reads or transcribes what was recorded, or draws on what was said. */
export async function quarantineUnlessConsented(tx: Tx, patientId: string): Promise<void> {
  await lockRecordings(tx, patientId)
  if (await isConsented(tx, { patientId, permit: 'record' })) return
  await quarantineTranscripts(tx, patientId)
  const { from } = transitionOf(audioTransitions, 'quarantine')
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from audio_session where tenant = $1 and patient_id = $2 and state = any ($3::text[]) order by id for update',
    [tx.tenant.number, patientId, [...from]],
  )
  for (const { id } of rows)
    await moveAudioSession(tx, await readAudioSession(tx, id), 'quarantine', { reason: 'consent-revoked' })
}

const atOnce = 200

async function quarantineTranscripts(tx: Tx, patientId: string): Promise<void> {
  const ofPatient = [{ parameter: 'patientId', values: [patientId] }]
  for await (const encounters of pagesOf(tx, 'Encounter', ofPatient)) {
    const said = [{ parameter: 'encounterId', values: encounters.map(({ id }) => id) }]
    for await (const transcripts of pagesOf(tx, 'Transcript', said))
      for (const stored of transcripts) await quarantineTranscript(tx, stored, { patientId, updatedAt: tx.at })
  }
}

type Where = readonly { readonly parameter: string; readonly values: readonly string[] }[]

async function* pagesOf(tx: Tx, type: HubType, where: Where): AsyncGenerator<readonly Stored[]> {
  for (let page = await tx.search({ space: 'hub', type, where, limit: atOnce }); ; ) {
    if (page.items.length > 0) yield page.items
    if (page.next === undefined) return
    page = await tx.search({ space: 'hub', type, where, limit: atOnce, after: page.next })
  }
}

type Quarantine = { readonly patientId: string; readonly updatedAt: string }

async function quarantineTranscript(tx: Tx, stored: Stored, { patientId, updatedAt }: Quarantine): Promise<void> {
  const content = hubContent('Transcript', stored)
  if (content.quarantinedAt !== undefined) return
  const changed = await tx.put({
    ...stored,
    content: asJson({ ...content, quarantinedAt: updatedAt }),
    expected: stored.version,
  })
  const { encounterId } = content
  const about = { resourceType: 'Transcript', resourceId: stored.id, version: changed.version, encounterId, patientId }
  tx.record('transcript.quarantined', { ...about, reason: 'consent-revoked' })
}

export type Keeping = { readonly keptMs: number; readonly quarantinedMs: number }

type Due = { readonly tenant: string; readonly id: string; readonly isGivenUp: boolean }

/** Recordings of all tenants whose time is over, or whose audio is still to be deleted; what is on legal hold is never due. */
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

export async function expireRecording(tx: Tx, id: string): Promise<void> {
  const session = await readAudioSession(tx, id, 'update')
  if (session.legalHold) return
  // Quarantined before transcripts were marked themselves.
  if (session.state === 'quarantined' && session.transcriptId !== undefined)
    await quarantineTranscript(tx, await tx.read(hubAddress('Transcript', session.transcriptId), 'update'), session)
  await moveAudioSession(tx, session, 'expire')
}

/** So many chunks in a transaction: at most 8 MiB each. */
const batchChunks = 8

/** Deletes some of a given-up recording's audio; false once all is gone, which is recorded. */
export async function clearRecording(tx: Tx, id: string): Promise<boolean> {
  const session = await readAudioSession(tx, id, 'update')
  if (session.legalHold) return false
  const { rows } = await tx.client.query<{ blobId: string }>(
    `delete from audio_chunk where tenant = $1 and session_id = $2 and index in
       (select index from audio_chunk where tenant = $1 and session_id = $2 order by index limit $3) returning blob_id as "blobId"`,
    [tx.tenant.number, id, batchChunks],
  )
  if (rows.length > 0) {
    await deleteBlobs(
      tx,
      rows.map(({ blobId }) => blobId),
    )
    return true
  }
  const { rowCount } = await tx.client.query(
    'update audio_session set cleared_at = now() where tenant = $1 and id = $2 and cleared_at is null',
    [tx.tenant.number, id],
  )
  if (rowCount === 1) tx.record('audio.deleted', { ...audioFields(session), count: session.bytes })
  return false
}
