/** Lines of the plan with the thing that they only point to, and the sentence that names it among their evidence. D560. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Candidate, type Quote, sentenceCase } from '../candidates.ts'
import { saidName } from '../medication.ts'
import { listProducts } from '../told-plan/heads.ts'
import { gapOf } from './gaps.ts'
import { type Named, namedBefore } from './named-before.ts'

/** A line of one plan in plain words. */
const isOpen = ({ text, claims }: Candidate): boolean =>
  !text.startsWith('Also said') && claims.length === 1 && claims[0]?.kind === 'plan'

const asQuote = (sentence: Sentence): Quote => ({ sentence, role: sentence.text.trimEnd().endsWith('?') ? 'question' : 'statement' }) // biome-ignore format: short

/** The sentences of lines about one medicine, with that medicine. */
function listTold(lines: readonly Candidate[]): ReadonlyMap<Sentence, Named> {
  const told = new Map<Sentence, Named>()
  for (const { quotes } of lines) {
    const named = quotes.flatMap(({ sentence }) => listProducts(sentence).map((term) => ({ sentence, name: saidName(sentence, term), key: term.key }))) // biome-ignore format: short
    const [first] = named
    if (first !== undefined && named.every(({ key }) => key === first.key)) for (const { sentence } of quotes) told.set(sentence, first) // biome-ignore format: short
  }
  return told
}

/** Unfilled, these are as clear as their neighbours make them. */
const mayStand = /^(?:span|treatment)$/

type Heard = { readonly dialogue: readonly Sentence[]; readonly told: ReadonlyMap<Sentence, Named> }

function complete(candidate: Candidate, { dialogue, told }: Heard): Candidate {
  const [own] = candidate.claims
  const [quote] = candidate.quotes
  const line = candidate.text.replace(/[.]$/, '')
  const gap = isOpen(candidate) ? gapOf(line) : undefined
  if (own === undefined || quote === undefined || gap === undefined) return candidate
  const named = namedBefore({ dialogue, place: dialogue.indexOf(quote.sentence), gap, line, told })
  if (named === undefined) return mayStand.test(gap.of) ? candidate : { ...candidate, isLacking: true }
  const display = sentenceCase(gap.fill(named.name))
  const isCited = candidate.quotes.some(({ sentence }) => sentence === named.sentence)
  // The line that named the test tells more of it: "do that now".
  const weight = gap.of === 'test' && !gap.anchor.endsWith('one') ? Math.min(candidate.weight, 60) : candidate.weight
  return { ...candidate, weight, text: `${display}.`, claims: [{ ...own, display }], quotes: isCited ? candidate.quotes : [asQuote(named.sentence), ...candidate.quotes] } // biome-ignore format: short
}

export const withAntecedents = (lines: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] => {
  const told = listTold(lines)
  return lines.map((line) => complete(line, { dialogue, told }))
}
