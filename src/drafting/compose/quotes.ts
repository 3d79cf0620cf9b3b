/** Quotes of a note: a few that say something new; the rest is listed for the reviewer. D260. */
import type { ClaimKind } from '../../core/clinical-note.ts'
import type { Candidate } from '../extract/candidates.ts'
import { foldWord, readWords } from '../vocabulary/words.ts'

/** At most so many of the patient's words, and of the clinician's. */
const mostQuotes = 3

/** Kinds whose quotes may be left out; what warns, or tells of medicines, allergies or the family, never is. */
const spared: ReadonlySet<ClaimKind> = new Set(['complaint', 'plan'])

/** Weight of words that order nothing: what an illness is, whom else it has. */
const explanation = 40

const quoted = /^(Also said|Reports):/

const isWords = ({ claims }: Candidate): boolean => claims.every(({ concept }) => concept.startsWith('words-'))

/** Words of feeling and manner, which tell no fact by themselves. */
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

/** Of two quotes with the same words the first is kept; a quote adds at least two words of its own to the facts. */
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

/** The candidates with the weightiest quotes, and the lines of the others for the reviewer. */
export function limitQuotes(candidates: readonly Candidate[]): Limited {
  const own = dropEchoes(candidates)
  const labels = Map.groupBy(
    own.filter(({ claims, text }) => quoted.test(text) && claims.every(({ kind }) => spared.has(kind))),
    ({ text }) => quoted.exec(text)?.[1] ?? '',
  )
  const left = new Set(
    [...labels.values()].flatMap((list) => {
      const sorted = list.toSorted((a, b) => b.weight - a.weight || a.at - b.at)
      const telling = sorted.filter(({ weight, text }) => weight > explanation || !text.startsWith('Also'))
      return sorted.filter((candidate) => !telling.slice(0, mostQuotes).includes(candidate))
    }),
  )
  return {
    kept: own.filter((candidate) => !left.has(candidate)),
    rest: [...left].toSorted((a, b) => a.at - b.at).map(({ text }) => `Not in the note: ${text}`),
  }
}
