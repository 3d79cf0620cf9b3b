/** The spoken words that a draft draws on: only while they may still be read. docs/design/hub.md#consent; D53, D54. */

import { quarantined, readAudioSession } from '../../store/audio/sessions.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkRecording } from '../consent/consent-check.ts'

/** Until the transaction ends, nobody can store a transcript of the patient or withdraw the consent to it. */
export const lockRecordings = (tx: Tx, patientId: string): Promise<void> => tx.lock(`recordings|${patientId}`)

/** Throws `consent-required` if the patient must not be recorded, or one of the transcripts is quarantined. */
export async function checkRecordings(tx: Tx, patientId: string, transcriptIds: readonly string[]): Promise<void> {
  if (transcriptIds.length === 0) return
  const stored = await tx.findAllCurrent(transcriptIds.map((id) => hubAddress('Transcript', id)))
  const transcripts = stored.flatMap((one) => (one === undefined ? [] : [hubContent('Transcript', one)]))
  await checkRecording(tx, patientId)
  for (const { audioSessionId, quarantinedAt } of transcripts) {
    if (quarantinedAt !== undefined) throw quarantined()
    // Early releases quarantined the recording only, and did not mark its transcripts.
    if (audioSessionId !== undefined && (await readAudioSession(tx, audioSessionId)).state === 'quarantined')
      throw quarantined()
  }
}

/** State of a recording that a draft waits for. */
export type Awaited = { readonly transcriptId: string } | { readonly pending: boolean; readonly jobId?: string }

export async function readAwaited(tx: Tx, id: string): Promise<Awaited> {
  const { state, transcriptId, jobId } = await readAudioSession(tx, id)
  if (state === 'quarantined') throw quarantined()
  if (transcriptId !== undefined) return { transcriptId }
  const pending = state === 'open' || state === 'finalizing' || state === 'finalized'
  // A recording that was opened again has to be finalized again: its former job has ended.
  return { pending, ...(jobId === undefined || state === 'open' ? {} : { jobId }) }
}
