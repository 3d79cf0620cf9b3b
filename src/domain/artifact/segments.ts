/** A transcript's segments with the roles of their speakers, by the diarisation. */
import type { Segment } from '../../core/clinical-note.ts'
import type { DiarisationContent, TranscriptContent } from '../../store/audio/transcript-content.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'

export type SpokenTranscript = {
  readonly id: string
  readonly segments: readonly Segment[]
  /** The talk is not over. D263 */
  readonly partial?: true
}

export const transcriptPlaces = (ids: readonly string[]) =>
  ids.flatMap((id) => [hubAddress('Transcript', id), hubAddress('Diarisation', id)])

export async function readSpokenTranscripts(tx: Tx, ids: readonly string[]): Promise<readonly SpokenTranscript[]> {
  await tx.readAhead(transcriptPlaces(ids))
  const transcripts: SpokenTranscript[] = []
  for (const id of ids) {
    const transcript = hubContent('Transcript', await tx.read(hubAddress('Transcript', id)))
    const diarisation = await tx.find(hubAddress('Diarisation', id))
    const speakers = diarisation === undefined ? [] : hubContent('Diarisation', diarisation).speakers
    const segments = spoken(transcript, speakers)
    transcripts.push({ id, segments, ...(transcript.partial === undefined ? {} : { partial: true }) })
  }
  return transcripts
}

/** A label that is a role names that role. Any other label without a diarisation belongs to nobody. */
function spoken(transcript: TranscriptContent, speakers: DiarisationContent['speakers']): readonly Segment[] {
  const roleOf = (label: string): Segment['speaker'] =>
    speakers.find((speaker) => speaker.label === label)?.role ??
    (label === 'clinician' || label === 'patient' ? label : 'other')
  return transcript.segments.map((segment) => ({ ...segment, speaker: roleOf(segment.speaker) }))
}
