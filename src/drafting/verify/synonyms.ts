/** Names of the same thing, and where a quote has them. The drafter's tables serve as synonyms only. */

import { madeOnce } from '../../core/cache/made-once.ts'
import { readOnce, readOnceOf } from '../../core/cache/read-once.ts'
import { concepts } from '../vocabulary/concepts.ts'
import { medicines } from '../vocabulary/medicines.ts'
import { procedures } from '../vocabulary/procedures.ts'
import { sites } from '../vocabulary/sites.ts'
import { vaccines } from '../vocabulary/vaccines.ts'
import type { QuoteRead } from './evidence.ts'
import { irregularOf } from './lexicon/word-forms.ts'
import { supports } from './tables.ts'
import { stemOf, tokensOf } from './words.ts'

/** Another name for the same thing, as stems; the tables serve as synonyms only. */
type Synonym = {
  readonly display: string
  readonly words: readonly string[]
  readonly code: string
  readonly phrases: readonly (readonly string[])[]
  /** Phrases of common words ("been sick"), matched exactly. */
  readonly exact: readonly (readonly string[])[]
}

const passing = new Set(
  'a an the my your his her our any some this that these those just really very quite bit little like kind sort of i it is am are have had has been be feel feeling felt get got getting to so also actually and in on when there you know mean at for with , . ? !'.split(
    ' ',
  ),
)

const stemsOf = (text: string): readonly string[] => tokensOf(text).filter((token) => !passing.has(token)).map(stemOf) // biome-ignore format: short

/** A phrase of several words with only one content word names something broader. */
function isDistinct(phrase: string, display: string): boolean {
  const stems = stemsOf(phrase)
  return (
    stems.length > 1 ||
    (stems.length === 1 && (tokensOf(phrase).length === 1 || stemsOf(display).includes(stems[0] ?? '')))
  )
}

const synonym = (display: string, code: string, says: string): Synonym => ({
  display,
  words: stemsOf(display),
  code,
  phrases: [display, ...says.split('|')].filter((phrase) => isDistinct(phrase, display)).map(stemsOf),
  exact: says
    .split('|')
    .filter((phrase) => !isDistinct(phrase, display))
    .map((phrase) => tokensOf(phrase).map(stemOf)),
})

const painHeads = ['pain', 'sore', 'hurt', 'painful', 'ache', 'tender', 'killing', 'throbbing']

const swellingHeads = ['swollen', 'swelling']

const pairUp = (heads: readonly string[], says: string): readonly string[] =>
  says.split('|').flatMap((site) => heads.map((head) => `${head} ${site}`))

/** Pain by its site. */
const siteNames = sites.map(([site, pain, code, says]) => ({
  display: pain,
  code,
  names: [`${site} pain`, ...pairUp(painHeads, says)],
}))

const listNamed = (): readonly Synonym[] => [
  ...[...concepts(), ...procedures, ...vaccines].map(([, , display, code, says]) => synonym(display, code, says)),
  ...medicines.map(([name, says]) => synonym(name, '', says)),
  ...siteNames.map(({ display, code, names }) => synonym(display, code, names.join('|'))),
  ...sites.map(([site, , , says]) => synonym(`${site} swelling`, '', pairUp(swellingHeads, says).join('|'))),
]

/** One entry a display: the tables may both name it. */
const listSynonyms = (): readonly Synonym[] =>
  [...Map.groupBy(listNamed(), ({ display }) => display).values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            code: first.code === '' ? (rest[0]?.code ?? '') : first.code,
            phrases: [first, ...rest].flatMap(({ phrases }) => phrases),
            exact: [first, ...rest].flatMap(({ exact }) => exact),
          },
        ],
  )

/** By the first word of a phrase. A process that verifies nothing never makes it: it takes a fifth of a second. */
const synonymsByStart = madeOnce((): ReadonlyMap<string, readonly Synonym[]> => {
  const byStart = new Map<string, Synonym[]>()
  for (const item of listSynonyms())
    for (const first of new Set(item.phrases.map((phrase) => phrase[0] ?? '')))
      byStart.set(first, [...(byStart.get(first) ?? []), item])
  return byStart
})

