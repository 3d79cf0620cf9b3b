/** Whose trouble a sentence goes on about, or a question asks after. D328. */
import { nameOthers } from '../../dialogue/context.ts'
import { animal } from '../../dialogue/others.ts'
import type { Sentence } from '../../dialogue/sentence.ts'

type Said = Pick<Sentence, 'said'>

const body =
  'head|face|eyes?|ears?|nose|mouth|teeth|tooth|throat|neck|shoulders?|arms?|elbows?|wrists?|hands?|fingers?|thumbs?|chest|back|tummy|stomach|belly|bottom|hips?|legs?|knees?|calf|ankles?|foot|feet|toes?|skin|heart|paws?|tail'
/** "It's my mother's leg.", "It's about the neighbour.": what the next "it" means. */
const introducesOther = new RegExp(
  `^(?:(?:um|uh|er|oh|well|so|and|but|actually|no|yes),? )*(?:(?:it|this|that) (?:is|was) )?(?:about |for |with )?(?:my|our|the|a) (?:\\w+ )?([a-z]+)'s? (?:\\w+ )?(?:${body})\\b`,
)
const takesUpIt = /^(?:(?:um|uh|er|and|so|but|well|now),? )*(?:it|they|that|this|he|she|his|her|the)\b/

/** True if the sentence goes on about a thing of somebody else: "It's my mother's leg. It is swollen." */
export function goesOnAboutOther(sentence: Said, before: Said | undefined): boolean {
  if (before === undefined || !takesUpIt.test(sentence.said) || /\b(?:i|my|me)\b/.test(sentence.said)) return false
  const owner = introducesOther.exec(before.said)?.[1]
  return owner !== undefined && (nameOthers([owner]) || new RegExp(`^${animal}$`).test(owner))
}

const seen = 'noticed?|notices|said|say|says|seen|see|told|tell|heard|hear|complain\\w*|think|thinks|find|mention\\w*|reckon\\w*|worr\\w+|comment\\w*' // biome-ignore format: a list
const subject = new RegExp(`\\b(?:is|are|was|were|does|do|did|has|have|had) (?:your|his|her|the) (?:\\w+ )?([a-z]+)(?! (?:ever )?(?:${seen})\\b)(?: |$)`) // biome-ignore format: short
/** "Do any of the kids have a rash?", "is he having headaches, your husband?" */
const ofSeveral = /\b(?:do|does|did|have|has|had|are|is|were) (?:any|some|one|all|both|either|most|the rest) of (?:the|your|his|her) (?:\w+ )?[a-z]+\b/g // biome-ignore format: short
const inApposition = /, your [a-z]+ ?(?:[?.]|$)/g
/** The person after whom the clinician asks: "does your wife get headaches?". A wife who has noticed something is a witness. */
export function askedPerson({ said }: Said): string | undefined {
  const named = [
    ...said.matchAll(new RegExp(subject, 'g')),
    ...said.matchAll(ofSeveral),
    ...said.matchAll(inApposition),
  ]
  const found = named.flatMap(([whole]) => whole.replaceAll(/[^a-z ]/g, '').split(' '))
  return new RegExp(`\\b(?:${seen})\\b`).test(said) ? undefined : found.find((word) => nameOthers([word]))
}
