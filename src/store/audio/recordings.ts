/** What was said, as a draft draws on it: only while it may still be read. hub-contract "Consent"; D53, D54. */
import { checkRecording, quarantined } from '../consent-check.ts'
import { hubAddress, hubContent } from '../hub-resources.ts'
import type { Tx } from '../transaction.ts'
import { readAudioSession } from './sessions.ts'

/** Until the transaction ends nobody stores a transcript of the patient, or takes the consent to it back. */
export const lockRecordings = (tx: Tx, patientId: string): Promise<void> => tx.lock(`recordings|${patientId}`)

/** Throws `consent-required` where the patient is not to be recorded, or one of them is quarantined. */
export async function checkRecordings(tx: Tx, patientId: string, transcriptIds: readonly string[]): Promise<void> {
  if (transcriptIds.length === 0) return
  const stored = await tx.findAllCurrent(transcriptIds.map((id) => hubAddress('Transcript', id)))
  const transcripts = stored.flatMap((one) => (one === undefined ? [] : [hubContent('Transcript', one)]))
  await checkRecording(tx, patientId)
  for (const { audioSessionId, quarantinedAt } of transcripts) {
    if (quarantinedAt !== undefined) throw quarantined()
    // Quarantined before transcripts were marked themselves.
    if (audioSessionId !== undefined && (await readAudioSession(tx, audioSessionId)).state === 'quarantined')
      throw quarantined()
  }
}

/** What a recording gives a draft that waits for it. */
export type Awaited = { readonly transcriptId: string } | { readonly pending: boolean; readonly jobId?: string }

export async function readAwaited(tx: Tx, id: string): Promise<Awaited> {
  const { state, transcriptId, jobId } = await readAudioSession(tx, id)
  if (state === 'quarantined') throw quarantined()
  if (transcriptId !== undefined) return { transcriptId }
  const pending = state === 'open' || state === 'finalizing' || state === 'finalized'
  // What is open again has yet to be ended: the job that it had is over.
  return { pending, ...(jobId === undefined || state === 'open' ? {} : { jobId }) }
}
