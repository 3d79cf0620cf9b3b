/** Compares statements of different answers: those of two parts of a talk, or a statement that stands and a repair. D294, D300. */
import type { Claim, Evidence, Note, Statement } from '../../core/clinical-note.ts'
import { quantitiesIn } from '../verify/words.ts'

/** The same claims and numbers about words that both cite, or the same words about them. */
export const isSame = (one: Statement, other: Statement): boolean =>
  sharesSegment(one, other) &&
  (plain(one.text) === plain(other.text) ||
    (signature(one) === signature(other) && signs(one.text) === signs(other.text)))

/** Whether a second statement adds nothing to the first: also if it says the same words with other evidence. */
export const isRepeated = (one: Statement, other: Statement): boolean =>
  plain(one.text) === plain(other.text) || isSame(one, other)

/** Whether both cite a segment or a fact of the record. */
export const sharesSegment = (one: Statement, other: Statement): boolean => {
  const places = new Set(one.evidence.map(placeOf))
  return other.evidence.some((item) => places.has(placeOf(item)))
}

/** The note without the sentences that a section has a second time. Only for a judged note: a sentence whose evidence fails must not displace the same one with better evidence. */
export const dropRepeated = (note: Note): Note => ({
  ...note,
  sections: note.sections.map((section) => {
    const texts = new Set<string>()
    const isFirst = ({ text }: Statement): boolean => texts.size < texts.add(plain(text)).size
    return { ...section, statements: section.statements.filter(isFirst) }
  }),
})

/** Case and punctuation do not count; the signs of a result and the point in a number do. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+<>≤≥.-]+/gu, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The numbers of a sentence with their units, and the signs of its results. */
const signs = (text: string): string =>
  [...quantitiesIn(text).map(({ value, unit }) => `${value} ${unit}`), ...(plain(text).match(/[+<>≤≥]|-(?!\p{L})/gu) ?? [])].join('|') // biome-ignore format: short

/** The segment or the fact of the record; empty for a clinician's word. */
export const placeOf = (
  item:
    | Pick<Extract<Evidence, { kind: 'segment' }>, 'kind' | 'transcriptId' | 'segmentId'>
    | Exclude<Evidence, { kind: 'segment' }>,
): string =>
  item.kind === 'segment' ? `${item.transcriptId}/${item.segmentId}` : item.kind === 'resource' ? item.reference : ''

const signature = ({ claims }: Statement): string => claims.map(signed).sort().join('\n')

const signed = ({ kind, concept, polarity, certainty, person, time, side, value, unit, frequency, duration }: Claim) =>
  [kind, concept, polarity, certainty, person, time, side, value, unit, frequency, duration].join('|')
