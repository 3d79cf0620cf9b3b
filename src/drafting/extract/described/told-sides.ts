/** On which side a symptom is, told in an answer or in a later sentence about it. D310. */
import { readAnswer } from '../../dialogue/answers.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import type { Term } from '../../vocabulary/terms.ts'
import type { Attribute } from '../attribute.ts'
import { answersClearly } from '../attribute-answers.ts'
import { canHaveSide } from '../attribute-words.ts'
import { says } from '../candidates.ts'
import type { Mention } from '../mention.ts'
import type { Antecedents } from './antecedents.ts'
import { listTurns } from './prompts.ts'

export type Side = 'left' | 'right'

/** A clinician asks for the side. */
const asksSide =
  /\b(?:which|what) (?:heel|toe|calf|thigh|shin|cheek|eyelid|nostril|testicle|thumb|finger|armpit|groin|buttock|temple|nipple|big toe|one|side|leg|arm|ear|eye|knee|hip|foot|ankle|hand|shoulder|wrist|elbow|breast|of (?:the two|them))\b|\bleft,? (?:or )?right\b|\bright,? (?:or )?left\b|\bboth (?:sides?|of them|affected|legs|arms|ears|eyes|knees)\b|\bare both\b|\b(?:one|either|each) side\b|^(?:and |so )?which(?: one)? ?\?$/
const asksPlace = /\bwhere(?:abouts)?\b|\b(?:point to|show me)\b/

const word = /\b(left|right)\b/g
const part = '(?:side|sided|hand|one|leg|arm|ear|eye|knee|hip|foot|ankle|hand|shoulder|wrist|elbow|breast)'
/** "The right", "on my right", "right side": a determiner or a noun makes it a side. */
const beforeSide = /\b(?:the|my|your|his|her|on|(?:on|in) (?:that|this)|only|mean|definitely) $/
const afterSide = new RegExp(`^right,? (?:only|hand )?${part}\\b`)
/** "Right." alone agrees, unless the side was asked. */
const isSideAt = (said: string, at: number, isAsked: boolean): boolean =>
  !said.startsWith('right', at) ||
  ((beforeSide.test(said.slice(0, at)) ||
    afterSide.test(said.slice(at)) ||
    (isAsked && /(?:^|[,.] )$/.test(said.slice(0, at))) ||
    /\bleft\b[^.]*\bno,? $/.test(said.slice(0, at))) &&
    !/^right (?:now|away|oh|then|so|thing|time|way|amount|dose|place)\b/.test(said.slice(at)))
const isDenied = (said: string, at: number): boolean => /\b(?:not|never|nothing|no|than|of) (?:on |in |to |with )?(?:the |my |that )?$/.test(said.slice(0, at)) // biome-ignore format: short

/** Words beside the side that name no other matter. */
const light = new Set(
  (
    'i we it this that they these those my the a an is are was were be been am on in at to of only just ever all side sided hand one ones other both not never no nope and or so well um uh er erm oh yeah yes yep aye okay ok ' +
    'mean meant sorry wait hang hold actually rather say said definitely always mainly mostly more probably think sure exactly here there same as with does do did has have had would will right left wrong way round cross out bad worse worst ' +
    'doctor doc see look really please thank thanks you take facing know what saying confused mix mixed up again hurts hurt sore pain painful affected nearly stop leg arm ear eye knee hip foot ankle shoulder wrist elbow write little big lower upper outer inner top bottom front back'
  ).split(' '),
)
const isLight = ({ words }: Sentence): boolean =>
  words.every(({ text }) => light.has(text) || bodyWord.test(text) || /^[.,?!]$/.test(text))

const takesBack = /\b(?:no|not|sorry|i mean|i meant|wait|hang (?:on|about)|actually|rather|wrong|cross|correct|other (?:one|side|way)|definitely|what am i saying|mix\w*|confused|nearly|you mean)\b/ // biome-ignore format: short

/** "The right side of my face": without its place the side would be that of the body. */
const ofPlace = /\b(?:left|right)(?: hand)? side of (?:my|your|his|her|the) (?:face|neck|mouth|jaw|nose|tongue|body)\b/

/** The side that a sentence gives; of two, the last one if the speaker takes the first one back. */
export function readSide({ said }: Pick<Sentence, 'said'>, isAsked = false): Side | undefined {
  if (ofPlace.test(said)) return undefined
  const told = [...said.matchAll(word)].filter(({ index }) => isSideAt(said, index, isAsked) && !isDenied(said, index))
  const sides = new Set(told.map(([text]) => text))
  const last = told.at(-1)?.[0] as Side | undefined // the pattern has these two words only
  if (sides.size < 2) return last
  return takesBack.test(said) ? last : undefined
}

/** The last word of a turn counts if the patient takes an earlier one back. */
function lastSide(
  sentences: readonly Sentence[],
  isAsked: boolean,
): { readonly side: Side; readonly sentence: Sentence } | undefined {
  const told = sentences.flatMap((sentence) => {
    const side =
      sentence.isQuestion || sentence.text.endsWith('?') || !isLight(sentence) ? undefined : readSide(sentence, isAsked)
    return side === undefined ? [] : [{ side, sentence }]
  })
  const last = told.at(-1)
  const isOne = new Set(told.map(({ side }) => side)).size === 1
  return isOne || sentences.some(({ said }) => takesBack.test(said)) ? last : undefined
}

