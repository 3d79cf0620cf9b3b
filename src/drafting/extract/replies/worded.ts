/**
 * Drafts lines that need no name of the tables: replies in their own words, answers of a history of the mind, and sentences of the patient. Each sentence is told
 * once, plainly before quoted. D468.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Candidate } from '../candidates.ts'
import { draftReported } from '../reported.ts'
import { draftTopics, isOfMind } from '../topics/topic-answers.ts'
import { draftReplies } from './reply-lines.ts'

type Read = {
  /** Candidates that a table has named. */
  readonly stated: readonly Candidate[]
  /** Candidates that were left open, and their sentences. */
  readonly unsettled: readonly Candidate[]
  readonly open: readonly string[]
}

const isQuote = ({ text }: Candidate): boolean => /^[A-Z][a-z, ]+: "/.test(text)
const sentencesOf = (list: readonly Candidate[]): readonly Sentence[] => list.flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence)) // biome-ignore format: short
const answersOf = (list: readonly Candidate[]): readonly Sentence[] => list.flatMap(({ quotes }) => quotes.flatMap(({ sentence, role }) => (role === 'answer' ? [sentence] : []))) // biome-ignore format: short

/** `reported`: sentences that may be quoted; `settled`: open questions that a line answers. */
export function draftWorded(
  own: readonly Sentence[],
  reported: readonly Sentence[],
  { stated, unsettled, open }: Read,
): { readonly candidates: readonly Candidate[]; readonly settled: ReadonlySet<string> } {
  const used = new Set(sentencesOf([...stated, ...unsettled]))
  const ofMind = isOfMind(own) ? draftTopics(reported, used, stated) : []
  const plain = ofMind.filter((candidate) => !isQuote(candidate))
  const quoted = ofMind.filter(isQuote)
  for (const sentence of sentencesOf(plain)) used.add(sentence)
  const replies = draftReplies(own, { used, open, quoted: new Set(sentencesOf(quoted)), stated })
  // A reply that a line tells plainly needs no quote.
  const ofHabits = stated.filter(({ claims }) => claims.every(({ kind }) => kind === 'social'))
  const told = new Set(answersOf([...replies.candidates, ...ofHabits]))
  const topics = [...plain, ...quoted.filter((candidate) => !sentencesOf([candidate]).some((sentence) => told.has(sentence)))] // biome-ignore format: short
  for (const sentence of sentencesOf([...replies.candidates, ...topics])) used.add(sentence)
  return { candidates: [...replies.candidates, ...topics, ...draftReported(reported, used)], settled: replies.settled }
}
