/**
 * Tobacco and alcohol by their parts: the topic is named in the sentence or in its question, and the sentence says that it is none, or
 * that it has ended. "Any cigarettes?" - "I gave them up.", "And the drink, how much?" - "Not a drop." D317.
 */
import { readAnswer } from '../../dialogue/answers.ts'
import { nameOthers } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'

export type Habit = 'smoking' | 'alcohol'
export type HabitReply = { readonly habit: Habit; readonly is: 'none' | 'ended'; readonly question: Sentence | undefined } // biome-ignore format: short

const tobacco = 'smok(?:e|es|ed|ing|er)|cigarettes?|cigs?|ciggies|fags?|tobacco|rollies|roll ups?|nicotine|baccy'
const drinks = 'alcohol|alcoholic|drink|drinks|drinking|booze|grog|bottle|beers?|wine|spirits|tipple'
const ofTobacco = new RegExp(`\\b(?:${tobacco})\\b`)
const ofAlcohol = new RegExp(`\\b(?:${drinks})\\b`)
/** Other drinks, pills in a bottle, and another time, person or measure than the habit of now. */
const notOfHabit =
  /\b(?:water|tea|coffee|fluids?|juice|milk|squash|eating|medic\w*|tablets?|pills?|bottle of (?:water|pills|medicine)|family|anyone|anybody|husband|wife|partner|parents|house(?:hold)?|today|yesterday|tonight|this (?:week|morning)|recent\w*|lately|since|before|after|when you|with|because|driv\w*|worr\w*|thought|think|tried|try|help|want|like|wish|stop|stopped|quit|cut|give up|given up|weed|cannabis|drugs?|much more|more|less)\b/

/** The habit that the words are about; undefined if none or both. */
function topicOf(said: string): Habit | undefined {
  const [smokes, drinksIt] = [ofTobacco.test(said), ofAlcohol.test(said)]
  return smokes === drinksIt ? undefined : smokes ? 'smoking' : 'alcohol'
}

const object = `(?:(?:it|them|that|both|the|my|all|habit|${tobacco}|${drinks}) )*(?:it|them|that|both|habit|${tobacco}|${drinks})`
/** Verbs of ending, with the habit as their object: particle verbs with the object inside or behind. */
// biome-ignore format: one row a line
const endings: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [new RegExp(`\\b(?:gave|given) (?:${object} (?:up|away)|up ${object}|up(?=[ ,.]*$| (?:years?|months?|weeks?|when|in|a|two|three|four|five|six|seven|eight|nine|ten|last)\\b))`), 'give up, give away'],
  [new RegExp(`\\bpacked (?:${object} in|in ${object})\\b|\\b(?:cut|phased) (?:${object} out|out ${object})\\b|\\bput ${object} behind me\\b`), 'pack in, cut out, put behind'],
  [new RegExp(`\\b(?:kicked|quit|ditched|dropped|binned|chucked|stopped|finished with|done with|came off|come off|got off|gone off|went off|left off|knocked|sworn off|swore off|stubbed out) ${object}(?! (?:down|back|a bit|a little|to))\\b`), 'a verb of ending with the habit as its object'],
  [/\b(?:have|had) (?:quit|stopped|packed up)(?=[ ,.]*$| (?:for good|altogether|completely|years?|months?|now|in|when|a|two|three|four|five|six|seven|eight|nine|ten|last)\b)/, 'the same without an object'],
  [/^(?:(?:it is |that is )?(?:going )?(?:well|great|good),? )?(?:none|not one|nothing|not had (?:one|any)) (?:for|in|since) (?:the (?:last|past) )?\w+/, 'none for a time'],
  [/\bhave not (?:touched (?:one|it|them|a \w+)|had (?:one|a (?:smoke|cigarette|fag|drink|drop))|smoked) (?:for|in|since)\b/, 'the same in a clause'],
]
/** It has not ended: a wish, an attempt, a negation, a part of it. */
const notEnded =
  /\b(?:not|never|try|trying|tried|want|wants|going to|hope|hoping|should|would|could|will|if|might|may|nearly|almost|cut down|cutting down|thinking|plan|planning|started again|back on|restarted|only one|apart|except)\b/
