/** The content of a transcript, and of the diarisation that says who its speakers are. */
import type { InferredSpeakers, SpeakerRole } from '../../core/talk/speakers.ts'

export type TranscriptSegment = {
  readonly id: string
  /** Label in the recording; the diarisation says whose voice it is. */
  readonly speaker: string
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  readonly uncertain: boolean
  /** From 0 to 1, by the recogniser. */
  readonly confidence?: number
}

export type TranscriptContent = {
  readonly encounterId: string
  /** The recording from which it was recognised. */
  readonly audioSessionId?: string
  readonly language: string
  /** The talk is not over: `:append` adds segments and finishes it. D263 */
  readonly partial?: true
  readonly segments: readonly TranscriptSegment[]
  /** Who speaks by what is said; absent where a label names a role. A diarisation goes before it. D264 */
  readonly inferredSpeakers?: InferredSpeakers
  /** When `:append` finished it, and when the words of its superseded versions were deleted: each was a beginning of it. D305 */
  readonly finishedAt?: string
  readonly clearedAt?: string
  /** When the consent to record was withdrawn. Since then nobody reads it and no draft uses it. D53 */
  readonly quarantinedAt?: string
  /** When its words were deleted, and when they were deleted from superseded versions. D91 */
  readonly expiredAt?: string
  readonly deletedAt?: string
}

/** Kept under the transcript's id. */
export type DiarisationContent = {
  readonly speakers: readonly { readonly label: string; readonly role: SpeakerRole; readonly confidence?: number }[]
  /** Segments that are not their label's. D264 */
  readonly segments?: readonly { readonly id: string; readonly role: SpeakerRole }[]
}
