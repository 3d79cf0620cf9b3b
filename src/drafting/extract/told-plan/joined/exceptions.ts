/** "Two after each. Not if there's blood.": an exception or a bound in a sentence of its own belongs to the order before it. D562. */
import { isOfMoment } from '../../../dialogue/instructions.ts'
import type { Sentence } from '../../../dialogue/sentence.ts'
import { tellSpoken } from '../../../dialogue/wording.ts'
import { type Candidate, says } from '../../candidates.ts'
import { openSpoken } from '../../orders/spoken-orders.ts'
import { tidy } from '../tidy.ts'

/** Without a verb of its own, the sentence says only when the order does not hold, or alone holds. */
const bound = /^(?:(?:but|and|just|so|though)[, ]+)*((?:not|only|never|unless|except|just|but only)\b (?:(?:if|when|while|until|till|once|on|with|before|after|for|in|at|during)\b|(?=(?:you|he|she|it|they) )).+)$/i // biome-ignore format: one row
/** Another order, a view, or what points back to something else. */
const other =
  /\b(?:i|we|me|us|my)\b|\b(?:worry|think|reckon|sure|necessarily|yet|today|now|that (?:is|was|would)|this (?:is|was))\b|\?/i
const ordered = /^(?:if|unless|call|return|ring|review|refer|no |not )/i

const isOpen = ({ text, claims, quotes }: Candidate): boolean =>
  !text.startsWith('Also said') && claims.length === 1 && claims[0]?.kind === 'plan' && quotes.length < 5 && !ordered.test(text) // biome-ignore format: short

const isCited = (lines: readonly Candidate[], sentence: Sentence): boolean => lines.some(({ quotes }) => quotes.some((quote) => quote.sentence === sentence)) // biome-ignore format: short

/** The bound that the sentence behind the line tells. */
function boundBehind(
  line: Candidate,
  dialogue: readonly Sentence[],
  lines: readonly Candidate[],
): { readonly words: string; readonly sentence: Sentence } | undefined {
  // biome-ignore format: short
  const last = line.quotes.at(-1)?.sentence
  const next = last === undefined ? undefined : dialogue[dialogue.indexOf(last) + 1]
  if (next === undefined || next.segment !== last?.segment || isCited(lines, next) || isOfMoment(next.said)) return undefined // biome-ignore format: short
  const said = openSpoken(tellSpoken(next.text)).replace(/[.!]$/, '')
  const words = bound.exec(said)?.[1]
  return words === undefined || other.test(said) || said.split(' ').length > 18 ? undefined : { words: tidy(words), sentence: next } // biome-ignore format: short
}

/** The lines with the exceptions that follow them. */
export const withExceptions = (lines: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] =>
  lines.map((line) => {
    const [own] = line.claims
    const found = own === undefined || !isOpen(line) ? undefined : boundBehind(line, dialogue, lines)
    if (own === undefined || found === undefined) return line
    const display = `${line.text.replace(/[.]$/, '')}, ${found.words.charAt(0).toLowerCase()}${found.words.slice(1)}`
    return { ...line, text: `${display}.`, claims: [{ ...own, display }], quotes: [...line.quotes, ...says(found.sentence)] } // biome-ignore format: short
  })
