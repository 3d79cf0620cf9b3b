/** A sentence of a consultation, with its terms, questions and answers. */
import type { Segment } from '../../core/clinical-note.ts'
import type { Term } from '../vocabulary/terms.ts'
import type { Word } from '../vocabulary/words.ts'
import type { Tail } from './continued.ts'

/** Words that somebody tells for the patient, in the patient's own person. D320. */
export type ToldSegment = Segment & { readonly isToldFor?: true }
export const isToldFor = (segment: ToldSegment): boolean => segment.isToldFor === true

export type Sentence = {
  readonly segment: ToldSegment
  /** Place of the segment in the transcript, 0-based. */
  readonly at: number
  readonly start: number
  readonly end: number
  readonly text: string
  /** The end of a sentence that went on after a listener's sound, where the speaker said it. `segment` has both halves. */
  readonly tail?: Tail
  readonly words: readonly Word[]
  /** In plain lower-case words. */
  readonly said: string
  /** Terms of the tables in it. */
  readonly terms: readonly Term[]
  readonly isQuestion: boolean
  /** For a clinician's question: the patient's sentences after it, until the talk moved on. */
  readonly answers: readonly Sentence[]
  /** For a patient's sentence: the clinician's open questions, oldest first. */
  readonly asked: readonly Sentence[]
}

/** Of sentences in their order: those of the turn that comes first. */
export const firstTurnOf = (sentences: readonly Sentence[]): readonly Sentence[] =>
  sentences.filter(({ at }) => at === sentences[0]?.at)
