/** Questions after the beginning or the length of what the talk is about. Each row is a construction of English and holds for any symptom. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord, namesTrouble } from '../../vocabulary/clinical-words.ts'
import { wordSet } from '../../vocabulary/words.ts'
import { isLight } from './bare-times.ts'

type Frame = {
  readonly pattern: RegExp
  /** The answer is a beginning ("two days" is two days ago), not a length. */
  readonly isBeginning?: true
  readonly reason: string
}

const begins = '(?:start(?:ed)?|beg[iau]n|come on|came on|happen(?:ed)?|kick(?:ed)? off|first|notice(?:d)?|(?:find|found|spot(?:ted)?|see|saw|feel|felt) (?:it|this|that|them|the lump|the rash|the blood)|set in|appear(?:ed)?|get (?:sick|ill|like this|this way)|go wrong|all start(?:ed)?)' // biome-ignore format: short

// biome-ignore format: one row a line
const frames: readonly Frame[] = [
  { pattern: new RegExp(`\\bwhen (?:did|was|would|have|do|is) [a-z' ]{0,40}\\b${begins}\\b|\\bwhen (?:it|this|that|they) (?:all )?${begins}\\b|\\b(?:this|it|that|they) (?:all )?${begins} when\\b`), isBeginning: true, reason: '"when" with a verb of beginning' },
  { pattern: /^(?:(?:and|so|ok|okay|right|oh|ouch|um|uh|yeah|yes|oh no|now),? )*(?:when|since)(?: (?:was|is) (?:that|this|it)| are we talking(?: about)?| did you do (?:it|this|that)| (?:was|is) the injury| exactly| roughly)? ?\?$/, isBeginning: true, reason: '"when" alone, or of "this"' },
  { pattern: /\bwhen (?:was|is) day one\b|\bwhen were you last\b[a-z ]*\b(?:well|right|okay|ok|yourself|fine|normal|better|good)\b/, isBeginning: true, reason: 'the day before the trouble' },
  { pattern: /\b(?:since|from) when\b|\bsince when\b/, isBeginning: true, reason: 'a preposition of beginning with "when"' },
  { pattern: /\bhow (?:far|long) back\b|\bhow long ago\b/, isBeginning: true, reason: 'how far in the past' },
  { pattern: /(?<!\bover )\bhow long\b(?! (?:do|does|did|would|will|is|are) [a-z ]{1,20}\b(?:last|go (?:on )?for|go on|hang (?:around|about|on)|stick around|stay)\b)(?! (?:have|had|has|did|do|were|was|are|is) (?:you|he|she|they) (?:been )?(?:tak|smok|drink|us|work|liv|on\b|been on\b|had (?:the|your) (?:job|dog|cat)|know|married|pregnant|stay|away|off))/, reason: '"how long", but not of one spell, a habit or a job' },
  { pattern: /\bhow many (?:hours|days|weeks|months|years)\b(?! (?:a|per|in a|off|each|do you|does|did|are|from|between|of)\b)(?!.*\bhow many\b)/, reason: 'a count of time' },
  { pattern: /\b(?:hours|days|weeks|months)(?:,? (?:or )?(?:is it )?(?:days|weeks|months|years))+\b/, reason: 'a choice between units of time' },
  { pattern: /\btime ?(?:scale|frame|line|wise|course|span)\b|\bduration\b/, reason: 'a noun of time' },
  { pattern: /^(?:[a-z]+,? )*(?:is|was|are|has|have|so is|and is) (?:it|this|that|these|they|we|you)(?: been| had it| had this)?(?: talking)?(?: [a-z]+){0,4} (?:recent|new|new thing|long|short time|short|while|long time|recent thing|a while)\b/, reason: 'recent, new, long: adjectives of length' },
  { pattern: /^(?:[a-z]+,? )*you have (?:had|got|been) (?:it|this|that|with it|like this)?(?: for)? ?(?:a |some |quite a )?(?:while|long|long time|time)\b|\bbeen (?:there|with you|like (?:this|that)|going(?: on)?) (?:ever since|long|a while|for long)\b/, reason: 'a length to be confirmed' },
  { pattern: /\b(?:talk|take) me (?:through|back to) (?:when|how) it (?:all )?(?:began|started)\b/, isBeginning: true, reason: 'a request for the beginning' },
]

