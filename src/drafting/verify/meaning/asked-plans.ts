/** "Do I need a scan?" - "I don't believe so.": what a patient asks for is ordered or refused by the clinician's reply. D477. */
import { answerOf, type QuoteRead } from '../evidence.ts'
import type { Polarity } from '../polarity.ts'
import { end, type Place } from './places.ts'

const refuses = /^(?:(?:oh|well|um|look|honestly|to be honest|\[\?\]|,) ?,? )*(?:no\b|nope|not (?:really|necessarily|today|now|yet|at all|this|for|unless|until|while|if)|(?:i )?(?:do|would) not (?:think|believe|reckon|expect|imagine)(?: (?:so|it|that|you|we|there)|[ ,.]|$)|i doubt|there is no|you (?:do|will|would|should|must|can) not|we (?:do|will|would|can) not|it is not|that is not|best not|rather not|i would not)\b/ // biome-ignore format: one row
const grants = /^(?:(?:oh|well|um|look|\[\?\]|,) ?,? )*(?:yes|yeah|yep|of course|sure|absolutely|definitely|you (?:can|should|will|may)|we (?:can|will|should)|i (?:will|can|would)|please do|certainly|fine|that is fine|no problem|i think (?:so|you|we|it)|by all means|go ahead)\b/ // biome-ignore format: one row

/** The clinician's reply, if the place stands in a patient's question. */
function replyTo({ quote, index, at }: Place, quotes: readonly QuoteRead[]): QuoteRead | undefined {
  const reply = quotes[index + 1]
  const isAsked = quote.speaker !== 'clinician' && quote.tokens.slice(at).find((token) => end.has(token)) === '?'
  return isAsked && reply?.speaker === 'clinician' ? reply : undefined
}

/** "Will I have to have the operation?" - "Not necessarily.": nothing said later orders it. */
export const isRefusedReply = (place: Place, told: readonly Place[], quotes: readonly QuoteRead[]): boolean =>
  askedPolarity(place, quotes) === 'absent' && told.every(({ index }) => index <= place.index + 1)

/** What the reply makes of the thing; undefined if the place is no question of the patient's, or has no answer. */
export function askedPolarity(place: Place, quotes: readonly QuoteRead[]): Polarity | undefined {
  const reply = replyTo(place, quotes)
  // "And no more ointment?" - "No more ointment.": the reply says the question again.
  if (reply === undefined || (/\bno more\b/.test(place.quote.plain) && /^no more\b/.test(reply.plain))) return undefined
  // "Do I stop the aspirin?" - "Yes.": who says yes to the end of it refuses it.
  const isEnd = /\b(?:stop|come off|leave out|drop|give up)(?: [a-z]+){0,2}$/.test(place.quote.tokens.slice(Math.max(0, place.at - 5), place.at).join(' ')) // biome-ignore format: short
  if (refuses.test(reply.plain)) return isEnd ? 'present' : 'absent'
  if (!grants.test(reply.plain) && answerOf([reply]) !== 'yes') return undefined
  return isEnd ? 'absent' : 'present'
}

/** "Do I need a scan?" - "I don't believe so.": the reply denies the need. */
export const isNeedRefused = (quotes: readonly QuoteRead[]): boolean =>
  quotes.some(({ speaker, plain }, index) => {
    const reply = quotes[index + 1]
    return speaker !== 'clinician' && /\b(?:need|have to|necessary)\b[^.?!]*\?/.test(plain) && reply?.speaker === 'clinician' && refuses.test(reply.plain)
  }) // biome-ignore format: short
