/** Names of illnesses that are no diagnosis of today: what the examiner sees, a finding in other words, and an illness of before. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { readFound } from '../examination/findings.ts'

/** "There's no sign of a fracture, so it's a sprain." */
const concludes = /\bso (?:it|this|that) is\b/
/** A finding that the sentence tells in other words: "a postural drop in the pressure" names no diagnosis. */
export function isFindingAlone(sentence: Sentence, { display }: Term): boolean {
  const told = concludes.test(sentence.said) ? [] : readFound(sentence)
  return told.length > 0 && told.every(({ text }) => !text.toLowerCase().includes(display.toLowerCase()))
}

/** "Since you've had a stroke before": the clinician tells the history. */
export function isOfPast({ words }: Sentence, { from, to }: Term): boolean {
  const before = words.slice(0, from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const after = words.slice(to + 1, to + 6).map(({ text }) => text).join(' ') // biome-ignore format: short
  return /\b(?:you|he|she) (?:(?:have|has|had|already) )*had(?: (?:a|an|the|that|your|some|bad|previous|mini))*(?: \w+ and)?$/.test(before) && /^(?:and \w+ )?(?:,? ?before|,? ?in the past|,? ?previously|,? ?already|last (?:year|month|winter|summer|time)|as a|when you|(?:\w+ )?(?:years?|months?) ago|in \d{4}|once|twice|this (?:year|winter|season)|(?:back )?in (?:january|february|march|april|may|june|july|august|september|october|november|december))\b/.test(after) // biome-ignore format: short
}

/** "There's a small ulcer on the left": what an examiner sees is a finding. An image tells a diagnosis. */
export const isObserved = ({ said }: Sentence): boolean =>
  /^(?:(?:so|and|now|ok|okay|right|well|yes|yeah),? )*(?:there (?:is|are)|here is|(?:i|we) (?:can |could )?(?:see|feel|hear|notice|find|note))\b/.test(said) && !/\b(?:x ?-?rays?|scans?|ct|mri|ultrasound|films?|pictures?|images?)\b/.test(said) && !concludes.test(said) // biome-ignore format: short

/** "It's bronchiolitis. It's a virus that gets in the little tubes.": what the name means. */
export const whatItIs =
  /^(?:so )?(?:it|that|this) is (?:an?|just an?|basically an?|caused by an?|from an?) (?:[a-z]+ )?(?:virus|bug|infection|condition|inflammation)\b.* (?:that|which|where|when|of|in)\b/

/** "I'd have said gout, but", "I'd say it's pneumonia if you had a fever": what it would be, and is not. */
export const counterfactual =
  /\b(?:i|we) (?:would|might) have (?:said|called|thought|guessed|put|gone with)\b|\b(?:i|we) would (?:call|say|think|put)\b.*\bif (?:you|he|she|it|there) (?:were|was|had|did|could)\b/

/** "Is that bad?" - "Probably the diabetes and the pressure.": a lasting illness with "the" is the cause of what was spoken of. */
const lasting = /^(?:diabetes|(?:type [12] )?diabetes|hypertension|high blood pressure|asthma|COPD|obesity)$/i
export const isCauseAlone = ({ said }: Sentence, { display }: Term): boolean => lasting.test(display) && /^(?:(?:so|well|it is|that is),? )*(?:(?:most )?(?:likely|probably)|possibly|maybe|perhaps) (?:just )?(?:from )?(?:the|your) /.test(said) // biome-ignore format: short
