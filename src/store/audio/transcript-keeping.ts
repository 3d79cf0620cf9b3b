/** How long a transcript is kept, unread, after the consent to it was taken back: as long as a recording. D53, D91. */
import type pg from 'pg'
import { asJson, hubAddress, hubContent, type TranscriptContent } from '../hub-resources.ts'
import { pooledRunner } from '../postgres/pooled.ts'
import type { Stored } from '../resources/content.ts'
import type { Store } from '../store.ts'
import type { Tx } from '../transaction.ts'
import { readAudioSession } from './sessions.ts'

const atOnce = 200

/** Tenants of which nothing expires now are left out. */
export async function listKeepingTenants(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from tenant where state = 'active' order by number`)
  return rows.map(({ id }) => id)
}

/** Ends what is quarantined for longer than that, and goes on where an earlier sweep was cut off. Answers how many are deleted. */
export async function expireTranscripts(store: Store, tenant: string, quarantinedMs: number): Promise<number> {
  const due = await store.transactAsSystem(tenant, (tx) => listDue(tx, quarantinedMs))
  let count = 0
  for (const id of due) {
    const isExpired = await store.transactAsSystem(tenant, (tx) => expireTranscript(tx, id))
    if (!isExpired) continue
    await clearVersions(store.system, await store.readTenant(tenant), id)
    await store.transactAsSystem(tenant, (tx) => endTranscript(tx, id))
    count += 1
  }
  return count
}

async function listDue(tx: Tx, quarantinedMs: number): Promise<readonly string[]> {
  const due: string[] = []
  const where = [{ parameter: 'kept', values: ['quarantined', 'expired'] }]
  const asked = { space: 'hub', type: 'Transcript', where, limit: atOnce } as const
  for (let page = await tx.search(asked); ; ) {
    due.push(...page.items.filter((stored) => isDue(tx, stored, quarantinedMs)).map(({ id }) => id))
    if (page.next === undefined) return due
    page = await tx.search({ ...asked, after: page.next })
  }
}

function isDue({ at }: Tx, stored: Stored, quarantinedMs: number): boolean {
  const { quarantinedAt, expiredAt } = hubContent('Transcript', stored)
  if (expiredAt !== undefined) return true
  return quarantinedAt !== undefined && Date.parse(at) - Date.parse(quarantinedAt) >= quarantinedMs
}

/** Takes away what was said, and who said it. False while its recording is on legal hold. */
async function expireTranscript(tx: Tx, id: string): Promise<boolean> {
  const stored = await tx.read(hubAddress('Transcript', id), 'update')
  const content = hubContent('Transcript', stored)
  if (content.expiredAt !== undefined) return true
  const { audioSessionId } = content
  if (audioSessionId !== undefined && (await readAudioSession(tx, audioSessionId, 'update')).legalHold) return false
  const diarisation = await tx.find(hubAddress('Diarisation', id), 'update')
  if (diarisation !== undefined) await tx.remove(diarisation)
  await change(tx, stored, { ...content, segments: [], expiredAt: tx.at }, 'transcript.expired')
  return true
}

/** Superseded versions still say it. The role of requests may change none of them. */
async function clearVersions(
  pool: pg.Pool,
  { number, tables }: { number: number; tables: { history: string } },
  id: string,
) {
  await pooledRunner(pool, number).query({
    text: `update ${tables.history} set content = null
      where tenant = $1 and space = 'hub' and type in ('Transcript', 'Diarisation') and id = $2 and content is not null`,
    values: [number, id],
  })
}

async function endTranscript(tx: Tx, id: string): Promise<void> {
  const stored = await tx.read(hubAddress('Transcript', id), 'update')
  const content = hubContent('Transcript', stored)
  if (content.deletedAt === undefined) await change(tx, stored, { ...content, deletedAt: tx.at }, 'transcript.deleted')
}

async function change(
  tx: Tx,
  stored: Stored,
  content: TranscriptContent,
  kind: 'transcript.expired' | 'transcript.deleted',
): Promise<void> {
  const { encounterId } = content
  const { patientId } = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
  const changed = await tx.put({ ...stored, content: asJson(content), expected: stored.version })
  const about = { resourceType: 'Transcript', resourceId: stored.id, version: changed.version }
  tx.record(kind, { ...about, encounterId, patientId })
}
