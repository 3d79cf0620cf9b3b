/** Recall of a clinician's highlights: found where at least 60 % of a highlight's units stand in one statement. */

import type { Segment, Statement } from '../src/core/clinical-note.ts'
import { findTerms } from '../src/drafting/vocabulary/terms.ts'
import { foldWord, readFlow, readWords } from '../src/drafting/vocabulary/words.ts'
import { broader, noteWords, shorthand } from './note-words.ts'

const stop = new Set(
  'of the a an and or with to in on for is has have had no not nil some any mainly also from by at his her my my possible likely'.split(
    ' ',
  ),
)

type Units = { readonly concepts: ReadonlySet<string>; readonly stems: ReadonlySet<string> }

/** Spelled numbers are numbers: "three days" is "3 days". */
const numerals: Readonly<Record<string, string>> = { one: '1', two: '2', couple: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12', fourteen: '14', fifteen: '15', twenty: '20', thirty: '30', forty: '40', fifty: '50' } // biome-ignore format: a table
const stemOf = (word: string): string => numerals[word] ?? foldWord(word).slice(0, 7)

const flowOf = (text: string): readonly string[] => readFlow(readWords(text)).map(({ text: word }) => word)
const phrases = noteWords
  .flatMap(([unit, says]) => says.split('|').map((phrase) => ({ unit, words: flowOf(phrase) })))
  .sort((a, b) => b.words.length - a.words.length)

/** Concepts of the lexicon, then units of a note's other vocabulary, then the stems of the other words. */
export function unitsOf(text: string): Units {
  const words = readWords(text)
  const terms = findTerms(words)
  const taken = new Set(terms.flatMap(({ from, to }) => words.flatMap((_, at) => (at >= from && at <= to ? [at] : []))))
  const concepts = new Set(terms.map(({ key }) => key))
  const flow = readFlow(words)
  for (const { unit, words: phrase } of phrases)
    for (let at = 0; at + phrase.length <= flow.length; at++) {
      const places = phrase.map((word, index) => (flow[at + index]?.text === word ? (flow[at + index]?.at ?? -1) : -1))
      if (places.some((place) => place < 0 || taken.has(place))) continue
      for (const place of places) taken.add(place)
      concepts.add(unit)
    }
  const stems = words.flatMap(({ text: word }, at) =>
    taken.has(at) || !/[a-z0-9]/.test(word) || stop.has(word) ? [] : [stemOf(word)],
  )
  return { concepts, stems: new Set(stems) }
}

export const expand = (highlight: string): string =>
  shorthand.reduce((text, [pattern, full]) => text.replaceAll(pattern, full), highlight)

/** A broader or narrower name counts: "abdominal-pain" and "lower-abdominal-pain". */
const isOneOf = (own: string, key: string): boolean =>
  own === key ||
  own.endsWith(`-${key}`) ||
  key.endsWith(`-${own}`) ||
  broader.some(([narrow, broad]) => (narrow === own && broad === key) || (narrow === key && broad === own))

const hasConcept = (units: Units, key: string): boolean => [...units.concepts].some((own) => isOneOf(own, key))

type Candidate = Units & {
  readonly words: ReadonlySet<string>
  readonly isNegative: boolean
  readonly isPositive: boolean
}
type Wanted = Units & { readonly isNegative: boolean }

/** Share of the highlight's units that the candidate has. */
function shareOf(wanted: Wanted, candidate: Candidate): number {
  const concepts = [...wanted.concepts].filter((key) => hasConcept(candidate, key)).length
  const stems = [...wanted.stems].filter((stem) => candidate.stems.has(stem) || candidate.words.has(stem)).length
  const all = wanted.concepts.size + wanted.stems.size
  return all === 0 ? 0 : (concepts + stems) / all
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(readWords(text).map(({ text: word }) => stemOf(word)))

const negation = /\b(?:no|not|nil|none|never|nothing|denies|without|non|negative)\b|n't\b|-ve\b/i
const enough = 0.6

const readWanted = (highlight: string): Wanted => ({
  ...unitsOf(expand(highlight)),
  isNegative: negation.test(highlight.split(/\b(?:but|and)\b/)[0] ?? ''),
})

/** A sentence in somebody's own words says yes and no as its words do; another by its claims. */
function readCandidate(text: string, claims: Statement['claims'], own: string): Candidate {
  const isWorded = claims.every(({ concept }) => concept.startsWith('words-'))
  return {
    ...unitsOf(text),
    words: wordsOf(text),
    isNegative: isWorded ? negation.test(own) : claims.some(({ polarity }) => polarity === 'absent'),
    isPositive: isWorded || claims.some(({ polarity }) => polarity === 'present'),
  }
}

/** For each highlight the greatest share of its units that stand in one statement: 1 is all of it. */
export function shareOfUnits(
  highlights: readonly string[],
  statements: readonly Statement[],
  segments: readonly Segment[],
): readonly number[] {
  const all = listCandidates(statements, segments)
  return highlights.map(readWanted).map((item) => Math.max(0, ...all.map((own) => shareOf(item, own))))
}

export type Recall = {
  /** Found in the rendered sentences alone: at 60 % of the units, and at all of them. */
  readonly told: number
  readonly toldStrict: number
  /** Found in a sentence or in one fact with the words that it quotes (question and answer are one). */
  readonly found: number
  readonly strict: number
  /** Found so, and yes for yes or no for no. */
  readonly polar: number
}

/** One fact of a sentence with the words that it quotes. */
function quotedFacts(statement: Statement, texts: ReadonlyMap<string, string>): readonly Candidate[] {
  const { text, claims, evidence } = statement
  const facts = statement.parts ?? [{ text, claims: claims.map((_, at) => at), evidence: evidence.map((_, at) => at) }]
  return facts.map((fact) => {
    const quotes = fact.evidence.map((at) => {
      const item = evidence[at]
      return item?.kind === 'segment' ? (texts.get(item.segmentId) ?? '').slice(item.start, item.end) : ''
    })
    return readCandidate(
      [fact.text, ...quotes].join('. '),
      fact.claims.flatMap((at) => claims[at] ?? []),
      fact.text,
    )
  })
}

const tellOf = ({ text, claims }: Statement): Candidate => readCandidate(text, claims, text)

function listCandidates(statements: readonly Statement[], segments: readonly Segment[]): readonly Candidate[] {
  const texts = new Map(segments.map(({ id, text }) => [id, text]))
  return [...statements.map(tellOf), ...statements.flatMap((statement) => quotedFacts(statement, texts))]
}

export function measureRecall(
  highlights: readonly string[],
  statements: readonly Statement[],
  segments: readonly Segment[],
): Recall {
  const told = statements.map(tellOf)
  const all = listCandidates(statements, segments)
  const wanted = highlights.map(readWanted)
  const count = (candidates: readonly Candidate[], least: number, agrees: (a: Wanted, b: Candidate) => boolean) =>
    wanted.filter((item) => candidates.some((own) => shareOf(item, own) >= least && agrees(item, own))).length
  const any = () => true
  return {
    told: count(told, enough, any),
    toldStrict: count(told, 1, any),
    found: count(all, enough, any),
    strict: count(all, 1, any),
    polar: count(all, enough, (item, own) => (item.isNegative ? own.isNegative : own.isPositive)),
  }
}
