/** Facts that the patient's record holds already, as the drafter states them and the verifier knows them. */
import type { ClaimKind } from '../note.ts'
import { type Candidate, claim } from './candidates.ts'
import { keyOf } from './terms.ts'

/** One FHIR resource of the record; `reference` is `Type/id`. */
export type RecordFact = {
  readonly reference: string
  readonly kind: ClaimKind
  readonly display: string
  readonly code?: string
}

const leads: Partial<Record<ClaimKind, string>> = {
  allergy: 'Allergic to',
  medication: 'Takes',
  history: 'History of',
  family: 'Family history:',
}

export const draftRecord = (record: readonly RecordFact[]): readonly Candidate[] =>
  record.flatMap(({ reference, kind, display, code }) => {
    const lead = leads[kind]
    if (lead === undefined) return []
    return [
      {
        text: `${lead} ${display} (from the record).`,
        claims: [
          claim(
            kind,
            { key: keyOf(display), display, ...(code === undefined ? {} : { code }) },
            kind === 'family' ? { person: 'relative' } : {},
          ),
        ],
        quotes: [],
        references: [reference],
        weight: kind === 'allergy' ? 99 : 83,
        at: 0,
      },
    ]
  })
