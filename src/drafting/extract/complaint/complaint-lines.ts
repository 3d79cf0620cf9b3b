/** The lines about the complaint beside its name: how it happened, and what replies tell of it. D419, D421. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Candidate } from '../candidates.ts'
import { draftSlots } from '../slots/slot-lines.ts'
import { draftHappenings } from './happenings.ts'
import { draftVisits } from './visits.ts'

export const draftComplaint = (dialogue: readonly Sentence[], symptoms: readonly Candidate[]): readonly Candidate[] => [
  ...draftVisits(dialogue),
  ...draftHappenings(dialogue, symptoms),
  ...draftSlots(dialogue, symptoms),
]
