/** Replies whose own words take their yes or no back, or tell of another side, day or time than was asked. D349. */
import type { Sentence } from '../sentence.ts'

type Row = readonly [pattern: RegExp, reason: string]

const who = '(?:i|we|he|she|they|there)'
const again = '(?:(?:well|but|actually|sorry|wait|hang on|i mean|um|uh|no|though),? )*'
const part = '(?:leg|arm|ear|eye|knee|hip|foot|ankle|hand|shoulder|wrist|elbow|breast|thumb|toe|finger)'
const day = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|this morning|last (?:night|week))'

/** A no that denies less than the question asks, or something else. */
// biome-ignore format: one row a line
const noes: readonly Row[] = [
  [new RegExp(`\\b(?:no|nope|nah)\\b[,.]? ${again}${who}(?: (?:still|do|did|also|really|just|only|always|definitely))* (?:have|has|had|got|gets?|is|are|was|were|felt|feel|noticed|do|did)(?: (?:had|got|been|still|just|only))* (?:ones?|some|them|(?:it|that)(?=[.,!]|$| (?:on|in|last|yesterday|at|before|again|once|earlier|this|for|since)\\b)|a (?:bit|few|little|couple|touch|lot)|two|three|several|quite a|plenty|loads)\\b`), 'a clause of having, with a pronoun or an amount for the thing: "No, I had one."'],
  [new RegExp(`^(?:(?:no|nope|nah),? )+(?:(?:it is|it was|on|in|since|just|only) )*(?:the |my )?(?:left|right|other|${day})(?: (?:one|side|hand side|night|morning|${part}))?(?: actually| i think| doctor)?[.,!]?$`), 'another side or day stands in place of the one that was asked: "No, the right."'],
  [new RegExp(`^(?:(?:no|nope|nah),? )*not (?:on |in |at )?(?:the |my |that )?(?:left|right|side|${part}|${day})\\b`), 'only the side or the day is denied: "Not the left, the right."'],
]

/** The question is after the present state, and not after what has been. */
const asksNow =
  /\b(?:do|does) (?:you|he|she|they) (?:still |also )?(?:have|get|feel)\b|\b(?:are|is) (?:you|he|she|they|there|it)\b|\byou (?:have|get|feel|are)\b(?! (?:had|been|noticed|felt|ever|seen|not|[a-z]+ed)\b)|\bhave you got\b/
const asksThen = /\b(?:ever|did|had|been|was|were|noticed|since|recently|lately|started|any (?:point|time|stage))\b/
const tellsThen =
  /^(?:(?:yes|yeah|yep|oh|well|actually|i think),? )*(?:i|it|there|they|that|he|she|we) (?:did|had|was|were|used to)(?: (?:have|too|actually|one|some|it|them|be|yes|yeah))*[.,!]?$/

/** "Do you have a fever?" - "Yes, I had.": it was there, and nothing says that it is. */
export const tellsOtherTime = (question: string, reply: string): boolean =>
  tellsThen.test(reply) && asksNow.test(question) && !asksThen.test(question)

/** "Yes, I had." after a summary of the present. */
export const isOfThen = (reply: string): boolean => tellsThen.test(reply)

/** True if the reply does not say yes or no to what the question asks. */
export const leavesOpen = ({ said: question }: Pick<Sentence, 'said'>, reply: string): boolean =>
  noes.some(([pattern]) => pattern.test(reply)) || tellsOtherTime(question, reply)
