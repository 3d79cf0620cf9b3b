/** Whether a sentence says that something was done: never what is planned, offered, refused or asked about. D146. */
import { isHedged } from '../../dialogue/certainty.ts'
import { readContext } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

/** Words before the name that say that it took place. */
const done =
  /\b(?:had|underwent|undergone|got|given|gave me|took|taken|removed|did|done|since|following|after|put|received|gotten|recovering from|history of|previous|past)\b/

/** Signs that somebody had another thing than the deed itself, or that somebody else had it. */
const other =
  /\b(?:letter|leaflet|chat|talk|conversation|appointment|consult\w*|referral|prescription|script|information|info|consent|questions?|quote|told (?:me|us)|they said|said i)\b|\b(?:about|regarding) (?:(?:the|a|an|my|having|getting) )?$|\bmy [a-z]+ (?:has |have )?(?:had|got|received)(?: [a-z]+)?$/

/** Words around the name that leave it open, or take it back. */
const open =
  /\b(?:will|would|going to|gonna|want(?:s|ed)? (?:me )?to|wants|needs?|needed|supposed|meant to|should|could|might|may (?:be|have|need|get)|must|ought|can|if|unless|whether|waiting|wait|list|due(?! to)|overdue|book(?:ed|ing)?|schedul\w+|refer\w*|plan\w*|hop(?:e|ing)|consider\w*|think(?:ing)? (?:about|of)|thought about|talk(?:ed|ing|s)? (?:about|of)|discuss\w*|mention\w*|offer\w*|declin\w*|refus\w*|turned down|against|avoid\w*|cancel\w*|postpon\w*|put off|delayed|miss(?:ed)?|forgot\w*|skip\w*|not yet|yet to|until|till|before (?:my|the|i|a)|prior to|next (?:week|month|year|monday|tuesday|wednesday|thursday|friday)|tomorrow|upcoming|coming up|having(?! had)|recommend\w*|suggest\w*|advis\w*|instead of|rather than|almost|nearly|reaction to|allergic|never)\b/

/** "That must be ten years ago": the modal verb guesses the time of what was done, and leaves nothing open. */
const guessesTime =
  /\b(?:must|would|will|might|could|may|should) (?:have been|be) (?=(?:[a-z0-9]+,? ){0,5}(?:ago|back|now|since)\b)/g

/** "Had my flu jab": the same clause, without what another one says. */
function clauseOf(sentence: Sentence, term: Term): readonly [before: string, after: string] {
  const words = sentence.words.map(({ text }) => text)
  const start = words.slice(0, term.from).findLastIndex((word) => /^(?:but|because|although|though|so|[.;:?!])$/.test(word)) // biome-ignore format: short
  const end = words.findIndex((word, at) => at > term.to && /^(?:but|because|although|though|so|[.;:?!])$/.test(word))
  const after = words.slice(term.to + 1, end < 0 ? undefined : end).join(' ')
  return [words.slice(start + 1, term.from).join(' '), after.replace(guessesTime, '')]
}

/** Certain, present, and of the patient. `isAnswer`: the question asked what was done. */
export function isUndergone(sentence: Sentence, term: Term, isAnswer: boolean): boolean {
  const { status, relative } = readContext(sentence, term)
  if (status !== 'present' || relative !== undefined || isHedged(sentence, term)) return false
  const own = sentence.words.slice(term.from, term.to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
  const [before, after] = clauseOf(sentence, term)
  if (open.test(before) || open.test(after) || other.test(`${before} `) || other.test(before)) return false
  // "My last tetanus shot was in 2012."
  if (/\bmy (?:last|first|second|third|most recent)$/.test(before) && /^was (?:in|last|a|about|\d)/.test(after))
    return true
  if (/\bmy (?:one|only|last|first|second|biggest|main|sole) (?:operation|surgery|procedure|op)(?: ever)? was(?: an?| the)?$/.test(before)) return true // biome-ignore format: short
  return isAnswer || done.test(before) || /\b(?:had|out|removed|replaced|done|repaired|fused|given|vaccinated|immunised)\b/.test(own) || /^(?:was |were )?(?:done|given)\b/.test(after) // biome-ignore format: short
}
