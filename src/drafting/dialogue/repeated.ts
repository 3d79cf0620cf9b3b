/** A question that the patient repeats, or asks back, asserts nothing: "Headaches? No." */

import { foldWord, wordSet } from '../vocabulary/words.ts'
import type { Sentence } from './sentence.ts'

type Said = Pick<Sentence, 'said' | 'text' | 'words'>

const filler = wordSet(
  'um uh er erm oh ohh ah hm hmm mm well like so and or any a an the my your some of you mean sorry what do have get got is are been had i , . ? ! ;',
)
/** A statement, although the voice rises: "I've had it for three days?" */
const states =
  /^(?:(?:um|uh|er|oh|well|so|and|but|yeah|yes|no|like),? )*(?:i|my|it|we|he|she|they|there|that|this|just|since|for|about|maybe|probably|only)\b/
const asksBack = /^(?:(?:um|uh|er|oh|well|so|and|but),? )*(?:do|did|have|has|am|are|is|was|were|can|could|will|would) (?:i|it|he|she|they|there|that)\b/ // biome-ignore format: one row
const beginsNo = /^(?:(?:um|uh|er|oh|well|so),? )*(?:no|nope|nah|not|never|none|nothing|neither)\b/
/** A name or two, and no more. */
const mostWords = 5

const contentOf = ({ words }: Pick<Sentence, 'words'>): readonly string[] =>
  words.map(({ text }) => text).filter((word) => !filler.has(word)).map(foldWord) // biome-ignore format: short

/** With a question mark it names something and says nothing about it; without one, a no answers the question. */
export function isRepeated(sentence: Said, asked: readonly Said[], next: Said | undefined): boolean {
  const content = contentOf(sentence)
  if (content.length === 0) return false
  if (sentence.text.endsWith('?'))
    return asksBack.test(sentence.said) || (!states.test(sentence.said) && content.length <= mostWords)
  const known = new Set(asked.flatMap(contentOf))
  const isSaidOver = !states.test(sentence.said) && content.every((word) => known.has(word))
  return isSaidOver && next !== undefined && beginsNo.test(next.said) && !beginsNo.test(sentence.said)
}