/** "So, on the left?" - "Yes." */
function confirmed(
  prompts: readonly Sentence[],
): { readonly side: Side; readonly prompt: Sentence; readonly sentence: Sentence } | undefined {
  for (const prompt of prompts.toReversed()) {
    const side =
      prompt.isQuestion && isLight(prompt) && !/\bleft\b.*\bright\b|\bright\b.*\bleft\b/.test(prompt.said)
        ? readSide(prompt)
        : undefined
    const answer = side === undefined ? undefined : readAnswer(prompt)
    if (side !== undefined && answer?.says === 'yes' && answer.isPlain) return { side, prompt, sentence: answer.sentence } // biome-ignore format: short
  }
  return undefined
}

/** A limb holds its parts: "which leg?" asks of a knee too. */
const limbs: readonly (readonly [limb: RegExp, parts: RegExp])[] = [
  [/^leg$/, /thigh|knee|calf|shin|ankle|heel|foot|toe/],
  [/^arm$/, /shoulder|elbow|wrist|hand|finger|thumb/],
  [/^(?:foot|hand)$/, /toe|heel|finger|thumb/],
]
/** "It goes down the leg." - "Which leg?": the side is not that of the back. */
function asksOfOther({ said }: Sentence, { display }: Pick<Term, 'display'>): boolean {
  const part = /\b(?:which|what) (leg|arm|ear|eye|knee|hip|foot|ankle|hand|shoulder|wrist|elbow|breast|heel|toe|calf|thigh|buttock|thumb|finger)\b/.exec(said)?.[1] // biome-ignore format: short
  const named = bodyWord.exec(display.toLowerCase())?.[0]
  return part !== undefined && named !== undefined && !display.toLowerCase().includes(part) && !limbs.some(([limb, parts]) => limb.test(part) && parts.test(named)) // biome-ignore format: short
}

/** The sides of all turns of the patient. */
export function listToldSides(
  dialogue: readonly Sentence[],
  prompts: ReadonlyMap<Sentence, readonly Sentence[]>,
  antecedents: Antecedents,
  mentions: readonly Mention[] = [],
): readonly Attribute[] {
  return listTurns(dialogue, prompts).flatMap(({ prompts: own, sentences }): readonly Attribute[] => {
    const named = own.findLast(({ said }) => asksSide.test(said)) ?? own.findLast((prompt) => isNaming(prompt)) ?? own.findLast(({ said }) => asksPlace.test(said)) // biome-ignore format: short
    const told = lastSide(sentences, named !== undefined && !asksPlace.test(named.said))
    const [about, side, quotes] =
      told !== undefined
        ? [
            named ?? told.sentence,
            told.side,
            named === undefined ? says(told.sentence) : answersClearly(named, told.sentence),
          ]
        : fromConfirmed(confirmed(own))
    if (about === undefined || side === undefined) return []
    if (named === undefined && told !== undefined && own.some((prompt) => prompt.isQuestion && !isLight(prompt)) && !/\b(?:it|that|this|only)\b/.test(told.sentence.said) && !goesOn(told.sentence, sentences, mentions)) return [] // biome-ignore format: short
    const term = antecedents(about, (each) => canHaveSide(each) && !asksOfOther(about, each))
    return term === undefined ? [] : [{ concept: term.key, kind: 'side', order: 0, text: side, quotes, isLast: named !== undefined && isNaming(named) }] // biome-ignore format: short
  })
}

/** "I've got an earache." - "In the right one.": the fragment goes on from the only symptom of the same turn. D374. */
function goesOn(sentence: Sentence, turn: readonly Sentence[], mentions: readonly Mention[]): boolean {
  const before = turn[turn.indexOf(sentence) - 1]
  const own = mentions.filter(({ quotes, polarity, time, isExplicit }) => isExplicit && polarity === 'present' && time === 'current' && quotes.some((quote) => quote.sentence === before)) // biome-ignore format: short
  return own.length === 1 && /^(?:(?:um|uh|er|erm|well|so|and|just|mainly|mostly|all),? )*(?:on|in|down|at) (?:the|my) (?:left|right)\b/.test(sentence.said) // biome-ignore format: short
}

const isNaming = (prompt: Sentence): boolean => readSide(prompt) !== undefined
const fromConfirmed = (found: ReturnType<typeof confirmed>) =>
  found === undefined
    ? ([undefined, undefined, []] as const)
    : ([found.prompt, found.side, answersClearly(found.prompt, found.sentence)] as const)

/** A line in the patient's own words holds its side itself. */
export const listOwnSides = (mentions: readonly Mention[]): readonly Attribute[] =>
  mentions.flatMap(({ term, quotes }): readonly Attribute[] => {
    const side = /\b(left|right)\b(?! (?:away|now|with|over))/.exec(term.display.toLowerCase())?.[1]
    return side === undefined ? [] : [{ concept: term.key, kind: 'side', order: 0, text: side, quotes }]
  })
