/** Finds out whether a thing that was said is over. D258, D321. */
import type { QuoteRead } from '../evidence.ts'
import { ratesIn } from '../words.ts'
import { endedLater, findFrame, gone, onceOnly, stillNow } from './frames.ts'
import { answersTo, type Place, sentenceAt } from './places.ts'

/** A later sentence ends a thing only if it takes it up: by a pronoun, or by a verb or adjective without a subject of its own. */
const takesUp = /^(?:(?:but|and|well|oh|no|yeah|yes|so|then|now|um|actually|though|or|,) ?,? )*(?:it|that|they|this|those|these|he|she|all|both|(?:i|we|you) (?:have |had |just |then |do |did )*(?:not|stopp?ed|gave|given|quit|finished|c[ao]me off|got over|gr[eo]w\w* out|packed|chucked|used|kicked)|gone|went|stopped|cleared|settled|finished|not|any|no longer|better|fine|is|was|has|have|had|until|done|over|past|resolved|only|just|never|none|nothing|used|ex|last|years?|back|a few|in)\b/ // biome-ignore format: one row

/** "If I get to sleep it's better": what eases a thing has not ended it. */
const betterIf =
  /\b((?:if|when|whenever|once) [^,.]*?) ?,? (?:it|that|they) (?:is|are|gets?) (?:a (?:bit|lot) |much )?better\b/

const unused = /\bnot (?:used|taken|needed|touched) (?:it|them|that|any|one|mine) (?:at all )?(?:for|in|since|this (?:year|month|week|winter|summer)|lately|recently)\b/ // biome-ignore format: one row

/** An answer with a rate ("Ten a day. Used to be twenty.") ends nothing. The words that may say the end: the sentence, the next one, the answers to its question, and the speaker's next words. */
export function isGone(place: Place, quotes: readonly QuoteRead[]): boolean {
  const { own: sentence, next } = sentenceAt(place)
  const own = sentence.replace(betterIf, '$1')
  const later = quotes[place.index + 1]
  const answers = place.quote.role === 'question' ? answersTo(quotes, place.index).map(({ plain }) => plain).filter((words) => ratesIn(words).size === 0) : [] // biome-ignore format: short
  const follows = later !== undefined && later.speaker === place.quote.speaker && later.role !== 'question' ? [later.plain] : [] // biome-ignore format: short
  const isEnded = [...[next, ...follows].filter((words) => takesUp.test(words)), ...answers].some((words) => findFrame(gone.slice(0, 1), words) !== undefined) || answers.some((words) => onceOnly.test(words)) // biome-ignore format: short
  if (
    quotes
      .slice(place.index + 1, place.index + 3)
      .some(({ speaker, plain }) => speaker !== 'clinician' && endedLater.test(plain))
  )
    return true
  const isNow = place.quote.role === 'question' ? answers.some((words) => stillNow.test(words)) : stillNow.test(own)
  // "I've got the puffer, but I haven't used it this year."
  if (place.quote.role !== 'question' && unused.test(own)) return true
  return (isEnded || findFrame(gone, own) !== undefined) && !isNow
}
