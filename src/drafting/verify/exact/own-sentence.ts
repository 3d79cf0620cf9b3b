/** "No alcohol while you're on it, and for two days after": the sentence says the whole line, and another one only names its thing. D560. */
import type { QuoteRead } from '../evidence.ts'
import { conceptsIn } from '../synonyms.ts'
import { stemOf, tokensOf } from '../words.ts'

const fewestWords = 5

/** True if the quote has all words of the line but the names of its concepts. Other numbers of other sentences refute nothing then. */
export function saysWholeLine(part: string, quote: QuoteRead | undefined): boolean {
  if (quote === undefined) return false
  const tokens = tokensOf(part)
  const named = conceptsIn(tokens)
  const own = tokens.filter((token, at) => /[a-z]{2}/.test(token) && !named.some(({ from, to }) => at >= from && at <= to)) // biome-ignore format: short
  const said = new Set(quote.tokens.map(stemOf))
  return own.length >= fewestWords && own.every((token) => said.has(stemOf(token)))
}
