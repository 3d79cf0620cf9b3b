/** The things that a question asks after: those of the tables, and those that only the question names. D281. */
import { asksWhether, questionKind } from '../../dialogue/questions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { generalKeys } from '../mention.ts'
import { askedClause, listAskedNames } from './asked-names.ts'
import { knownTerms } from './known-terms.ts'
import { atWaking, isConceded, withOccasion } from './occasions.ts'
import { isCompared } from './standing-names.ts'

type AskedTerms = {
  readonly terms: readonly Term[]
  /** Every part of the question's list has a name. */
  readonly isWhole: boolean
  /** The question asks after several things, whether or not all of them have names. */
  readonly isList: boolean
}

const asked = new WeakMap<Sentence, AskedTerms>()
/** Names that no table has stand beside those of the tables, in the order of the question. Each question is read once. */
export function readAskedTerms(question: Sentence): AskedTerms {
  const read = asked.get(question) ?? listAskedTerms(question)
  asked.set(question, read)
  return read
}
export const askedTerms = (question: Sentence): readonly Term[] => readAskedTerms(question).terms

/** "Never hurt yourself?": the deed, and not the thought of it. */
const asDeed = ({ words }: Sentence, term: Term): Term => {
  const said = words.slice(Math.max(0, term.from - 1), term.to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
  return term.key === 'thoughts-of-self-harm' && /^(?!(?:to|might|could|would|want|you|of)\b)[a-z]+ (?:hurt|harm|harmed|cut) (?:your|him|her|them)sel(?:f|ves)$/.test(said) ? { kind: term.kind, key: 'self-harm', display: 'self-harm', from: term.from, to: term.to } : term // biome-ignore format: short
}

/** "Did it come on like a thunderclap?" asks after an onset that no table of troubles has. */
function listThunderclaps({ words, said }: Sentence): readonly Term[] {
  const at = /\b(?:like|as) a (?:thunder ?clap|clap of thunder)\b/.test(said) ? words.findIndex(({ text }) => /^(?:thunder|thunderclap|clap)$/.test(text)) : -1 // biome-ignore format: short
  const display = said.includes('clap of thunder') ? 'onset like a clap of thunder' : 'thunderclap onset'
  return at < 0 ? [] : [{ kind: 'symptom', key: keyOf(display), display, from: at, to: at }]
}

function listAskedTerms(question: Sentence): AskedTerms {
  const known = [...atWaking(question, knownTerms(question)), ...listThunderclaps(question)]
    .filter((term) => !isCompared(question, term) && !isConceded(question, term))
    .map((term) => asDeed(question, term))
    .flatMap((term) => withOccasion(question, term))
  if (questionKind(question) === 'open' && !asksWhether(question))
    return { terms: known, isWhole: true, isList: known.length > 1 }
  // "Does it sting when you sneeze?" asks after no sneezing: a verb behind the clause only says when.
  const clause = known.every(({ from, to }) => from === to && from > 3) ? askedClause(question) : undefined
  if (clause !== undefined) return { terms: [clause], isWhole: true, isList: false }
  const { names, isWhole, isList } = listAskedNames(question, ({ key }) => !generalKeys.has(key))
  const terms = [...known, ...names].toSorted((a, b) => a.from - b.from)
  return { terms, isWhole: isWhole || names.length === 0, isList: isList || terms.length > 1 }
}