const haveNot = /\b(?:have|had) not (?:touched|had|smoked)\b|^(?:\w+ )*not (?:one|had)\b/

/** The habit is denied as a whole, with its object or as a kind of person. */
const nothing = new RegExp(
  `\\bi (?:do not|never|will not)(?: ever)? (?:touch|use|go near)(?: (?:a drop|any|a single))?(?: (?:of )?(?:${object}|the stuff|any))?(?=[ ,.]*$| (?:at all|ever|myself|doctor)\\b)|\\b(?:i am|i have always been|always been) (?:a )?(?:tee ?total(?:ler|er)?|non smoker|non drinker|total abstainer)\\b|\\bnever (?:been one for|got into|taken? up|saw the point of|started) ${object}\\b|\\bnot a drop\\b`,
)

/** Who was there at the time, or was the reason, is not the one who smoked. */
const circumstance = / (?:when|since|after|before|because|for|thanks|once) .*$/

/** The question whose habit the sentence takes up. */
function questionOf(sentence: Sentence): Sentence | undefined {
  const question = sentence.asked.at(-1)
  return question === undefined || notOfHabit.test(question.said) ? undefined : question
}

/** What the sentence says of one habit; `clean` holds its words without fillers. */
export function readHabitReply(sentence: Sentence, clean: string): HabitReply | undefined {
  const question = questionOf(sentence)
  const own = topicOf(clean)
  const habit = own ?? (ofTobacco.test(clean) || question === undefined ? undefined : topicOf(question.said))
  if (habit === undefined || /\b(?:water|tea|coffee|fluids?|juice|milk|used to live|weed|cannabis)\b/.test(clean)) return undefined // biome-ignore format: short
  const by = own === undefined ? question : undefined
  const clause = clean.split(/,? (?:but|and) |, /).findLast((part) => endings.some(([pattern]) => pattern.test(part)) || nothing.test(part)) // biome-ignore format: short
  if (clause !== undefined && !nameOthers(clause.replace(circumstance, '').split(' '))) {
    const isEnded = endings.some(([pattern]) => pattern.test(clause)) && !notEnded.test(clause.replace(haveNot, '')) && !/\b(?:restarted|started again|back on)\b/.test(clean) // biome-ignore format: short
    if (isEnded) return { habit, is: 'ended', question: by }
    if (nothing.test(clause)) return { habit, is: 'none', question: by }
  }
  return isDenied(sentence, question) ? { habit, is: 'none', question } : undefined
}

/** A "no" that only leads to the answer: "No. Occasionally, yeah." */
const takesBack =
  /\b(?:yes|yeah|yep|occasionally|sometimes|socially|some|weekends?|rarely|now and|once in a while|used to|a (?:few|couple|bit|little|glass|beer|pint|drink)|a (?:day|week|night|month)|units|glasses|pints|beers)\b/

/** A plain no to "what about", "any", "ever" or "how much"; "much" alone leaves a little. */
function isDenied(sentence: Sentence, question: Sentence | undefined): boolean {
  if (question === undefined || topicOf(question.said) === undefined) return false
  if (/\b(?:much|lot|heav\w+|many|often)\b/.test(question.said.replaceAll(/\bhow (?:much|many|often)\b/g, '')))
    return false
  if (question.answers.some((later) => later !== sentence && takesBack.test(later.said))) return false
  if (deniesOther(sentence.said)) return false
  const answer = readAnswer(question)
  return answer?.says === 'no' && answer.isPlain && answer.sentence === sentence
}

/** "Allergies? Alcohol?" - "No allergies.": the no has a noun of its own, which is no habit. D391. */
export function deniesOther(said: string): boolean {
  const [, noun = ''] = /^(?:(?:um|uh|well|so|oh|yeah),? )*(?:no|not any) ((?:known )?[a-z]+)[ .]*$/.exec(said) ?? []
  return noun !== '' && topicOf(noun) === undefined && !notNoun.test(noun)
}
const notNoun = /^(?:never|not|nothing|none|doctor|sir|nope|no|thanks|sorry|way|longer|more|mate|god|chance)$/
