/** A note may say that a thing is over only if somebody said so, in words or by a reply. D258, D350. */
import { answerOf, type QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { plainOf } from '../words.ts'
import { findFrame, gone } from './frames.ts'
import { answersTo } from './places.ts'
import type { Reading } from './reading.ts'
import type { Unit } from './units.ts'

/** "Do you still have the cough?" - "No.": it was there, and has ended. */
export const isEndedByReply = ({ role, plain }: QuoteRead, index: number, quotes: readonly QuoteRead[]): boolean =>
  role === 'question' &&
  /\bstill (?!no|not)/.test(plain) &&
  !ofDesk.test(plain) &&
  answerOf(answersTo(quotes, index)) === 'no'

/** "Is it still fourteen Priory Close?" asks after no trouble. */
const ofDesk =
  /\b(?:address|postcode|phone|number|e ?mail|surname|name|pharmacy|chemist|live|living|registered|married|working)\b/

const wordOfEnd = /^(?:resolved|ceased|stopped|settled|discontinued|gone)$/
/** Such a reply says the note's word for the end. */
export const isEndWordHeld = ({ words }: Unit, quotes: readonly QuoteRead[]): boolean =>
  wordOfEnd.test(words.join(' ')) && quotes.some((quote, index) => isEndedByReply(quote, index, quotes))

const saysEnded = /\b(?:resolved|now gone|has gone|since (?:gone|settled)|no longer|ceased)\b/
const endSaid = /\b(?:better|fine|normal|went|past|(?:is|was|all|been|are|has been) over|ok|okay|not (?:been|come|had it) back|back to|used to|only (?:the|for|lasted)|no longer|any ?more|improv\w*|old|not had|not taken|did not suit|(?:fixed|sorted|shifted) (?:it|that|them)|come down|right (?:now|again)|not since)\b/ // biome-ignore format: one row

/** A note may say that a thing has ended only if somebody said so. */
export const checkEnded = ({ text, quotes, isPlan }: Reading): readonly Rule[] =>
  !isPlan && saysEnded.test(plainOf(text)) && !quotes.some((quote, index) => findFrame(gone, quote.plain) !== undefined || endSaid.test(quote.plain) || isEndedByReply(quote, index, quotes)) ? ['time-mismatch'] : [] // biome-ignore format: short

const supposesEnd =
  /\b(?:still|stay\w*|keeping|kept|remained|been) (?:\w+ ){0,2}?(?:not (?:smok|drink|vap)\w*|(?:off|away from|clear of) (?:\w+ ){0,2}(?:smok\w*|cig\w+|fags?|tobacco|drink|booze|grog|alcohol|vap\w*)|smoke free)\b/
const relapsed =
  /\b(?:back|again|slipped|started|lapsed?|but|except|only|fell|nearly|one or two|a day|then|until|he|she|my)\b/
/** "Still off the cigarettes?" - "Six months now.": the question holds the end, and a yes or a length grants it. */
export const staysEnded = (quotes: readonly QuoteRead[]): boolean =>
  quotes.some(({ role, plain }) => role === 'question' && supposesEnd.test(plain)) &&
  quotes.some(
    ({ role, plain }) =>
      role === 'answer' &&
      /\b(?:yes|yeah|yep|absolutely|(?:days?|weeks?|months?|years?)|since|not one|none)\b/.test(plain),
  ) && // biome-ignore format: short
  !quotes.some(({ role, plain }) => role === 'answer' && relapsed.test(plain))
