/**
 * A reaction that the clinician says over: "Well, penicillin. I came out in a rash." - "Penicillin, rash. Thank you." The patient has
 * named the allergen in answer to a question after allergies; the clinician's words give the reaction its name. D431.
 */

import type { Sentence } from '../../dialogue/sentence.ts'
import { tagWords } from '../../grammar/tagger.ts'
import { asksAllergy } from '../allergy-answers.ts'
import { readNames } from '../allergy-names.ts'
import { answers, type Quote } from '../candidates.ts'
import { isSameAllergen } from './allergen-groups.ts'
import { isAllergic, isSideEffect } from './reactions.ts'

export type Echoed = { readonly name: string; readonly reaction: string; readonly isIntolerance: boolean; readonly quotes: readonly Quote[] } // biome-ignore format: short

/** The most sentences between the patient's name and the clinician's. */
const reach = 6

const opener = /^(?:ok|okay|right|so|yes|yeah|ah|oh|the|your|well|that|good|fine|,)$/
/** It is somebody else's, of another time, or no harm was done. */
const isOther =
  /\b(?:no|not|never|if|fine|sister|brother|mum|mother|dad|father|son|daughter|wife|husband|family|might|would|used to|grew|once|was|safe|okay with|thing|look|watch|instead|give|take|try)\b/
const notEffect = /^(?:(?:ok|okay|right|noted|thanks|thank you|got|yes|yeah|yep|good|great|lovely|fine|allerg\w+|gotcha|perfect|cheers|sure|smok\w+|alcohol|tablets?|antibiotics?|medicines?|years?|childhood|\d+) ?)+$/ // biome-ignore format: one row
/** Reactions that the tables of allergy have not: a clinician's noun for an effect. */
const ofEffect = /\b(?:hallucinat\w+|confus\w+|nausea|vomiting|cough|sickness|palpitations|bronchospasm|angio\w+|hives|wheez\w+|welts|swelling|anaphyla\w+|upset stomach|itch\w*|rash|delirium|headaches?|aches|cramps|diarrhoea)\b/ // biome-ignore format: one row
const saysIntolerance =
  /\bintoleran\w+\b|\bside effects?\b|\bnot (?:really |actually |strictly )?(?:an? )?(?:(?:true|real|proper) )?allerg\w+(?! to)\b/

const hasName = (sentence: Sentence, name: string): boolean =>
  sentence.words.some((_, at) => readNames(sentence, at, false).names.some((own) => isSameAllergen(own, name)))

/** The patient's sentence that names the allergen, in answer to a question after allergies. */
function findNaming(name: string, before: readonly Sentence[]): Sentence | undefined {
  const naming = before.findLast(({ segment }) => segment.speaker === 'patient')
  const turn = before.filter(({ segment }) => segment === naming?.segment)
  const named = turn.find((sentence) => hasName(sentence, name))
  if (named === undefined || turn.some(({ said }) => ofOthers.test(said))) return undefined
  const isAsked = named.asked.some(asksAllergy) || turn.some(({ said }) => /\ballerg/.test(said))
  const isDenied = /\b(?:am|is) not allergic to\b|\bfine\b|\bnever (?:had|been)\b/.test(named.said)
  return isAsked && !isDenied ? named : undefined
}
/** "Something with ramipril?" - "Yes, that gave me the cough.": the reply takes up the name of the question. */
function findTakenUp(name: string, before: readonly Sentence[]): Sentence | undefined {
  const reply = before.findLast(({ segment }) => segment.speaker === 'patient')
  const turn = before.filter(({ segment }) => segment === reply?.segment)
  const asking = before.findLast((each) => each.segment.speaker === 'clinician' && hasName(each, name))
  const isAsked = asking !== undefined && before.some((each) => each.segment === asking.segment && /\ballerg|\breact/.test(each.said)) // biome-ignore format: short
  const told = turn.find(({ said }) => /\b(?:that|it|they) (?:gave|made|brought|caused|set)\b/.test(said))
  return isAsked && told !== undefined && !turn.some(({ said }) => ofOthers.test(said)) ? told : undefined
}

const ofOthers = /\b(?:my|his|her|our) (?:\w+ )?(?:sister|brother|mum|mother|dad|father|son|daughter|wife|husband|twin|friend|nan|partner)\b(?! (?:says|said|told|reckons|thinks|always))/ // biome-ignore format: one row

/** The first noun group behind the name: "penicillin, rash", "ramipril, dry cough". */
export function readEffect({ said }: Pick<Sentence, 'said'>, from: string): string | undefined {
  const [, rest = ''] = said.split(new RegExp(`\\b${from}s?\\b(?: allergy| antibiotics?)?, `))
  const [first = ''] = rest.split(/,|\.|\?| and (?=i )/)
  const effect = first.trim().replace(/^(?:a|an|the|you got|gives you|with) /, '')
  if (effect === '' || effect.split(' ').length > 4 || notEffect.test(effect)) return undefined
  if (!isAllergic(effect) && !isSideEffect(effect) && !ofEffect.test(effect)) return undefined
  return tagWords(effect).some(({ tag }) => tag === 'NOUN' || tag === 'PROPN') ? effect : undefined
}

/** `before` and `after`: the sentences around the clinician's. */
export function readEchoedAllergy(sentence: Sentence, before: readonly Sentence[], after: readonly Sentence[]): Echoed | undefined {
  if (sentence.isQuestion || isOther.test(sentence.said)) return undefined
  const at = sentence.words.findIndex(({ text }) => !opener.test(text))
  const { names, end } = readNames(sentence, Math.max(at, 0), false)
  const [name] = names
  if (name === undefined || names.length > 1) return undefined
  const named = findNaming(name, before.slice(-reach)) ?? findTakenUp(name, before.slice(-reach))
  const last = sentence.words[end - 1]?.text
  const effect = named === undefined || last === undefined ? undefined : readEffect(sentence, last)
  if (named === undefined || effect === undefined) return undefined
  const turn = after.filter(({ segment }) => segment === sentence.segment)
  const isIntolerance = turn.slice(0, 3).some(({ said, isQuestion }) => !isQuestion && saysIntolerance.test(said))
  const asked = named.asked.findLast(asksAllergy)
  const quotes: readonly Quote[] = asked === undefined ? [{ sentence: named, role: 'statement' }] : answers(asked, named)
  return { name, reaction: effect, isIntolerance, quotes: [...quotes, { sentence, role: 'statement' }] }
} // biome-ignore format: short

/** "Keflex gave me the runs, but that's not an allergy, is it." - "No, that's an intolerance." */
export const isCalledIntolerance = (sentence: Sentence, later: readonly Sentence[]): boolean => {
  const reply = later.find(({ segment }) => segment.speaker === 'clinician')
  return (
    saysIntolerance.test(sentence.said) ||
    (reply !== undefined && /\bintoleran|\bside effect/.test(reply.said) && !reply.isQuestion)
  )
}