const conditions = madeOnce(
  (): ReadonlySet<string> =>
    new Set(
      concepts()
        .filter(([, kind]) => kind === 'condition')
        .map(([, , display]) => display),
    ),
)

/** A patient may believe to have a condition; a symptom is felt. */
export const isCondition = ({ display }: Named): boolean => conditions().has(display)

const deeds: ReadonlySet<string> = new Set([...procedures, ...vaccines].map(([, , display]) => display))

/** Something that is done to somebody. */
export const isDeed = ({ display }: Named): boolean => deeds.has(display)

const medicineNames: ReadonlySet<string> = new Set(medicines.map(([name]) => name))
export const isMedicine = ({ display }: Named): boolean => medicineNames.has(display)

/** Names by their words, in any order. */
const nameKey = (name: string): string => stemsOf(name).toSorted().join(' ')

const codesByName = madeOnce(
  (): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      [
        ...Map.groupBy(
          [
            ...concepts().map(([, , display, code, says]) => ({ display, code, names: says.split('|') })),
            ...siteNames,
          ].flatMap(({ display, code, names }) => [display, ...names].map((name) => ({ key: nameKey(name), code }))),
          ({ key }) => key,
        ),
      ].map(([key, rows]) => [key, new Set(rows.flatMap(({ code }) => (code === '' ? [] : [code])))]),
    ),
)

/** Codes of a name in the tables, to check a claim's code. */
export const codesOf = (name: string): ReadonlySet<string> => codesByName().get(nameKey(name)) ?? new Set()

/** The quote's content words as stems, with their places among its tokens. */
type Place = { readonly stem: string; readonly at: number }

const placesOf = readOnceOf((tokens: readonly string[]): readonly Place[] =>
  tokens.flatMap((token, at) => (passing.has(token) ? [] : [{ stem: stemOf(token), at }])),
)

type Span = { readonly at: number; readonly to: number }

/** Tokens of each place with all words of the phrase close together, in any order; the tightest of overlapping ones. */
function findPhrase(places: readonly Place[], phrase: readonly string[]): readonly Span[] {
  const found: { readonly from: number; readonly to: number }[] = []
  for (const [index, place] of places.entries()) {
    if (!phrase.includes(place.stem)) continue
    const window = places.slice(index, index + phrase.length + 3)
    const ends = phrase.map((word) => window.findIndex(({ stem }) => stem === word))
    if (ends.every((end) => end >= 0)) found.push({ from: index, to: index + Math.max(...ends) })
  }
  const tight = found.filter(
    (match) => !found.some((other) => other !== match && other.from >= match.from && other.to <= match.to),
  )
  return tight.flatMap(({ from, to }) => {
    const [first, last] = [places[from], places[to]]
    return first === undefined || last === undefined ? [] : [{ at: first.at, to: last.at }]
  })
}

/** The concepts in the sentence, longest first, none inside another. */
export type Named = { readonly display: string; readonly item?: Synonym; readonly from: number; readonly to: number }

/** A comma and a preposition part a thing from its occasion: "cough, at night" is no other thing. D365. */
const isParted = (tokens: readonly string[]): boolean =>
  tokens.some((token, at) => token === ',' && /^(?:at|when|on|in|after|before|with|while|during|to)$/.test(tokens[at + 1] ?? '')) // biome-ignore format: short

