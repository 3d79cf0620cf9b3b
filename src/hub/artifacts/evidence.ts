/** Evidence for a draft besides transcripts: facts of the patient's record, and recordings whose transcripts it waits for. docs/design/hub.md#routes; D54. */

import { z } from 'zod'
import { invalidField, Problem } from '../../core/problems.ts'
import { checkRecording } from '../../domain/consent/consent-check.ts'
import { readRecordFacts } from '../../domain/encounter/record-facts.ts'
import { idText } from '../../fhir/id.ts'
import { type AudioSession, isReadable, quarantined, readAudioSession } from '../../store/audio/sessions.ts'
import type { Tx } from '../../store/transaction.ts'
import { uuid } from '../fields.ts'

export const evidence = z
  .array(
    z.union([
      z.strictObject({
        reference: z.string().regex(new RegExp(`^(?:Condition|MedicationStatement|AllergyIntolerance)/${idText}$`)),
      }),
      z.strictObject({ audioSessionId: uuid }),
    ]),
  )
  .min(1)
  .max(50)

type Evidence = z.output<typeof evidence>
type Subject = { readonly patientId: string; readonly encounterId: string }

export type NamedEvidence = {
  /** Absent if no fact is named: then all active ones count. */
  readonly evidence?: readonly string[]
  readonly audioSessionIds: readonly string[]
}

/** Everything must belong to this patient; a recording must belong to this encounter and be readable. */
export async function readEvidence(tx: Tx, subject: Subject, named: Evidence | undefined): Promise<NamedEvidence> {
  if (named === undefined) return { audioSessionIds: [] }
  const known = new Set((await readRecordFacts(tx, subject)).map(({ reference }) => reference))
  const references: string[] = []
  const audioSessionIds: string[] = []
  for (const [at, item] of named.entries()) {
    if ('audioSessionId' in item) {
      await checkAudioSession(tx, subject, { id: item.audioSessionId, at })
      audioSessionIds.push(item.audioSessionId)
    } else if (known.has(item.reference)) references.push(item.reference)
    else if (tx.tenant.isOutdated) throw notYet()
    else throw invalidField(`evidence[${at}].reference`, 'names nothing of this patient that a draft may draw on')
  }
  if (audioSessionIds.length > 0) await checkRecording(tx, subject.patientId)
  return { audioSessionIds, ...(references.length === 0 ? {} : { evidence: references }) }
}

/** It may exist without being found. D65. */
const notYet = (): Problem =>
  new Problem('dependency-unavailable', {
    detail: 'Resources are being indexed again: name facts of the record when that is done',
    headers: { 'Retry-After': '60' },
  })

async function checkAudioSession(tx: Tx, { encounterId }: Subject, { id, at }: { id: string; at: number }) {
  const session = await readAudioSession(tx, id).catch((error: unknown): AudioSession | undefined => {
    if (error instanceof Problem && error.slug === 'not-found') return undefined
    throw error
  })
  if (session?.encounterId !== encounterId)
    throw invalidField(`evidence[${at}].audioSessionId`, 'names no recording of this encounter')
  if (session.state === 'quarantined') throw quarantined()
  if (!isReadable(session)) throw invalidField(`evidence[${at}].audioSessionId`, 'names a recording that is given up')
}
