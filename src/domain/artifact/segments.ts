/** A transcript's segments with the roles of their speakers, by the diarisation. */
import type { Segment } from '../../core/clinical-note.ts'
import { isSpeakerRole, type SpeakerRole, sureFrom } from '../../core/talk/speakers.ts'
import type { DiarisationContent, TranscriptContent, TranscriptSegment } from '../../store/audio/transcript-content.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'

export type SpokenTranscript = {
  readonly id: string
  readonly segments: readonly Segment[]
  /** The talk is not over. D263 */
  readonly partial?: true
  /** How many segments belong to nobody, because nothing says surely enough who spoke. D264, D307 */
  readonly unsure?: number
}

/** The talk is not over. */
export const isPartial = (transcripts: readonly SpokenTranscript[]): boolean =>
  transcripts.some(({ partial }) => partial)

export const transcriptPlaces = (ids: readonly string[]) =>
  ids.flatMap((id) => [hubAddress('Transcript', id), hubAddress('Diarisation', id)])

export async function readSpokenTranscripts(tx: Tx, ids: readonly string[]): Promise<readonly SpokenTranscript[]> {
  await tx.readAhead(transcriptPlaces(ids))
  const transcripts: SpokenTranscript[] = []
  for (const id of ids) {
    const transcript = hubContent('Transcript', await tx.read(hubAddress('Transcript', id)))
    const diarisation = await tx.find(hubAddress('Diarisation', id))
    const said = diarisation === undefined ? undefined : hubContent('Diarisation', diarisation)
    transcripts.push({ id, ...tellApart(transcript, said) })
  }
  return transcripts
}

/** Corrected segments first, then the diarisation, then the label if it is a role, then what was surely inferred. Else it belongs to nobody. D6, D264 */
function tellApart(
  { segments, partial, inferredSpeakers }: TranscriptContent,
  diarisation: DiarisationContent = { speakers: [] },
): Omit<SpokenTranscript, 'id'> {
  const corrected = rolesOf(diarisation.segments)
  const labelled = new Map(diarisation.speakers.map(({ label, role }) => [label, role]))
  const inferred = rolesOf(inferredSpeakers?.segments?.filter(isSure))
  for (const { label, role } of inferredSpeakers?.speakers.filter(isSure) ?? [])
    if (!labelled.has(label)) labelled.set(label, role)
  const find = ({ id, speaker }: TranscriptSegment): SpeakerRole | undefined =>
    corrected.get(id) ?? labelled.get(speaker) ?? roleNamed(speaker) ?? inferred.get(id)
  const roles = segments.map(find)
  const unsure = roles.filter((role) => role === undefined).length
  return {
    segments: segments.map((segment, at) => ({ ...segment, speaker: roles[at] ?? 'other' })),
    ...(partial === undefined ? {} : { partial: true }),
    ...(unsure === 0 ? {} : { unsure }),
  }
}

const rolesOf = (rows: readonly { readonly id: string; readonly role: SpeakerRole }[] = []) =>
  new Map(rows.map(({ id, role }) => [id, role]))
const isSure = ({ confidence }: { readonly confidence: number }): boolean => confidence >= sureFrom
const roleNamed = (label: string): SpeakerRole | undefined => (isSpeakerRole(label) ? label : undefined)
