/** "Any other falls?" - "No." - "Dad. In the garden.": somebody who was there says otherwise at once, so the no is no fact. D556. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Mention } from '../mention.ts'

const agrees =
  /^(?:(?:oh|well|um|uh|yeah|yes),? )*(?:no|nah|nope|never|none|not|nothing|that is (?:right|true)|he is right|she is right)\b/
/** A name to call the patient, a sight or a sound, or a plain assertion against the no. */
const gainsays =
  /^(?:mum|mam|mom|dad|nan|nanna|pop|darling|love|come on|what about|yes|yeah|actually|well)\b[.,!]|\bi (?:do |can |have |did )?(?:hear|heard|saw|seen|see|noticed|reckon|would say)\b|^(?:but )?(?:you|he|she) (?:did|does|do|have|has|had|was|were|is|are)\b(?! not)|^(?:it|that) has not been\b/

export function isGainsaid({ polarity, quotes }: Mention, dialogue: readonly Sentence[]): boolean {
  const answer = quotes.findLast(({ role }) => role === 'answer')?.sentence
  if (polarity !== 'absent' || answer?.segment.speaker !== 'patient') return false
  const next = dialogue.find(({ at }) => at > answer.at)
  return next !== undefined && next.at === answer.at + 1 && next.segment.speaker === 'other' && !agrees.test(next.said) && gainsays.test(next.said) // biome-ignore format: short
}
