/**
 * An allergy beside what else the turn says of it. "Sulphur" is said for sulfa antibiotics, and the reviewer hears of a
 * penicillin that was borne in spite of an allergy to it. D557.
 */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { penicillins } from '../../../vocabulary/allergens.ts'
import { type Candidate, says } from '../../candidates.ts'
import { borneOf } from '../../regimens/borne.ts'

const sulphur = /^sul(?:ph|f)ur$/i
const sulfaName = /\b(sulfa|sulpha|sulfonamides?|sulphonamides?)\b/
const ofSulfa = /^(?:bactrim|septrin|resprim|trimethoprim|co-trimoxazole|sulfa\w*|sulpha\w*|sul(?:f|ph)onamides?)/i

const nameOf = ({ claims }: Candidate): string => claims[0]?.display ?? ''
const isPresent = ({ claims }: Candidate): boolean => claims[0]?.kind === 'allergy' && claims[0].polarity === 'present'

/** The name in its usual sense; undefined if another allergy of the turn says it better. */
function asSulfa(
  candidate: Candidate,
  all: readonly Candidate[],
  dialogue: readonly Sentence[],
): Candidate | undefined {
  if (!isPresent(candidate) || !sulphur.test(nameOf(candidate))) return candidate
  if (all.some((other) => isPresent(other) && ofSulfa.test(nameOf(other)) && Math.abs(other.at - candidate.at) <= 2))
    return undefined
  const named = dialogue.find(
    ({ at, said, segment }) => at === candidate.at && segment.speaker === 'patient' && sulfaName.test(said),
  )
  const [, word] = sulfaName.exec(named?.said ?? '') ?? []
  const [claim] = candidate.claims
  if (named === undefined || word === undefined || claim === undefined) return candidate
  const quotes = candidate.quotes.some(({ sentence }) => sentence === named)
    ? candidate.quotes
    : [...candidate.quotes, ...says(named)]
  return {
    ...candidate,
    quotes,
    text: candidate.text.replace(nameOf(candidate), word),
    claims: [{ ...claim, concept: word, display: word }],
  }
}

export const settleAllergies = (all: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] =>
  all.flatMap((candidate) => asSulfa(candidate, all, dialogue) ?? [])

/** "I've had Amoxil since, and nothing happened": the reviewer decides what becomes of the allergy to penicillin. */
export function listBorneSince(all: readonly Candidate[], dialogue: readonly Sentence[]): readonly string[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'patient')
  return all.filter((candidate) => isPresent(candidate) && penicillins.test(nameOf(candidate))).flatMap((candidate) => {
    const borne = own.find((sentence) => sentence.at >= candidate.at && sentence.at - candidate.at <= 4 && /\b(?:had|took|taken|given)\b/.test(sentence.said) && penicillins.test(sentence.said) && borneOf(sentence, own) !== undefined)
    return borne === undefined ? [] : [`Allergy to ${nameOf(candidate)}: a medicine of its kind was borne since.`]
  }) // biome-ignore format: one row a step
}
