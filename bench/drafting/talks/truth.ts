/** The truth of a made-up talk: its facts, and its traps, which a note must not state. docs/design/drafting.md. */
import type { ClaimKind, MedicineChange, Segment } from '../../../src/core/clinical-note.ts'

/** A thing with its plain clinical name, and the other names that a note may give it. */
export type Concept = {
  readonly concept: string
  readonly names?: readonly string[]
  /** Names that are true of it and say less: "operation". */
  readonly broader?: readonly string[]
}

export type Fact = Concept & {
  readonly id: string
  readonly kind: ClaimKind
  readonly polarity: 'present' | 'absent'
  readonly person: 'patient' | 'relative'
  /** "mother" and the like, of a fact about a relative. */
  readonly relative?: string
  /** `resolved`: it was there in this illness, and is gone. */
  readonly time: 'current' | 'past' | 'resolved'
  readonly certainty: 'certain' | 'uncertain'
  readonly side?: 'left' | 'right' | 'both'
  /** In plain writing: "75 mg", "135/85 mmHg", "10 a day". */
  readonly value?: string
  /** "twice a day". */
  readonly frequency?: string
  /** "3 days"; of a follow-up, when it is due. */
  readonly duration?: string
  readonly change?: MedicineChange
  /** Of an allergy. */
  readonly reaction?: Concept
  /** A note may leave it out. */
  readonly optional: boolean
  /** The segments that carry it. */
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
] as const
export type TrapKind = (typeof trapKinds)[number]

/** Said in the talk, and wrong in a note: the fear, the refused option, the value that was corrected away. */
export type Trap = Concept & {
  readonly kind: TrapKind
  /** Of a corrected value: the wrong one. */
  readonly side?: 'left' | 'right' | 'both'
  readonly value?: string
  readonly segments: readonly string[]
}

export type GrammarName = 'a' | 'b'

export type Talk = {
  readonly grammar: GrammarName
  readonly seed: number
  readonly segments: readonly Segment[]
  readonly facts: readonly Fact[]
  readonly traps: readonly Trap[]
}
