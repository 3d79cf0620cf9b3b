/** The words of a value without a comparison beside it: "weight's eighty-four, which is two kilos up from last time". D494. */
import type { Sentence } from '../../dialogue/sentence.ts'

/** Another day, a limit or what is usual. */
const compares =
  /\b(?:last (?:time|week|month|year|visit)|previous\w*|before|usual\w*|normal(?:ly)? (?:is|range)|should|ought|target|aim\w*|ideal\w*|used to|would|could|want|under|below|at home|you said|(?:more|less|heavier|lighter|up|down) (?:\w+ )?(?:than|from|since))\b/
const hasNumber = /\d|\b(?:\w+ty|\w+teen|ten|eleven|twelve|hundred|(?:one|two|three) \w+ty)\b/
const ends = /^(?:[,;]|but|so|and|which)$/

/** "We want it under one thirty over eighty, and today it's one forty-six over eighty-eight." */
const now = /^[,;]? ?(?:(?:and|but|so|,) )*(?:today|now|here|this time|this morning)\b/

/** The sentence up to the clause that compares, or from the one that tells of now; the sentence itself if neither has a number of its own. */
export function ownClause(sentence: Sentence): Sentence {
  if (!compares.test(sentence.said)) return sentence
  const { words } = sentence
  for (const [at, { text }] of words.entries()) {
    if (!ends.test(text)) continue
    const said = words.slice(0, at).map((word) => word.text).join(' ') // biome-ignore format: short
    const rest = words.slice(at).map((word) => word.text).join(' ') // biome-ignore format: short
    if (compares.test(said)) {
      if (now.test(rest) && hasNumber.test(rest) && !compares.test(rest))
        return { ...sentence, words: words.slice(at), said: rest }
      continue
    }
    // "Seventy-two, sixty-eight last time": the clause that compares is the next one.
    if (hasNumber.test(said) && compares.test(rest.split(/(?<=[a-z]) [,;] /)[0] ?? '')) return { ...sentence, words: words.slice(0, at), said } // biome-ignore format: short
  }
  return sentence
}
