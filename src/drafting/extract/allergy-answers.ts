/** Questions about allergies, and the names in a reply that answer them. */

import type { Sentence } from '../dialogue/sentence.ts'
import { readNames } from './allergy-names.ts'
import { asksAfterAllergies } from './asked/allergy-questions.ts'
import { isAllergic, readBareReaction, readReaction } from './asked/reactions.ts'

/** About somebody else, tests, fears, forms and causes. */
const ofOthers =
  /\b(?:family|relatives?|anyone|anybody|wife|husband|partner|mum|dad|mother|father|brother|sister|worr\w+|concern\w*|test(?:s|ed|ing)?|form|forms|clinic|cream|think|because|season|(?:tablets?|medicine|medication) for)\b|\ballergic (?:rash|conjunctivitis|rhinitis|asthma|reaction (?:to that|now|today))\b/
/** Other subjects of the question: a bare name may answer them. */
const ofElse =
  /\b(?:take|taking|takes|tablets? (?:do|are)|regular\w*|are you on|on any|using|been on)\b|\ballerg\w+,? (?:or|and) (?:any |other |are |do )*(?:\w+ )?(?:medic\w+|tablets?|conditions?|problems?|operations?|illness\w*)|\b(?:medicines|medications|tablets|conditions?|problems?|operations?|illness\w*),? (?:or|and) (?:any )?(?:\w+ )?allerg/

export const asksAllergy = ({ said }: Sentence): boolean => asksAfterAllergies(said) && !ofOthers.test(said)
/** "Anything you cannot take?" asks for no regular medicines. */
const asksElse = (said: string): boolean => ofElse.test(said.replaceAll(/\bcan ?not (?:take|use|be on)\b/g, ''))
export const asksAllergyAlone = (question: Sentence): boolean => asksAllergy(question) && !asksElse(question.said)

/** The question that a reply answers: the last of its turn, if none of the others asks for something with names. */
function allergyQuestion(sentence: Sentence): Sentence | undefined {
  const last = sentence.asked.at(-1)
  if (last === undefined || !asksAllergyAlone(last)) return undefined
  return sentence.asked.some((question) => question !== last && asksElse(question.said)) ? undefined : last
}

const lead =
  /^(?:,|yes|yeah|yep|yup|um|uh|er|oh|hm|well|so|just|only|mainly|i|think|am|would|say|it|is|was|there|that|allergic|to|the|a|an|antibiotic|medicine|tablet|one|called|probably|maybe|possibly|actually|definitely|apart|except|but|believe|reckon|guess|with|from|for|quite|really|bad|badly)$/
const denies = /^(?:no|nope|nah|not|never|none|nothing)$/
const excepts = /^(?:just|only|except|apart|but)$/
/** After the names: nothing, or the effect of the allergen. */
const tail =
  /^(?:[.!]*$|, (?:the|like|in|from|those|mainly|mostly) (?:the )?[a-z]+[.!]*$|,? ?(?:yes|yeah|i think|i believe|i reckon|maybe|probably|that is (?:it|all|about it)|(?:has|have|does|did|do)(?= ?[.,]|$)|please|thanks|for (?:one|sure|starters|(?:the )?scans?|x rays)|(?:is|was) (?:one|the one|it)|mainly|mostly|as well|too|doctor|that i know of|as far as i know|only|allergy|allergies|for sure|definitely|actually|though)\b|,? ?(?:and |which |it |they |that |because |i |he |she |gives? |gave |makes? |made |brings? |causes? |sets? |really |just )+(?:it |they |that )?(?:always |just |really )?(?:gives?|gave|makes?|made|brings?|causes?|sets?|gets?|got|come|comes|came|break|breaks|broke|swell|swells|react|reacts|reacted|me|him|her|had a (?:bad )?reaction|end up|ended up|went)\b|,? ?and (?:i|me|my \w+|we) (?:do|did|have|never) (?:not |never )?(?:agree|mix|get on|get along|gel)\b|, (?:(?:and )?(?:they|the (?:doctors?|ambulance|hospital)) (?:had to|needed to|ended up|gave)|(?:and )?i (?:ended up|needed|had to have|had to go)) (?:\w+ ){0,4}(?:adrenaline|epipen|hospital|ambulance|emergency|icu|intensive care)\b)/
const isLead = (word: string): boolean => lead.test(word) || denies.test(word)
const mostLead = 9

/** "Penicillin, my throat swelled up.": what follows the name is a reaction that only an allergy gives. */
function tellsReaction(sentence: Sentence, end: number): boolean {
  if (sentence.words[end]?.text !== ',') return false
  const rest = { ...sentence, words: sentence.words.slice(end + 1) }
  const reaction = readReaction(rest) ?? readBareReaction(rest)
  return reaction !== undefined && isAllergic(reaction)
}

/** "Mum says penicillin.", "they told me it was Keflex": somebody else's word for it. */
const hearsay =
  /^(?:(?:oh|well|um|uh|yes|yeah|so|only|just|,) )*(?:my )?(?:mum|mother|dad|father|parents|nan|nana|gran|grandma|they|wife|husband|(?:the|my|a) (?:old )?(?:doctors?|gp|hospital|dentist|nurse)) (?:always |once )?(?:says?|said|reckons?|reckoned|thinks?|thought|told me|tells me)(?: (?:that|it is|it was|it might be|i am allergic to|i can not have|i was allergic to))* /

type Answered = {
  readonly question: Sentence
  readonly names: readonly string[]
  readonly isHedged: boolean
  readonly isHeard: boolean
}

/** "Only penicillin.", "Yeah, codeine and latex.", "Penicillin, it brings me out in a rash." */
export function readAllergyAnswer(sentence: Sentence): Answered | undefined {
  const question = allergyQuestion(sentence)
  if (question === undefined || sentence.isQuestion) return undefined
  const words = sentence.words.map(({ text }) => text)
  const heard = hearsay.exec(words.join(' '))?.[0].trim().split(' ').length ?? 0
  let at = heard
  let isDenied = isDeniedBefore(question, sentence)
  for (; at < mostLead && isLead(words[at] ?? ''); at += 1)
    isDenied = denies.test(words[at] ?? '') || (isDenied && !excepts.test(words[at] ?? ''))
  const { names, end } = readNames(sentence, at, false)
  const rest = words.slice(end).join(' ')
  if (names.length === 0 || isDenied || !(tail.test(rest) || tellsReaction(sentence, end))) return undefined
  return { question, names, isHedged: hedges.test(words.join(' ')), isHeard: heard > 0 }
}

export const hedges = /\b(?:might|maybe|not sure|i think|believe|reckon|guess|possibly|probably|perhaps|could(?! not)|apparently|may be)\b/ // biome-ignore format: short

/** A no before it: a name after that is another matter, unless it is an exception. */
const isDeniedBefore = (question: Sentence, sentence: Sentence): boolean =>
  question.answers
    .slice(0, question.answers.indexOf(sentence))
    .some(({ said, isQuestion }) => !isQuestion && /^(?:(?:um|uh|oh|well),? )*(?:no|nope|nah|none|nothing|not)\b/.test(said)) // biome-ignore format: short
