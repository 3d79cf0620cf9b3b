/** A sentence that the drafter could put into the note. */
import type { Claim, ClaimKind, Evidence } from '../../core/clinical-note.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import type { Term } from '../vocabulary/terms.ts'

/** A sentence of the talk and its part in the statement. */
export type Quote = { readonly sentence: Sentence; readonly role: 'question' | 'answer' | 'statement' }

export type Candidate = {
  /** Without hedge, with its full stop. */
  readonly text: string
  readonly claims: readonly Claim[]
  readonly quotes: readonly Quote[]
  /** Resources of the record with the same fact, as `Type/id`. */
  readonly references?: readonly string[]
  /** Higher is chosen first. */
  readonly weight: number
  /** Place in the talk. */
  readonly at: number
  /** It points to a thing that no sentence before it names for certain: the reviewer gets it. D560. */
  readonly isLacking?: true
}

type ClaimSlots = Partial<Omit<Claim, 'kind' | 'concept' | 'display'>>

export const claim = (
  kind: ClaimKind,
  what: Pick<Term, 'key' | 'display' | 'code'>,
  slots: ClaimSlots = {},
): Claim => ({
  kind,
  concept: what.key,
  display: what.display,
  ...(what.code === undefined ? {} : { code: what.code }),
  polarity: 'present',
  certainty: 'certain',
  person: 'patient',
  time: 'current',
  ...slots,
})

/** Quotes words of a clinician that cannot be put plainly. D260. */
export const alsoSaid = (words: string): string => `Also said: "${words}".`

export const says = (sentence: Sentence): readonly Quote[] => [{ sentence, role: 'statement' }]
export const answers = (question: Sentence, ...replies: readonly Sentence[]): readonly Quote[] => [
  { sentence: question, role: 'question' },
  ...replies.map((sentence) => ({ sentence, role: 'answer' as const })),
]

/** The quotes of a line, and before them the sentences that name what it takes up. */
export const naming = (sentences: readonly Sentence[], quotes: readonly Quote[]): readonly Quote[] => [
  ...sentences.filter((one) => !quotes.some(({ sentence }) => sentence === one)).flatMap(says),
  ...quotes,
]

export const isUncertain = (quotes: readonly Quote[]): boolean =>
  quotes.some(
    ({ sentence }) =>
      sentence.segment.uncertain ||
      sentence.segment.text.slice(sentence.start, sentence.end).includes('[unintelligible'),
  )

export function quoteEvidence(transcriptId: string, quotes: readonly Quote[]): readonly Evidence[] {
  const seen = new Set<string>()
  return quotes.flatMap(({ sentence, role }) => {
    const { segment, start, end, tail } = sentence
    const key = `${segment.id} ${start}`
    if (seen.has(key)) return []
    seen.add(key)
    const cite = (segmentId: string, from: number, to: number): Evidence => ({ kind: 'segment', transcriptId, segmentId, start: from, end: to, role }) // biome-ignore format: short
    return tail === undefined
      ? [cite(segment.id, start, end)]
      : [cite(segment.id, start, end - (tail.end - tail.start) - 1), cite(tail.segment.id, tail.start, tail.end)]
  })
}

export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A thing that was asked after, and whose reply says neither yes nor no. */
export const openQuestion = (display: string): string => `${sentenceCase(display)}: asked, no clear answer.`

/** "a, b and c" */
export const joinWords = (items: readonly string[], last: 'and' | 'or'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
