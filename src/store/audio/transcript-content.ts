/** The content of a transcript, and of the diarisation that says who its speakers are. */
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
  /** When the consent to record was withdrawn. Since then nobody reads it and no draft uses it. D53 */
  readonly quarantinedAt?: string
  /** When its words were deleted, and when they were deleted from superseded versions. D91 */
  readonly expiredAt?: string
  readonly deletedAt?: string
}

/** Kept under the transcript's id. */
export type DiarisationContent = {
  readonly speakers: readonly {
    readonly label: string
    readonly role: 'clinician' | 'patient' | 'other'
    readonly confidence?: number
  }[]
}
