/** What stays open of the allergies: one that is said both ways, and none said at all. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import type { Candidate } from '../../candidates.ts'

export const nameOf = ({ claims }: Candidate): string => claims[0]?.concept ?? ''
const isOf = (polarity: 'present' | 'absent') => (candidate: Candidate): boolean => candidate.claims[0]?.polarity === polarity // biome-ignore format: short

/** If both are said, neither is stated, and the reviewer decides. */
export function listConflicts(candidates: readonly Candidate[]): ReadonlySet<string> {
  const absent = new Set(candidates.filter(isOf('absent')).map(nameOf))
  return new Set(candidates.filter(isOf('present')).map(nameOf).filter((name) => absent.has(name))) // biome-ignore format: short
}

/** A draft never omits allergies without saying so. */
export function openAllergies(dialogue: readonly Sentence[], candidates: readonly Candidate[]): readonly string[] {
  if (candidates.length > 0) return []
  const isAsked = dialogue.some(({ segment, said }) => segment.speaker === 'clinician' && /\ballerg(?:y|ies|ic to)\b/.test(said) && !/\b(?:if|test\w*|hay fever|rhinitis|rash|because)\b/.test(said)) // biome-ignore format: short
  return [isAsked ? 'Allergies: asked, no clear answer.' : 'Allergies: not asked.']
}

/** A quote of a harm gives way to the line that names the same sentence's allergen. */
export const isToldBetter = (candidate: Candidate, all: readonly Candidate[]): boolean =>
  candidate.text.startsWith('Reports:') && all.some((other) => other !== candidate && !other.text.startsWith('Reports:') && other.claims[0]?.polarity === 'present' && other.quotes.some(({ sentence }) => candidate.quotes.some((quote) => quote.sentence === sentence))) // biome-ignore format: short
