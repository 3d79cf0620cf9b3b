/** Lines of the plan with the thing that they only point to, and the sentence that names it among their evidence. D560. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Candidate, type Quote, sentenceCase } from '../candidates.ts'
import { saidName } from '../medication.ts'
import { type Gap, gapOf, namesThing, replyGap } from './gaps.ts'
import { type Named, namedBefore, productsOf } from './named-before.ts'

/** A line of one plan in plain words. */
const isOpen = ({ text, claims }: Candidate): boolean =>
  !text.startsWith('Also said') &&
  claims.length === 1 &&
  (claims[0]?.kind === 'plan' || claims[0]?.kind === 'safety-net')

/** "Leave it where it is for now": nothing before the pronoun of a quote says what is meant. */
const pointing =
  /\b(?:send|do|keep|stop|give|leave|prove|take|swap|get|write|come back to|put|push) (?:it|that|them)\b/i
/** A longer quote tells its matter itself. */
const mostWords = 12
const isPointingQuote = ({ text, claims }: Candidate): boolean => {
  const words = /^Also said: "(.*)"[.]?$/.exec(text)?.[1]
  const found = words === undefined || words.split(' ').length > mostWords ? null : pointing.exec(words)
  return found !== null && claims.length === 1 && claims[0]?.kind === 'plan' && !namesThing(found.input.slice(0, found.index)) // biome-ignore format: short
}

const asQuote = (sentence: Sentence): Quote => ({ sentence, role: sentence.text.trimEnd().endsWith('?') ? 'question' : 'statement' }) // biome-ignore format: short

/** The sentences of lines about one medicine, with that medicine. */
function listTold(lines: readonly Candidate[]): ReadonlyMap<Sentence, Named> {
  const told = new Map<Sentence, Named>()
  for (const { quotes } of lines) {
    const named = quotes.flatMap(({ sentence }) => productsOf(sentence).map((term) => ({ sentence, name: saidName(sentence, term), key: term.key }))) // biome-ignore format: short
    const [first] = named
    if (first !== undefined && named.every(({ key }) => key === first.key)) for (const { sentence } of quotes) told.set(sentence, first) // biome-ignore format: short
  }
  return told
}

/** Unfilled, these are as clear as their neighbours make them. */
const mayStand = /^(?:span|visit)$/

type Heard = { readonly dialogue: readonly Sentence[]; readonly told: ReadonlyMap<Sentence, Named> }

/** The gap of a line with the sentence that names its thing. */
function fillable(
  candidate: Candidate,
  heard: Heard,
): { readonly gap: Gap; readonly named: Named | undefined } | undefined {
  // biome-ignore format: short
  const [quote] = candidate.quotes
  const line = candidate.text.replace(/[.]$/, '')
  if (quote === undefined || !isOpen(candidate)) return undefined
  const at = { ...heard, place: heard.dialogue.indexOf(quote.sentence), line }
  const reply = replyGap(line)
  const asked = reply === undefined ? undefined : namedBefore({ ...at, gap: reply })
  if (reply !== undefined && asked !== undefined) return { gap: reply, named: asked }
  const gap = gapOf(line)
  return gap === undefined ? undefined : { gap, named: namedBefore({ ...at, gap }) }
}

const isWarning = ({ claims }: Candidate): boolean => claims[0]?.kind === 'safety-net'

function complete(candidate: Candidate, heard: Heard): Candidate {
  if (isPointingQuote(candidate)) return { ...candidate, isLacking: true }
  const [own] = candidate.claims
  const found = fillable(candidate, heard)
  if (own === undefined || found === undefined) return candidate
  const { gap, named } = found
  const stands = isWarning(candidate) || mayStand.test(gap.of) || (gap.of === 'service' && / to [A-Z]/.test(candidate.text)) // biome-ignore format: short
  if (named === undefined) return stands ? candidate : { ...candidate, isLacking: true }
  const display = sentenceCase(gap.fill(named.name))
  const naming = [named.other, named.sentence].filter((one) => one !== undefined && !candidate.quotes.some(({ sentence }) => sentence === one)) as Sentence[] // biome-ignore format: short
  // The line that named the thing tells more of it: "do that now", "I'll do the letter".
  const weight =
    gap.of === 'service' || (gap.of === 'test' && / (?:it|that|them)$/.test(gap.anchor))
      ? Math.min(candidate.weight, 60)
      : candidate.weight
  return { ...candidate, weight, text: `${display}.`, claims: [{ ...own, display }], quotes: [...new Set(naming)].map(asQuote).concat(candidate.quotes) } // biome-ignore format: short
}

export const withAntecedents = (lines: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] => {
  const told = listTold(lines)
  return lines.map((line) => complete(line, { dialogue, told }))
}
