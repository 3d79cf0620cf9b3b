/**
 * Tells a question after a clause from a question about a known thing. "Is your nose blocked?" asks whether the nose is blocked: the name
 * has the predicate. "Is your blocked nose better?" takes the blocked nose for granted: the predicate follows the name. D322.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

/** The verb that a question puts first, the determiner of the subject, and its noun where the name is the predicate alone. */
const inverted =
  /\b(?:do|does|did|is|are|was|were|has|have|had)(?: not)? (?:(?:um|uh|er|,) ?)*(?:your|the|his|her|their|that)( [a-z]+)?$/
/** Words after a whole clause that change no part of it: degrees, hedges, tags. Times and conditions are none of them. */
const afterClause =
  /^(?:(?:,|\?|\.|um|uh|er|up|at all|(?:even |just )?(?:a )?(?:little|bit|tiny bit)|would you say|do you (?:think|find|feel)|or not(?: really)?|yes or no|too|as well|also|either|then|by any chance|ever|doctor) ?)*$/

/** True if the name is the whole clause that the question asks after. */
export function asksClause({ words }: Pick<Sentence, 'words'>, { from, to }: Pick<Term, 'from' | 'to'>): boolean {
  if (from === 0 && to === words.length - 1) return true
  const before = words.slice(Math.max(0, from - 6), from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const after = words.slice(to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
  const inversion = inverted.exec(before)
  // A clause has a noun and a predicate.
  const isWhole = to > from || inversion?.[1] !== undefined
  return isWhole && inversion !== null && afterClause.test(after)
}
