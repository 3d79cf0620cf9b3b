/** Lines of the plan with the thing that they only point to, and the sentence that names it among their evidence. D560. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Candidate, type Quote, sentenceCase } from '../candidates.ts'
import { saidName } from '../medication.ts'
import { listProducts } from '../told-plan/heads.ts'
import { gapOf, namesThing } from './gaps.ts'
import { type Named, namedBefore } from './named-before.ts'

/** A line of one plan in plain words. */
const isOpen = ({ text, claims }: Candidate): boolean =>
  !text.startsWith('Also said') && claims.length === 1 && claims[0]?.kind === 'plan'

/** "Leave it where it is for now": nothing before the pronoun of a quote says what is meant. */
const pointing =
  /\b(?:send|do|keep|stop|give|leave|prove|take|swap|get|write|come back to|put|push) (?:it|that|them)\b/i
const isPointingQuote = ({ text, claims }: Candidate): boolean => {
  const words = /^Also said: "(.*)"[.]?$/.exec(text)?.[1]
  const found = words === undefined ? null : pointing.exec(words)
  return found !== null && claims.length === 1 && claims[0]?.kind === 'plan' && !namesThing(found.input.slice(0, found.index)) // biome-ignore format: short
}

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
  if (isPointingQuote(candidate)) return { ...candidate, isLacking: true }
  const [own] = candidate.claims
  const [quote] = candidate.quotes
  const line = candidate.text.replace(/[.]$/, '')
  const gap = isOpen(candidate) ? gapOf(line) : undefined
  if (own === undefined || quote === undefined || gap === undefined) return candidate
  const named = namedBefore({ dialogue, place: dialogue.indexOf(quote.sentence), gap, line, told })
  if (named === undefined)
    return mayStand.test(gap.of) || (gap.of === 'service' && / to [A-Z]/.test(line))
      ? candidate
      : { ...candidate, isLacking: true }
  const display = sentenceCase(gap.fill(named.name))
  const isCited = candidate.quotes.some(({ sentence }) => sentence === named.sentence)
  // The line that named the thing tells more of it: "do that now", "I'll do the letter".
  const weight =
    gap.of === 'service' || (gap.of === 'test' && / (?:it|that|them)$/.test(gap.anchor))
      ? Math.min(candidate.weight, 60)
      : candidate.weight
  return { ...candidate, weight, text: `${display}.`, claims: [{ ...own, display }], quotes: isCited ? candidate.quotes : [asQuote(named.sentence), ...candidate.quotes] } // biome-ignore format: short
}

export const withAntecedents = (lines: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] => {
  const told = listTold(lines)
  return lines.map((line) => complete(line, { dialogue, told }))
}
