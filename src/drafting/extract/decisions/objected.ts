/** "Amoxicillin, then." "That brought me out in a rash." "Right, let's do doxycycline.": the first order is not given. D524. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { penicillins } from '../../vocabulary/allergens.ts'
import type { Candidate } from '../candidates.ts'
import { withdraws } from '../orders/retracted.ts'
import { listProducts } from '../told-plan/heads.ts'
import { orderedIn } from './postponed.ts'

/** The patient has had harm of it, cannot take it, or was told not to. */
const objects =
  /\ballerg|\b(?:rash|hives|swell(?:ed|s|ing)?|swole|throat closed|anaphyla\w*|came (?:out|up) in|(?:brought|brings?|made|makes?) me (?:out|sick|ill|vomit|throw up|cough|itch\w*)|cough(?:ed|ing)? (?:on|with)|did not agree|upset my|could not (?:take|tolerate|stand)|can ?not (?:take|have|tolerate)|not (?:allowed|supposed|meant) to (?:take|have)|told (?:me )?not to (?:take|have)|react(?:ed|ion))\b/
/** The objection is about the medicine that was just named. */
const points = /\b(?:that|it|those|them|that one|the last time|last time)\b/
const most = 4

/** "Then erythromycin. Take it four times a day.": an order whose medicine another sentence names. */
function namedIn({ claims, quotes }: Candidate): string | undefined {
  const keys = new Set(quotes.flatMap(({ sentence }) => listProducts(sentence).map(({ key }) => key)))
  return claims.length === 1 && claims[0]?.kind === 'plan' && claims[0].polarity === 'present' && keys.size === 1 ? [...keys][0] : undefined // biome-ignore format: short
}

type Settled = { readonly candidates: readonly Candidate[]; readonly open: readonly string[] }

/** The candidates without each order that the patient objects to and the clinician replaces, or that the clinician takes back; the reviewer sees it. */
export function dropObjected(candidates: readonly Candidate[], dialogue: readonly Sentence[]): Settled {
  const ordered = candidates.flatMap((candidate) => {
    const medicine =
      orderedIn(candidate) ?? candidate.claims.find(({ change }) => change === 'stopped')?.concept ?? namedIn(candidate)
    const sentence = candidate.quotes[0]?.sentence
    return medicine === undefined || sentence?.segment.speaker !== 'clinician'
      ? []
      : [{ candidate, medicine, sentence }]
  })
  const objectionTo = (own: (typeof ordered)[number]): Sentence | undefined => {
    const turn = dialogue.findLastIndex(({ at }) => at === own.sentence.at)
    const objection = dialogue.slice(turn + 1, turn + 1 + most).find(({ segment, said, terms, isQuestion }) => segment.speaker !== 'clinician' && !isQuestion && objects.test(said) && (points.test(said) || (penicillins.test(said) && penicillins.test(own.medicine)) || terms.some(({ key }) => key === own.medicine))) // biome-ignore format: short
    const instead = objection === undefined ? undefined : ordered.find(({ medicine, sentence }) => medicine !== own.medicine && sentence.at > objection.at && sentence.at <= objection.at + 2 && !sentence.terms.some(({ key }) => key === own.medicine)) // biome-ignore format: short
    return instead === undefined ? withdrawalOf(own) : objection
  }
  /** The clinician's own words behind the last order before them. */
  const withdrawalOf = ({ candidate, medicine, sentence: from }: (typeof ordered)[number]): Sentence | undefined => {
    const turn = dialogue.findLastIndex(({ at }) => at === from.at)
    const back = dialogue.slice(turn + 1, turn + 1 + most).find(({ segment, said, isQuestion }) => segment.speaker === 'clinician' && !isQuestion && withdraws(said, candidate.text)) // biome-ignore format: short
    const isLast = back !== undefined && !ordered.some((other) => other.medicine !== medicine && other.sentence.at > from.at && other.sentence.at < back.at) // biome-ignore format: short
    return isLast ? back : undefined
  }
  const replaced = new Map(ordered.flatMap((own) => {
    const objection = objectionTo(own)
    return objection === undefined ? [] : [[own.candidate, objection] as const]
  })) // biome-ignore format: short
  return {
    candidates: candidates.filter((candidate) => !replaced.has(candidate)),
    open: [...replaced].map(([{ text }, objection]) => `Replaced after "${cleanWords(objection.text)}": ${text}`),
  }
}
