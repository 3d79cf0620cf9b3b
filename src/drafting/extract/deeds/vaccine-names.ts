/** The vaccines that a sentence names: by a word for a vaccine, or, where the talk is about vaccines, by the disease alone. D359. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { findTerms, type Term } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'

/** Words that make a sentence one about vaccines. */
export const ofVaccines =
  /\b(?:vaccin\w*|immunis\w*|immuniz\w*|jabs?|shots|(?:flu|covid|booster|travel) (?:shots?|ones?)|needles|boosters?|covered (?:for|against)|protected against|tetanus|mmr|boostrix|did (?:you|he|she) (?:get|have) (?:that|the|your) one)\b/

/** Words around them that make it a matter of harm, of fear or of somebody's opinion. */
const ofOther = /\b(?:allerg\w*|reacti\w+|side effects?|afraid|scared|worried|believe|against (?:it|them|vaccin\w*|having)|anti ?vax\w*|your (?:wife|husband|partner|mum|mother|dad|father|son|daughter|kids|children|family|flatmate|dog|cat))\b/ // biome-ignore format: one row

/** The tables pass over "A" as an article: "hepatitis A jab" names no more than hepatitis there. */
function withLetter(term: Term, words: Sentence['words']): Term {
  const said = words.slice(term.from, term.to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
  const [meant] = /^hep(?:atitis)? a\b(?! and\b)/.test(said) ? findTerms(readWords('havrix vaccine')) : []
  return meant === undefined ? term : { ...meant, from: term.from, to: term.to }
}

/** "The flu and covid jabs": the first name takes its vaccine from the word that both share. */
export function listVaccines({ terms, words }: Sentence): readonly Term[] {
  const named = terms.filter(({ kind }) => kind === 'vaccine').map((term) => withLetter(term, words))
  const [first] = named
  const before = terms.filter((term) => term.kind === 'condition' && first !== undefined && isJoined(wordsBetween({ words }, term, first))) // biome-ignore format: short
  const shared = before.flatMap((term) => {
    const said = words.slice(term.from, term.to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
    const [meant] = findTerms(readWords(`${said} vaccine`))
    return meant?.kind === 'vaccine' ? [{ ...meant, from: term.from, to: term.to }] : []
  })
  return [...shared, ...named]
}

export const wordsBetween = ({ words }: Pick<Sentence, 'words'>, first: Term | undefined, second: Term): readonly string[] =>
  words.slice((first?.to ?? 0) + 1, second.from).map(({ text }) => text) // biome-ignore format: short

export const isJoined = (between: readonly string[]): boolean =>
  between.some((word) => word === 'and' || word === ',') && between.every((word) => /^(?:and|,|the|a|my|both|also)$/.test(word)) // biome-ignore format: short

/** The most words that a name of a disease has: "measles mumps and rubella". */
const longest = 4

/** "Tetanus", "whooping cough", "hep A": the disease stands for its vaccine. */
function vaccineOf(sentence: Sentence, from: number): Term | undefined {
  for (let count = longest; count > 0; count--) {
    const said = sentence.words.slice(from, from + count).map(({ text }) => text)
    if (said.length < count || said.some((word) => !/^[a-z0-9-]+$/.test(word))) continue
    // The tables pass over "A" as an article.
    const name = /^hep(?:atitis)? a$/.test(said.join(' ')) ? 'havrix' : said.join(' ')
    const [meant] = findTerms(readWords(`${name} vaccine`))
    if (meant?.kind === 'vaccine' && meant.from === 0) return { ...meant, from, to: from + count - 1 }
  }
  return undefined
}

/** The names where the talk is about vaccines. */
export function listAbout(sentence: Sentence): readonly Term[] {
  const named: Term[] = [...listVaccines(sentence)]
  for (let at = 0; at < sentence.words.length; at++) {
    const term = named.some(({ from, to }) => from <= at && at <= to) ? undefined : vaccineOf(sentence, at)
    if (term === undefined || named.some(({ from, to }) => from <= term.to && at <= to)) continue
    named.push(term)
    at = term.to
  }
  return named.toSorted((one, other) => one.from - other.from)
}

/** True if the sentence, or one of those given that led to it, is about vaccines and no harm of theirs. */
export const isAboutVaccines = (...sentences: readonly Sentence[]): boolean =>
  sentences.some(({ said, terms }) => ofVaccines.test(said) || terms.some(({ kind }) => kind === 'vaccine')) &&
  !sentences.some(({ said }) => ofOther.test(said))
