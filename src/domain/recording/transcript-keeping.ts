/** Deletes words that are kept no longer: those of a quarantined transcript, and the beginnings of one that has grown. D53, D91, D305. */
import { clearVersions } from '../../store/audio/kept-audio.ts'
import { readAudioSession } from '../../store/audio/sessions.ts'
import type { TranscriptContent } from '../../store/audio/transcript-content.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { pagesOf } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Store } from '../../store/store.ts'
import type { Tx } from '../../store/transaction.ts'

/** Ends transcripts that have been quarantined longer than that, and continues an interrupted sweep. Answers how many it deleted. */
export async function expireTranscripts(store: Store, tenant: string, quarantinedMs: number): Promise<number> {
  const due = await store.transactAsSystem(tenant, (tx) =>
    listKept(tx, ['quarantined', 'expired'], (stored) => isDue(tx, stored, quarantinedMs)),
  )
  let count = 0
  for (const id of due) {
    const isExpired = await store.transactAsSystem(tenant, (tx) => expireTranscript(tx, id))
    if (!isExpired) continue
    await clearVersions(store.system, await store.readTenant(tenant), { id, types: ['Transcript', 'Diarisation'] })
    await store.transactAsSystem(tenant, (tx) => endTranscript(tx, id))
    count += 1
  }
  return count
}

/** Deletes the words of superseded versions: each version holds all words of the one before. Answers of how many transcripts. */
export async function clearBeginnings(store: Store, tenant: string): Promise<number> {
  const grown = await store.transactAsSystem(tenant, (tx) => listKept(tx, ['grown'], () => true))
  for (const id of grown) {
    await clearVersions(store.system, await store.readTenant(tenant), { id, types: ['Transcript'] })
    await store.transactAsSystem(tenant, (tx) => endGrowth(tx, id))
  }
  return grown.length
}

async function endGrowth(tx: Tx, id: string): Promise<void> {
  const stored = await tx.read(hubAddress('Transcript', id), 'update')
  const content = hubContent('Transcript', stored)
  if (content.partial === true || content.finishedAt === undefined || content.clearedAt !== undefined) return
  await change(tx, stored, { ...content, clearedAt: tx.at }, 'transcript.cleared')
}

async function listKept(
  tx: Tx,
  values: readonly string[],
  isDue: (stored: Stored) => boolean,
): Promise<readonly string[]> {
  const due: string[] = []
  const where = [{ parameter: 'kept', values }]
  for await (const page of pagesOf(tx, { space: 'hub', type: 'Transcript', where }))
    due.push(...page.filter(isDue).map(({ id }) => id))
  return due
}

function isDue({ at }: Tx, stored: Stored, quarantinedMs: number): boolean {
  const { quarantinedAt, expiredAt } = hubContent('Transcript', stored)
  if (expiredAt !== undefined) return true
  return quarantinedAt !== undefined && Date.parse(at) - Date.parse(quarantinedAt) >= quarantinedMs
}

/** Deletes the words of a transcript and its speakers. False if its recording is on legal hold. */
async function expireTranscript(tx: Tx, id: string): Promise<boolean> {
  const stored = await tx.read(hubAddress('Transcript', id), 'update')
  const content = hubContent('Transcript', stored)
  if (content.expiredAt !== undefined) return true
  const { audioSessionId } = content
  if (audioSessionId !== undefined && (await readAudioSession(tx, audioSessionId, 'update')).legalHold) return false
  const diarisation = await tx.find(hubAddress('Diarisation', id), 'update')
  if (diarisation !== undefined) await tx.remove(diarisation)
  const { inferredSpeakers: _speakers, ...kept } = content
  await change(tx, stored, { ...kept, segments: [], expiredAt: tx.at }, 'transcript.expired')
  return true
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
  kind: 'transcript.expired' | 'transcript.deleted' | 'transcript.cleared',
): Promise<void> {
  const { encounterId } = content
  const { patientId } = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
  const changed = await tx.put({
    ...hubAddress('Transcript', stored.id),
    content: asJson(content),
    expected: stored.version,
  })
  const about = { resourceType: 'Transcript', resourceId: stored.id, version: changed.version }
  tx.record(kind, { ...about, encounterId, patientId })
}
