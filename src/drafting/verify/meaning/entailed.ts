/** Finds the places in the quotes that entail a word which nobody said, by what WordNet knows of English. D313. */
import type { QuoteRead } from '../evidence.ts'
import { anyValue } from '../exact/axes.ts'
import { entails } from '../wordnet/wordnet.ts'
import { listPlaces, type Place } from './places.ts'
import type { Unit } from './units.ts'

/** Words that a phrase of WordNet has at most: "pass out", "out of breath". */
const mostWords = 3

/** The word at a token, and the phrases that begin there. */
const phrasesAt = (tokens: readonly string[], at: number): readonly string[] =>
  Array.from({ length: mostWords }, (_, more) => tokens.slice(at, at + more + 1)).filter((words) => words.every((word) => /^[a-z]+$/.test(word))).map((words) => words.join(' ')) // biome-ignore format: short

/** A statement may say less than the talk: a kind for the thing, and for a denial the thing for its kind. */
function placesOf({ words, told }: Unit, quote: QuoteRead, index: number): readonly Place[] {
  const [word = ''] = words
  const isEntailed = (said: string): boolean => (told === 'present' ? entails(said, word) : entails(word, said))
  return quote.tokens.flatMap((_, at) => (phrasesAt(quote.tokens, at).some(isEntailed) ? [{ quote, index, at, isOwnNot: false }] : [])) // biome-ignore format: short
}

/** The places that say the word, and those that entail it: the word may be denied in one place and follow from another. */
export function listEntailing(unit: Unit, quotes: readonly QuoteRead[]): readonly Place[] {
  const said = listPlaces(unit, quotes)
  // "Good" is no change for the better: what a thing has one of at a time must be said as such.
  return unit.named !== undefined || unit.words.length !== 1 || anyValue.test(unit.words.join(' ')) ? said : [...said, ...quotes.flatMap((quote, index) => placesOf(unit, quote, index))] // biome-ignore format: short
}
