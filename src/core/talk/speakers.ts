/** Who speaks in a consultation, and what is inferred of it from the words. D264. */

export const speakerRoles = ['clinician', 'patient', 'other'] as const
export type SpeakerRole = (typeof speakerRoles)[number]

export const isSpeakerRole = (label: string): label is SpeakerRole => speakerRoles.some((role) => role === label)

type Inferred = { readonly role: SpeakerRole; readonly confidence: number }

export type InferredSpeakers = {
  /** From 0 to 1: the mean over the segments. */
  readonly confidence: number
  /** For each label; empty if all segments have one label. */
  readonly speakers: readonly (Inferred & { readonly label: string })[]
  /** Each segment by itself, if all have one label. */
  readonly segments?: readonly (Inferred & { readonly id: string })[]
}

/** An inferred role that is less certain is not used: the words belong to nobody. */
export const sureFrom = 0.9

/** The most segments of a transcript. */
export const mostSegments = 20_000
