/** What a reply says of the vaccine that was asked about: had, not had, and when. D359. */
import { readAnswer } from '../../dialogue/answers.ts'
import { questionKind } from '../../dialogue/questions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { readWhen, type StatedWhen } from './stated-when.ts'

export type VaccineReply = { readonly isHad: boolean; readonly when: StatedWhen | undefined; readonly sentence: Sentence } // biome-ignore format: one row

/** It has not taken place. */
const not =
  /\b(?:not yet|never (?:had|got|bother\w*|been|gets?|has|had)|(?:have|has|did|do|does|had) not (?:ever )?(?:had|got|get|have|bother\w*|been|done)|(?:i|we|he|she) (?:missed|skipped|declined|refused|forgot) (?:it|that|them|those|this)|overdue|still (?:due|to come)|(?:have|has) not(?=[.,]|$))\b/
/** It has taken place. */
const had =
  /\b(?:(?:had|got|have had|has had|been given|was given|were given|given) (?:it|them|that|this|one|mine|hers|his|those|the lot|both|all|two|three|four|my (?:last )?(?:one|dose))|(?:i|he|she|we|they) (?:did|have|has|had)(?! not)|both (?:of them|doses|shots|needles)|all (?:three|two|four|of them|the doses)|(?:two|three|four) (?:doses|shots|of them)|done(?=[,.!]|$| that| it| last| this| at| in (?:[a-z]+ )?(?:january|february|march|april|may|june|july|august|september|october|november|december|winter|summer|autumn|spring))|every (?:year|winter|season))\b/
/** It was not as asked, or the speaker does not know. */
const open = /\b(?:wrong|(?:my|our) (?:\w+ )?(?:wife|husband|partner|mum|mother|dad|father|brother|sister|son|daughter|kids?|nan|pop|mate|friend|boss|dog|cat)(?:'s)?|no idea|not sure|do not (?:know|remember|recall)|can ?not (?:remember|recall)|no clue|you tell me|would have to (?:check|look)|booked|due|next (?:week|month|year)|going to|will|want|should|meant to|if|offered|supposed)\b/ // biome-ignore format: one row
const doubt = /\b(?:i think|i guess|i reckon|maybe|probably|might|could|perhaps|not certain)\b|\?/

/** A clause of its own tells another deed: "three years ago I stood on a nail". One with "when" or "for" only says on what occasion. */
const occasion =
  /,? \b(?:when|after|because|since|cos|before|for|so|while|at|as) (?:i|we|he|she|they|it|the|my|a|an|work|school|that|this)\b.*$/
const otherDeed =
  /\b(?:i|we|he|she)\b (?:(?:have|has|had|got|did|was|were|would|must|am|is|been) )*(?!(?:have|has|had|got|did|do|was|were|would|must|should|am|is|been|think|reckon|believe|given|it|them|that|this|one|mine|hers|his|those|the|both|all|two|three|four|my|a|last|just|only|also|not|never|definitely|done|every|in|about|around|at|on|years?|back)\b)[a-z]+/
const isOther = (said: string): boolean => otherDeed.test(said.replace(occasion, ' '))

const turnOf = (question: Sentence): readonly Sentence[] => {
  const [first] = question.answers
  return first === undefined ? [] : question.answers.filter(({ at }) => at === first.at).slice(0, 3)
}

/** Undefined where the reply leaves it open. */
export function readVaccineReply(question: Sentence): VaccineReply | undefined {
  const turn = turnOf(question)
  const [first] = turn
  const said = turn.map((sentence) => sentence.said).join(' ')
  if (first === undefined || open.test(said) || turn.some(({ isQuestion, said: one }) => isQuestion || isOther(one)) || first.text.includes('[')) return undefined // biome-ignore format: short
  const whole = turn.find(({ said: one }) => readWhen(one) !== undefined) ?? first
  const when = readWhen(whole.said)
  // "Yes, he had the one-year ones. He hasn't had the booster.": the no is of another one.
  if (not.test(said) && readAnswer(question)?.says === 'yes' && !not.test(first.said)) return undefined
  if (not.test(said)) return { isHad: false, when: undefined, sentence: turn.find(({ said: one }) => not.test(one)) ?? first } // biome-ignore format: short
  if (questionKind(question) === 'open')
    return when !== undefined && !doubt.test(said) && !/\b(?:no|never|not)\b/.test(said) ? { isHad: true, when, sentence: whole } : undefined // biome-ignore format: short
  const answer = readAnswer(question)
  if (answer?.says === 'no') return answer.isPlain ? { isHad: false, when: undefined, sentence: answer.sentence } : undefined // biome-ignore format: short
  const isTold = had.test(said) || when !== undefined
  if (doubt.test(said) || /\b(?:no|never|not)\b/.test(said)) return undefined
  if (isTold) return { isHad: true, when, sentence: when === undefined ? first : whole }
  return answer?.says === 'yes' && answer.isPlain ? { isHad: true, when, sentence: answer.sentence } : undefined
}
