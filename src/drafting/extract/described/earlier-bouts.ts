/** A question in the past tense after an earlier bout asks about that bout: "I had a similar one last year." - "How long did it last?" D376. */
import type { Sentence } from '../../dialogue/sentence.ts'

const past = /\b(?:did|was|were|had) (?:it|they|that|this|those|them)\b/
const time = '(?:ago|before|last (?:week|month|year|winter|summer|spring|autumn|time)|in the past|previously|once|as a (?:kid|child)|when i was)' // biome-ignore format: a list
/** The patient tells of the earlier bout. */
const tells = new RegExp(`\\b(?:i|we|he|she) (?:did |have |had |have had |got |get |also )+[^.?]*\\b(?:similar|same|another|one|it|this|that|bout|attack|episode|spell)\\b[^.?]*\\b${time}\\b`) // biome-ignore format: one row
/** The length of a question over which the earlier bout stays the topic. */
const reach = 6
/** The talk comes back to today. */
const today = /\b(?:this time|today|now|at the moment|currently|these days)\b/

export function isOfEarlierBout(question: Sentence, dialogue: readonly Sentence[]): boolean {
  if (!past.test(question.said) || today.test(question.said)) return false
  const since = dialogue.filter(({ at }) => at < question.at && question.at - at <= reach)
  const told = since.findLastIndex(({ segment, said }) => segment.speaker === 'patient' && tells.test(said))
  return told >= 0 && !since.slice(told + 1).some(({ said }) => today.test(said))
}
