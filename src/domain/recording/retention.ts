/** The reasons to keep recordings and to delete them: the consent, the policy. docs/design/hub.md#consent, #time-and-keeping; D53. */
import { deleteChunks, listSessionsIn, markCleared } from '../../store/audio/kept-audio.ts'
import { audioFields, moveAudioSession, readAudioSession } from '../../store/audio/sessions.ts'
import { deleteBlobs } from '../../store/audio/uploads.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { pagesOf } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { audioTransitions, transitionOf } from '../../store/transitions.ts'
import { isConsented } from '../consent/consent-check.ts'
import { lockRecordings } from './recordings.ts'

/** Quarantines all recordings and transcripts of the patient if no consent permits recording any more. */
export async function quarantineUnlessConsented(tx: Tx, patientId: string): Promise<void> {
  await lockRecordings(tx, patientId)
  if (await isConsented(tx, { patientId, permit: 'record' })) return
  await quarantineTranscripts(tx, patientId)
  const { from } = transitionOf(audioTransitions, 'quarantine')
  for (const id of await listSessionsIn(tx, patientId, [...from]))
    await moveAudioSession(tx, await readAudioSession(tx, id), 'quarantine', { reason: 'consent-revoked' })
}

async function quarantineTranscripts(tx: Tx, patientId: string): Promise<void> {
  const ofPatient = [{ parameter: 'patientId', values: [patientId] }]
  for await (const encounters of pagesOf(tx, { space: 'hub', type: 'Encounter', where: ofPatient })) {
    const said = [{ parameter: 'encounterId', values: encounters.map(({ id }) => id) }]
    for await (const transcripts of pagesOf(tx, { space: 'hub', type: 'Transcript', where: said }))
      for (const stored of transcripts) await quarantineTranscript(tx, stored, { patientId, updatedAt: tx.at })
  }
}

type Quarantine = { readonly patientId: string; readonly updatedAt: string }

async function quarantineTranscript(tx: Tx, stored: Stored, { patientId, updatedAt }: Quarantine): Promise<void> {
  const content = hubContent('Transcript', stored)
  if (content.quarantinedAt !== undefined) return
  const changed = await tx.put({
    ...hubAddress('Transcript', stored.id),
    content: asJson({ ...content, quarantinedAt: updatedAt }),
    expected: stored.version,
  })
  const { encounterId } = content
  const about = { resourceType: 'Transcript', resourceId: stored.id, version: changed.version, encounterId, patientId }
  tx.record('transcript.quarantined', { ...about, reason: 'consent-revoked' })
}

export async function expireRecording(tx: Tx, id: string): Promise<void> {
  const session = await readAudioSession(tx, id, 'update')
  if (session.legalHold) return
  // Early releases quarantined the recording only, and did not mark its transcripts.
  if (session.state === 'quarantined' && session.transcriptId !== undefined)
    await quarantineTranscript(tx, await tx.read(hubAddress('Transcript', session.transcriptId), 'update'), session)
  await moveAudioSession(tx, session, 'expire')
}

/** Chunks in one transaction: at most 8 MiB each. */
const batchChunks = 8

/** Deletes part of the audio of a recording that has ended. Answers false when nothing is left, and records that. */
export async function clearRecording(tx: Tx, id: string): Promise<boolean> {
  const session = await readAudioSession(tx, id, 'update')
  if (session.legalHold) return false
  const blobs = await deleteChunks(tx, id, batchChunks)
  if (blobs.length > 0) {
    await deleteBlobs(tx, blobs)
    return true
  }
  if (await markCleared(tx, id)) tx.record('audio.deleted', { ...audioFields(session), count: session.bytes })
  return false
}
