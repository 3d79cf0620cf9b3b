/** The truth of a made-up talk: its facts, and its traps, which a note must not state. docs/design/drafting.md. */
import type { ClaimKind, MedicineChange, Segment } from '../../../src/core/clinical-note.ts'

/** A thing with its plain clinical name, and the other names that a note may give it. */
export type Concept = {
  readonly concept: string
  readonly names?: readonly string[]
  /** Names that are true of the concept and less exact: "operation". */
  readonly broader?: readonly string[]
}

export type Fact = Concept & {
  readonly id: string
  readonly kind: ClaimKind
  readonly polarity: 'present' | 'absent'
  readonly person: 'patient' | 'relative'
  /** The relative whom the fact is about, such as "mother". */
  readonly relative?: string
  /** `resolved`: the patient had it in this illness, and no longer has it. */
  readonly time: 'current' | 'past' | 'resolved'
  readonly certainty: 'certain' | 'uncertain'
  readonly side?: 'left' | 'right' | 'both'
  /** As a note writes it: "75 mg", "135/85 mmHg", "10 a day". */
  readonly value?: string
  /** Such as "twice a day". */
  readonly frequency?: string
  /** Such as "3 days"; for a follow-up, the time when it is due. */
  readonly duration?: string
  readonly change?: MedicineChange
  /** The reaction of an allergy. */
  readonly reaction?: Concept
  /** True if a note may leave the fact out. */
  readonly optional: boolean
  /** The segments that state the fact. */
  readonly segments: readonly string[]
}

export const trapKinds = [
  'fear',
  'other-person',
  'refused',
  'corrected',
  'condition',
  'excluded',
  'warning',
  'turn-of-speech',
  'unanswered',
  'not-chosen',
] as const
export type TrapKind = (typeof trapKinds)[number]

/** A thing that people say in the talk and that is wrong in a note: a fear, a refused option, a value that was corrected. */
export type Trap = Concept & {
  readonly kind: TrapKind
  /** The wrong side or value, if it was corrected. */
  readonly side?: 'left' | 'right' | 'both'
  readonly value?: string
  readonly segments: readonly string[]
}

export type GrammarName = 'a' | 'b' | 'c' | 'd' | 'e' | 'f'

export type Talk = {
  readonly grammar: GrammarName
  readonly seed: number
  readonly segments: readonly Segment[]
  readonly facts: readonly Fact[]
  readonly traps: readonly Trap[]
}