/** A matter of its own: its time is no time of a symptom. */
const otherMatter =
  /\b(?:medic\w*|tablets?|pills?|inhalers?|tak(?:e|en|ing)|smok\w*|drink\w*|drank|alcohol|vap\w*|work\w*|job|liv(?:e|ed|ing)|home|married|partner|pregnan\w*|period|cycle|contracepti\w*|travel\w*|holiday|abroad|operation|surgery|scan|test|jab|vaccin\w*|diagnos\w*|hospital|sleep|wake|waking|sit|stand|walk|episodes?|attacks?|spells?|bouts?|each time|at a time|allerg\w*|family|mum|dad|mother|father|husband|wife|son|daughter|brother|sister|kids?|friend|asleep|slept|shift|away|dr(?:ive|ove|iving)|fl(?:ight|y|ew)|trip|school|gym|(?:new|recent|something) for (?:him|her|them))\b/

/** "How long is your shift?": the length of a thing that is no trouble and no part of the body. */
const ofThing =
  /\bhow long (?:have|has|had|is|are|was|were|did|does|do) (?:your|his|her|my|our|the) ((?:[a-z'-]+ ?){1,3})/
/** "When did the nights start?" */
const startOfThing = /\bwhen (?:did|was|were|has|have) (?:your|his|her|my|our|the) ((?:[a-z'-]+ ?){1,3}?) (?:all |first |actually )?(?:start|begin|come on|happen|change|finish)\b/ // biome-ignore format: short
const trouble = /\b(?:pains?|aches?|troubles?|problems?|symptoms?|things?|issues?|ones?|feelings?|bouts?|spells?)\b/
const isOfThing = (said: string): boolean => {
  const [, thing] = ofThing.exec(said) ?? startOfThing.exec(said) ?? []
  return (
    thing !== undefined &&
    !trouble.test(thing) &&
    !namesTrouble(thing) &&
    !/\b(?:worse|bit|stinging|burning|trouble|weeing|running|going)\b/.test(thing) &&
    !thing.split(' ').some((word) => bodyWord.test(word))
  )
}

/** Another event than the beginning: "when did you last have it?" */
const otherEvent =
  /\bover (?:how long|what)\b|\b(?:last|next|go for|go on for|again|before|until|till|old|often|many|each|every)\b/
/** Words of a question, and adjectives of length, that name no other matter. */
const light = wordSet('you your when what which how where about thing something anything new newish recent recently sudden short old constant ongoing development story deal talking we ages hours days weeks months years weekend since today yesterday monday tuesday wednesday thursday friday saturday sunday symptoms trouble problem bother bothering happening happened happen been not no more than under between') // biome-ignore format: a list

/** "Has it been building up for long?": a length up to now, of what a pronoun takes up. */
const ofLength = /\b(?:has|have) (?:it|this|that|they|these|all this)\b.*\b(?:long|ages|days|weeks|months|years|while|recent\w*|since)\b|\b(?:is|are) (?:it|this|that|they|these|all this)\b.*\b(?:recent\w*|new)\b/ // biome-ignore format: short

/** A question of time with no other matter: a bare time in reply tells since when. "Is that something recent?" */
export const mayAskTime = ({ said, words, terms, isQuestion }: Sentence): boolean =>
  isQuestion && terms.length === 0 && namesTime.test(said) && !otherEvent.test(said) && !otherMatter.test(said) &&
  (ofLength.test(said) || isLight(words.map(({ text }) => text).filter((word) => !light.has(word)))) // biome-ignore format: short

export type TimeQuestion = { readonly isBeginning: boolean }

/** No other question needs a closer look. */
const namesTime =
  /\b(?:when|long|hours?|days?|weeks?|fortnight|months?|years?|ages|time|timescale|timeline|duration|recent\w*|new|short|while|back|beg[iau]ns?|beginning|started|start|ongoing|lasted|since|today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend)\b|\bfor[ ,]*\?$/

/** Undefined if the question asks for no time, or for that of another matter. */
export function readTimeQuestion({ said: text, terms }: Sentence): TimeQuestion | undefined {
  if (!namesTime.test(text)) return undefined
  const said = text.replaceAll(/\b(?:um|uh|er|erm|ah),? |\b(\w+), (?=\1\b)/g, '')
  if (
    (terms.length === 0 && isOfThing(said)) ||
    /\bthe (?:last|previous|next) (?:one|time|bout|attack|period)\b/.test(said)
  )
    return undefined
  const frame = frames.find(({ pattern }) => pattern.test(said))
  if (frame === undefined || otherMatter.test(said)) return undefined
  if (terms.some(({ kind }) => kind !== 'symptom' && kind !== 'condition')) return undefined
  return { isBeginning: frame.isBeginning === true }
}