export const conceptsIn = readOnceOf((tokens: readonly string[]): readonly Named[] => {
  const places = placesOf(tokens)
  const found: Named[] = []
  for (let index = 0; index < places.length; index++) {
    let best: Named | undefined
    for (const item of synonymsByStart().get(places[index]?.stem ?? '') ?? [])
      for (const phrase of item.phrases) {
        const isHere = phrase.every((word, offset) => places[index + offset]?.stem === word)
        const to = places[index + phrase.length - 1]?.at ?? 0
        const isWhole = isHere && !isParted(tokens.slice(places[index]?.at ?? 0, to))
        if (isWhole && (best === undefined || to > best.to || (to === best.to && phrase.join() === item.words.join())))
          best = { display: item.display, item, from: places[index]?.at ?? 0, to }
      }
    if (best === undefined) continue
    found.push(best)
    index += placesOf(tokens.slice(best.from, best.to + 1)).length - 1
  }
  return found
})

/** Speech that supports the word of a note. */
export const supportsOf = readOnce((word: string): readonly RegExp[] =>
  supports.filter(([own]) => own.test(word)).map(([, evidence]) => evidence),
)

export const supportingWord = (word: string, quote: QuoteRead): boolean => {
  const stem = stemOf(word)
  return (
    quote.tokens.some((token) => stemOf(token) === stem || irregularOf(token) === (irregularOf(word) ?? word)) ||
    supportsOf(word).some((evidence) => evidence.test(quote.plain))
  )
}

const intensifiers = /^(?:a|an|the|just|really|very|quite|bit|so|little|of|,)$/

/** All words as stems but those that only strengthen. */
const stemsIn = readOnceOf((tokens: readonly string[]): readonly Place[] =>
  tokens.flatMap((token, at) => (intensifiers.test(token) ? [] : [{ stem: stemOf(token), at }])),
)

function findExact(tokens: readonly string[], phrase: readonly string[]): readonly number[] {
  const words = stemsIn(tokens)
  return words.flatMap(({ at }, index) =>
    phrase.every((stem, offset) => words[index + offset]?.stem === stem) ? [at] : [],
  )
}

/** A place where a quote names the concept, to the token `to`; `isOwnNot` if the name itself has a "not" ("can not sleep"). */
type Spoken = { readonly at: number; readonly isOwnNot: boolean; readonly to?: number }

const findByPhrases = (tokens: readonly string[], phrases: Synonym['phrases']): readonly Spoken[] =>
  phrases.flatMap((phrase) =>
    findPhrase(placesOf(tokens), phrase).map((span) => ({ ...span, isOwnNot: phrase.includes('not') || phrase.includes('no') })),
  ) // biome-ignore format: short

/** The places of each concept by its own names. */
const itemsIn = readOnceOf((tokens: readonly string[]) =>
  readOnceOf(({ phrases, exact }: Synonym): readonly Spoken[] => [
    ...findByPhrases(tokens, phrases),
    ...exact.flatMap((phrase) => findExact(tokens, phrase)).map((at) => ({ at, isOwnNot: false })),
  ]),
)

/** By any of the concept's names, else by all of the display's words. */
export function findSpoken(quote: QuoteRead, named: Named): readonly Spoken[] {
  const direct = named.item === undefined ? findByPhrases(quote.tokens, [stemsOf(named.display)]) : itemsIn(quote.tokens)(named.item) // biome-ignore format: short
  if (direct.length > 0) return direct
  const words = tokensOf(named.display).filter((token) => !passing.has(token))
  if (words.length === 0 || !words.every((word) => supportingWord(word, quote))) return []
  return headPlaces(quote, words).map((at) => ({ at, isOwnNot: false }))
}

export const placesIn = (quote: QuoteRead, named: Named): readonly number[] => [
  ...new Set(findSpoken(quote, named).map(({ at }) => at)),
]

/** The word nearest to the meaning: the first with a place of its own. */
function headPlaces(quote: QuoteRead, words: readonly string[]): readonly number[] {
  for (const word of words) {
    const patterns = supportsOf(word)
    const at = quote.tokens.flatMap((token, index) =>
      stemOf(token) === stemOf(word) || patterns.some((evidence) => evidence.test(token)) ? [index] : [],
    )
    if (at.length > 0) return at
  }
  return [0]
}
