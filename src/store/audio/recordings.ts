/** Transcripts that come from recordings: drawn on only while the recording may be. hub-contract "Consent"; D54. */
import { Problem } from '../../problems.ts'
import { isConsented } from '../consent-check.ts'
import { hubContent, hubPlace } from '../hub-resources.ts'
import type { Tx } from '../transaction.ts'
import { readAudioSession } from './sessions.ts'

/** Throws `consent-required` where the consent to record was taken back from one of them. */
export async function checkRecordings(tx: Tx, patientId: string, transcriptIds: readonly string[]): Promise<void> {
  const stored = await tx.findAllCurrent(transcriptIds.map((id) => hubPlace('Transcript', id)))
  const sessionIds = stored.flatMap((one) =>
    one === undefined ? [] : (hubContent('Transcript', one).audioSessionId ?? []),
  )
  if (sessionIds.length === 0) return
  if (!(await isConsented(tx, { patientId, permit: 'record' }))) throw new Problem('consent-required')
  for (const id of sessionIds) {
    if ((await readAudioSession(tx, id)).state === 'quarantined') throw new Problem('consent-required')
  }
}

/** What a recording gives a draft that waits for it. */
export type Awaited = { readonly transcriptId: string } | { readonly pending: boolean; readonly jobId?: string }

export async function readAwaited(tx: Tx, id: string): Promise<Awaited> {
  const { state, transcriptId, jobId } = await readAudioSession(tx, id)
  if (state === 'quarantined') throw new Problem('consent-required')
  if (transcriptId !== undefined) return { transcriptId }
  const pending = state === 'open' || state === 'finalizing' || state === 'finalized'
  // What is open again has yet to be ended: the job that it had is over.
  return { pending, ...(jobId === undefined || state === 'open' ? {} : { jobId }) }
}
