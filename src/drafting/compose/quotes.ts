/** Chooses the quotes of a note: a few that say something new. The reviewer gets the others as a list. D260. */
import { type ClaimKind, isWordsAlone } from '../../core/clinical-note.ts'
import type { Candidate } from '../extract/candidates.ts'
import { foldWord, readWords } from '../vocabulary/words.ts'

/** The most quotes of the patient, and the most of the clinician. */
const mostQuotes = 3

/** Kinds whose quotes may be left out. A quote about a warning, a medicine, an allergy or the family is always kept. */
const spared: ReadonlySet<ClaimKind> = new Set(['complaint', 'plan'])

/** The most weight of a quote that orders nothing, such as an explanation of an illness, and of one that tells little of the patient. */
const slight = 40

const quoted = /^(Also said|Reports):/

const isWords = ({ claims }: Candidate): boolean => claims.every(isWordsAlone)

/** Words of feeling and manner, which state no fact by themselves. */
const empty = new Set(
  "feel feels feeling felt like just really thing things time times day days going getting gets get goes make makes making want wants need needs know think thought mean said sort kind lot little bit much very quite good great fine okay well yeah maybe some something anything nothing also still even only here there that this these those then than with from have been being were what when which would could should will does did because about into over more most than they them your yours mine ours it was has had and but for not too bad ill it's i'm i've don't doesn't didn't isn't it'll".split(
    // biome-ignore format: a list
    ' ',
  ),
)
const contentOf = (text: string): readonly string[] =>
  readWords(text)
    .map(({ text: word }) => word)
    .filter((word) => word.length > 2 && /^[a-z0-9]/.test(word) && !empty.has(word))
    .map(foldWord)

const fewestNew = 2

/** Keeps the first of two quotes with the same words, and only quotes that add at least two words to the facts. */
function dropEchoes(candidates: readonly Candidate[]): readonly Candidate[] {
  const facts = candidates.filter((candidate) => !isWords(candidate))
  const known = new Set(facts.flatMap(({ text, quotes }) => [text, ...quotes.map(({ sentence }) => sentence.text)].flatMap(contentOf))) // biome-ignore format: short
  const sparedQuotes = candidates
    .filter((candidate) => isWords(candidate) && candidate.claims[0]?.kind === 'complaint')
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
  const echoes = new Set<Candidate>()
  for (const candidate of sparedQuotes) {
    const own = new Set(contentOf(candidate.text.replace(quoted, '')))
    const added = [...own].filter((word) => !known.has(word))
    if (added.length < fewestNew) echoes.add(candidate)
    else for (const word of own) known.add(word)
  }
  return candidates.filter((candidate) => !echoes.has(candidate))
}

export type Limited = { readonly kept: readonly Candidate[]; readonly rest: readonly string[] }

/** The candidates with the quotes of the greatest weight, and the lines of the other quotes for the reviewer. */
export function limitQuotes(candidates: readonly Candidate[]): Limited {
  const own = dropEchoes(candidates)
  const isSpared = ({ claims }: Candidate): boolean => claims.every(({ kind }) => spared.has(kind))
  const all = own.filter(({ text }) => quoted.test(text))
  const labelOf = ({ text }: Candidate): string => quoted.exec(text)?.[1] ?? ''
  const labels = Map.groupBy(all.filter(isSpared), labelOf)
  const isOfSymptom = ({ claims }: Candidate): boolean => claims.some(({ kind }) => kind === 'symptom')
  // Quotes about harm and the mind always stay, and take the place of others.
  const roomOf = (label: string): number => Math.max(0, mostQuotes - all.filter((one) => isOfSymptom(one) && labelOf(one) === label).length) // biome-ignore format: short
  const hasTrouble = own.some(
    (one) => isOfSymptom(one) || (one.claims[0]?.kind === 'complaint' && !quoted.test(one.text)),
  )
  const left = new Set(
    [...labels].flatMap(([label, list]) => {
      const sorted = list.toSorted((a, b) => b.weight - a.weight || a.at - b.at)
      const telling = sorted.filter(({ weight }) => weight > slight || (label === 'Reports' && !hasTrouble))
      return sorted.filter((candidate) => !telling.slice(0, roomOf(label)).includes(candidate))
    }),
  )
  return {
    kept: own.filter((candidate) => !left.has(candidate)),
    rest: [...left].toSorted((a, b) => a.at - b.at).map(({ text }) => `Not in the note: ${text}`),
  }
}
