/** Replies that answer something else, words that only repeat the other speaker, and numbers that were begun anew. D414. */
import type { Statement } from '../../../core/clinical-note.ts'
import type { QuoteRead } from '../evidence.ts'
import { hedgeWords, type Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { plainOf, quantitiesIn } from '../words.ts'

/** Nouns by which a no names its own topic, and the words by which a question asks after that topic. */
// biome-ignore format: one row a line
const topics: readonly (readonly [named: RegExp, asked: RegExp])[] = [
  [/^(?:allerg(?:y|ies)|reactions?)$/,                /\b(?:allerg|react|intoleran|agree|bad with)/],
  [/^(?:medicines?|medication|meds|tablets|pills)$/,  /\b(?:medic|meds|tablet|pills?\b|tak(?:e|ing)|on anything|prescri|remed)/],
  [/^(?:smoking|cigarettes)$/,                        /\b(?:smok|cigar|tobacco|vap)/],
  [/^(?:alcohol|drinking|booze)$/,                    /\b(?:drink|alcohol|booze|wine|beer|units)/],
  [/^(?:operations?|surgery|surgeries)$/,             /\b(?:operat|surg|hospital|procedure)/],
  [/^(?:kids|children|pets|siblings|family)$/,        /\b(?:kid|child|pet|animal|sibling|brother|sister|famil|home|live)/],
]

/** "Alcohol?" - "No allergies.": the no is of a topic that nobody asked after here. */
function isOfAnother({ text }: Statement, quotes: readonly QuoteRead[]): boolean {
  const asked = quotes.filter(({ role }) => role === 'question')
  const replies = quotes.filter(({ role }) => role !== 'question')
  if (asked.length === 0 || replies.length === 0) return false
  return replies.every(({ plain }) => {
    const [, noun = ''] = /^(?:(?:oh|um|well|,) ?)*no (?:known )?([a-z]+)\.?$/.exec(plain) ?? []
    const topic = topics.find(([named]) => named.test(noun))
    return topic !== undefined && !topic[1].test(plainOf(text)) && !asked.some((quote) => topic[1].test(quote.plain))
  })
}

const fillers = '(?:um|uh|er|erm|sorry|no|well|i mean|like|about|maybe)'
/** "Thirty-eight, er, thirty-eight nine.": the first number was only begun. */
const begunAnew = new RegExp(`\\b((?:thirty|forty)(?: [a-z]+)?|\\d{2}) ?,? ?(?:${fillers} ?,? ?)*\\1 (?:point )?(?:zero|one|two|three|four|five|six|seven|eight|nine|\\d)\\b`) // biome-ignore format: one row

function isBegun(text: string, quotes: readonly QuoteRead[]): boolean {
  const [, told] = /\btemperature (\d{2}) °c/i.exec(bare(text)) ?? []
  if (told === undefined) return false
  const said = quotes.filter(({ role }) => role !== 'question')
  return said.length > 0 && said.every(({ plain }) => quantitiesIn(begunAnew.exec(plain)?.[1] ?? '')[0]?.value === told)
}

const likely = /^(?:likely|probable|probably)\b/
const saysLikely = /\b(?:likely|probabl\w+|think|thinking|suspect\w*|believe|reckon|sounds?|looks?|seems?|points?|fits?|consistent|pretty|fairly|quite (?:sure|confident)|confident|suggests?|sure|bet|certain|convinced|call|feel)\b/ // biome-ignore format: one row
const saysPossible = /\b(?:it|this|that) can (?:\w+ )?be\b/

/** "It can be a cyst" makes it possible, and not likely. */
const isOverstated = ({ text, claims }: Statement, quotes: readonly QuoteRead[]): boolean =>
  claims.length > 0 && claims.every(({ kind }) => kind === 'impression') && likely.test(plainOf(text)) && quotes.length > 0 && quotes.every(({ plain, role }) => role !== 'record' && saysPossible.test(plain) && !saysLikely.test(plain.replace(/\bnot (?:certain|sure)\b/g, ' '))) // biome-ignore format: short

const present = /\b(?:i am|it is|he is|she is|i get|i keep|i have got)\b/
const usedTo = /\b(?:and|because|but) i used to\b/
const saysBefore = /\b(?:previously|in the past)$/

/** "I'm puffing by the top, and I used to run.": what was once is another thing. */
const isNow = (text: string, quotes: readonly QuoteRead[]): boolean => {
  const said = quotes.filter(({ role }) => role !== 'question')
  return saysBefore.test(plainOf(bare(text)).replace(/\.$/, '')) && said.length > 0 && said.every(({ plain }) => present.test(plain) && usedTo.test(plain) && !/\b(?:had|was|were|ago|stopped|gone|better)\b/.test(plain)) // biome-ignore format: short
}

export function checkAnswered(statement: Statement, quotes: readonly QuoteRead[]): readonly Rule[] {
  const { text } = statement
  if (isOfAnother(statement, quotes)) return ['question-unanswered']
  if (isBegun(text, quotes)) return ['number-mismatch']
  if (isOverstated(statement, quotes) && !hedgeWords.test(text.toLowerCase())) return ['certainty-mismatch']
  return isNow(text, quotes) ? ['time-mismatch'] : []
}
