/** Facts in the patient's record, as the drafter states them and the verifier knows them. */
import type { ClaimKind } from '../../core/clinical-note.ts'
import { type Candidate, claim } from '../extract/candidates.ts'
import { keyOf } from '../vocabulary/phrases.ts'
import { lowerStart } from './hedging.ts'

/** One FHIR resource of the record; `reference` is `Type/id`. */
export type RecordFact = {
  readonly reference: string
  readonly kind: ClaimKind
  readonly display: string
  readonly code?: string
  /** The dose instruction of a medicine, as it was recorded. */
  readonly dose?: string
  /** Recorded, but not confirmed: stated with a hedge. */
  readonly isUnconfirmed?: true
  /** When it began or was recorded. */
  readonly at?: string
}

const leads: Partial<Record<ClaimKind, string>> = {
  allergy: 'Allergic to',
  medication: 'Takes',
  history: 'History of',
  family: 'Family history:',
}

/** A past condition says so in its name, and so does a relative's. */
const isOver = /\b(?:past|previously|resolved|ex|no longer)\b/i
const ofFamily = /^family history of /i

export const draftRecord = (record: readonly RecordFact[]): readonly Candidate[] =>
  record
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
    // Before everything that was said.
    .flatMap((fact, index) => draftFact(fact, index - record.length))

function draftFact(
  { reference, kind: listed, display: written, code, dose, isUnconfirmed }: RecordFact,
  at: number,
): readonly Candidate[] {
  const isFamily = listed === 'history' && ofFamily.test(written)
  const [kind, display] = isFamily ? (['family', written.replace(ofFamily, '')] as const) : [listed, written]
  const lead = leads[kind]
  if (lead === undefined) return []
  const what = { key: keyOf(display), display, ...(code === undefined || isFamily ? {} : { code }) }
  const slots = {
    ...(kind === 'family' ? { person: 'relative' as const } : {}),
    ...(isOver.test(display) ? { time: 'past' as const } : {}),
    ...(isUnconfirmed === true ? { certainty: 'uncertain' as const } : {}),
    ...(dose === undefined ? {} : { dose }),
  }
  return [
    {
      text: `${isUnconfirmed === true ? `Possibly ${lowerStart(lead)}` : lead} ${display}${dose === undefined ? '' : ` ${dose}`} (from the record).`,
      claims: [claim(kind, what, slots)],
      quotes: [],
      references: [reference],
      weight: kind === 'allergy' ? 99 : 83,
      at,
    },
  ]
}
