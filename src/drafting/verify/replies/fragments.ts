/** Words without a verb go on about the relative of the sentence before: "Dad dropped dead at fifty-four. Heart attack." D546. */
import type { QuoteRead } from '../evidence.ts'
import { ownRelatives } from '../tables.ts'

/** What befalls a relative. */
const befalls =
  /\b(?:died|dies|dead|passed(?: away)?|lost|killed|unwell|poorly|sick|crook|ill|(?:is|are|was|were) not (?:\w+ )?(?:well|good|great)|in hospital|in a home|ended up|suffers?|suffered|diagnosed|has it|had it|got it|at (?:\d+|(?:thirty|forty|fifty|sixty|seventy|eighty|ninety)(?: [a-z]+)?))\b/
/** A verb, or a word of the speaker. */
const ofClause =
  /\b(?:i|me|my|we|us|our|mine|myself|you|your|is|are|was|were|am|be|been|has|have|had|do|does|did|get|gets|got|feel|feels|felt|came|comes|went|goes|hurts?|\w{3,}ed|since|for the|today|yesterday|now)\b/
const end = /^[.?!]$/

/** The relative whom the fragment at the token is about; undefined if its sentence is no such fragment. */
export function relativeOfFragment(
  { speaker, tokens }: Pick<QuoteRead, 'speaker' | 'tokens'>,
  at: number,
): string | undefined {
  if (speaker === 'clinician') return undefined
  const from = tokens.slice(0, at).findLastIndex((token) => end.test(token)) + 1
  const stop = tokens.findIndex((token, index) => index >= at && end.test(token))
  const own = tokens.slice(from, stop < 0 ? tokens.length : stop)
  if (from === 0 || own.length > 6 || ofClause.test(own.join(' ')) || own.some((token) => ownRelatives.has(token))) return undefined // biome-ignore format: short
  const before = tokens.slice(0, from - 1)
  const last = before.slice(before.findLastIndex((token) => end.test(token)) + 1)
  const [relative, ...others] = last.flatMap((token) => ownRelatives.get(token) ?? [])
  return relative !== undefined && others.length === 0 && befalls.test(last.join(' ')) && !/\b(?:i|me)\b/.test(last.join(' ')) ? relative : undefined // biome-ignore format: short
}
