/** Whether the words at a place state the thing, or only fear, ask, compare or explain it. D258, D350. */
import type { QuoteRead } from '../evidence.ts'
import { softWords } from '../tables.ts'
import { findFrame, unasserted } from './frames.ts'
import { type Place, sentenceAt } from './places.ts'
import type { Reading } from './reading.ts'
import { isInTurnOfSpeech } from './turns-of-speech.ts'

/** "My big fear is gout.", "It nearly gave me a stroke.": even the words that were said state nothing. */
export const isFeared = (place: Place, quotes: readonly QuoteRead[]): boolean =>
  goesOnFearing(place, quotes) || findFrame(unasserted, sentenceAt(place).before)?.name === 'fear' || isInTurnOfSpeech(place.quote.plain, place.at) || isBareFear(place) // biome-ignore format: short

/** "Bone cancer, if I am honest.": a name without a verb answers a question that is not among the evidence. */
const isBareFear = (place: Place): boolean =>
  place.quote.speaker !== 'clinician' && place.quote.role === 'statement' && /\b(?:honest|honestly|truth)\b|^(?:well|oh|honestly|really) \?/.test(place.quote.plain) && !verb.test(sentenceAt(place).own.replace(/\b(?:if|to) (?:i am|be)(?: \w+)? honest\b/, '')) // biome-ignore format: short

/** "Tell me it's not cancer," - "a cancer of the brain.": words without a verb go on with what the speaker began. */
const goesOnFearing = ({ quote, index }: Place, quotes: readonly QuoteRead[]): boolean => {
  const last = quotes[index - 1]
  return last !== undefined && last.speaker === quote.speaker && quote.role !== 'question' && quote.tokens.length <= 8 && !verb.test(quote.plain) && /^(?:fear|hypothesis|hearsay)$/.test(findFrame(unasserted, last.plain.split(/[.?!] /).at(-1) ?? '')?.name ?? '') // biome-ignore format: short
}

const verb =
  /\b(?:have|has|had|got|get|gets|am|is|are|was|were|been|do|does|did|suffer\w*|take|takes|came|went|feel|felt|\w{3,}(?:ed|ing))\b/

/** "I don't like the thought of that, my dad had a stroke.": the relative's clause is stated. */
const ownClause =
  /, (?=(?:(?:because|as|since|cause) )?(?:my|our|his|her) [a-z]+ (?:also |just )?(?:had|has|got|died|is|was)\b)/

/** Words by which a clinician orders, advises or offers. */
const advises = /\b(?:advise|recommend|suggest|you (?:should|need to|must|ought to|could (?:try|take|use|have))|i would (?:like|say|want|suggest)|i want you to|(?:i|we) (?:can|will|could|am going to|are going to) (?:\w+ )?(?:give|start|put|try|send|prescribe|arrange|book|do)|let us|try (?:some|taking|to|a)|take some|something like|make sure|worth (?:trying|a try))\b/ // biome-ignore format: one row

/** "Something like fexofenadine, which I can give you": nobody has taken it. */
export const isAdvised = (place: Place, { isTold }: Pick<Reading, 'isTold'>): boolean =>
  isTold && place.quote.speaker === 'clinician' && place.quote.role === 'statement' && advises.test(sentenceAt(place).before) && !/\b(?:you (?:said|told|mentioned|have been|are (?:on|taking)|were|had)|your)\b/.test(sentenceAt(place).before) // biome-ignore format: short

/** A note that says itself that somebody worries. */
const ofWorry = /\bworr|\bfear|\bconcern|\banxi/

/** Whether the words state the thing. A hedged sentence may state a possibility, but never the patient's own fear. */
export function isAsserted(place: Place, reading: Reading): boolean {
  const { text, isAssessment, quotes } = reading
  if (isAdvised(place, reading)) return false
  if (isInTurnOfSpeech(place.quote.plain, place.at) || isBareFear(place)) return false
  if (goesOnFearing(place, quotes) && !ofWorry.test(text.toLowerCase())) return false
  const before = sentenceAt(place).before.split(ownClause).at(-1) ?? ''
  const frame = findFrame(unasserted, before)
  // A patient who says "usually" speaks of their own illness.
  if (frame === undefined || (frame.name === 'explanation' && place.quote.speaker === 'patient')) return true
  if (/^(?:hypothesis|comparison)$/.test(frame.name) && softWords.test(text.toLowerCase())) return true
  if (
    frame.name === 'omission' &&
    /\bmiss|\bforg|\bskip|\bomit|\bnot\b|\bran out|\bwithout\b|\bsupposed/.test(text.toLowerCase())
  )
    return true
  if (ofWorry.test(text.toLowerCase())) return true
  return isAssessment && place.quote.speaker === 'clinician' && softWords.test(text.toLowerCase()) && !/^(?:fear|warning|condition)$/.test(frame.name) // biome-ignore format: short
}
