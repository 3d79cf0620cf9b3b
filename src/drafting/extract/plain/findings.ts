/** Findings of an examination in the third person: "your throat looks red" is "Throat looks red." The part of the body is the subject. */
import { sentenceCase } from '../candidates.ts'
import { peelFrames } from '../examination/frames.ts'
import { openWords } from './conditions.ts'

/** Words of perceiving, which are left out: a note says what was found, not who saw it. */
// biome-ignore format: one row a line
const leads: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:(?:so|ok|okay|right|now|and|well|yeah),? )+/i, ''],
  [/^(?:(?:when|as) i (?:press|push|listen|look|feel|tap|examine|move)[^,]{0,30}, )/i, ''],
  [/^(?:i|we) (?:can|could) (?:just |also |certainly )?(?:hear|see|feel) (?:that )?/i, ''],
  [/^(?:i|we) (?:have )?(?:noticed|found|heard|felt) (?:that )?/i, ''],
  [/^(?:there is|there are|there was|there were) (?:a bit of |a little |just )?/i, ''],
  [/^you (?:have|have got|do have) (?:a bit of |a little |just )?/i, ''],
  [/^you are (?:(?:a|bit|little|still|really) )*(?=tender\b|very\b|quite\b)/i, ''],
  [/^(?:i|we) can not (hear|see|feel) any /i, 'cannot $1 any '],
  [/\b(?:some|a bit of|a little|a little bit of) (?=\w)/gi, ''],
  [/^your (?=\w)/i, ''],
  [/\band your (?=\w)/gi, 'and '],
  [/, your (?=\w)/gi, ', '],
  [/\byour\b/gi, 'the'],
  [/^((?:[a-z]+ ){1,3}?)(?:is|are|was|were) (?=(?:(?:all|both|very|quite|slightly|mildly|rather|not|no longer) )*[a-z]+(?:$|,| and| but| with| on| at| in| over))/i, '$1'],
  [/(?:'s)? ([a-z]+) as (?:owt|anything|hell|you like|can be)\b/gi, ' $1'],
  [/ {2,}/g, ' '],
  [/^the (?=\w)/i, ''],
]
const personal = /\b(?:i|i'm|i've|you|you're|me|my|we|us|our|he|she|they)\b|\[|\?/i
const mostWords = 16

/** The finding without its full stop; undefined if it cannot be put so. `words` are the clinician's, cleaned. */
export function tellFinding(words: string): string | undefined {
  const text = leads.reduce((out, [pattern, to]) => out.replace(pattern, to), peelFrames(openWords(words))).trim()
  const isPlain = text !== '' && !personal.test(text) && text.split(' ').length <= mostWords
  return isPlain ? sentenceCase(text) : undefined
}
