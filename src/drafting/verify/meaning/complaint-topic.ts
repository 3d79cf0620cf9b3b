/**
 * The things that a whole talk is about. A note names the headache or the knee in each line, and the talk says "it", "the head" or nothing
 * once the complaint was told. D476.
 */
import { readOnceOf } from '../../../core/cache/read-once.ts'
import type { QuoteRead } from '../evidence.ts'
import { isClinical } from '../lexicon/lexicon.ts'
import { isSameWord } from '../lexicon/word-forms.ts'
import { conceptsIn, isDeed, isMedicine } from '../synonyms.ts'
import { stemOf } from '../words.ts'
import { listPlaces } from './places.ts'
import { siteWord } from './site-words.ts'
import type { Unit } from './units.ts'

/** The opening: the clinician's reading of the reason, and what the patient tells first. */
const opening = 14

/** How often a talk names what it is about, at least. */
const oftenEnough = 3

/** Parts of the body in a quote, one form each; "back" is an adverb more often. */
const sitesIn = ({ tokens }: QuoteRead): ReadonlySet<string> =>
  new Set(tokens.filter((token) => siteWord.test(token) && token !== 'back').map(stemOf))

/** Symptoms and conditions in a quote. */
const troublesIn = ({ tokens }: QuoteRead): ReadonlySet<string> =>
  new Set(
    conceptsIn(tokens)
      .filter((one) => !isMedicine(one) && !isDeed(one))
      .map(({ display }) => display),
  )

type Topics = { readonly sites: ReadonlySet<string>; readonly troubles: ReadonlySet<string> }

/** What the opening names and the talk comes back to; of the parts of the body the one that is named most. */
const topicsOf = readOnceOf((talk: readonly QuoteRead[]): Topics => {
  const count = (namesIn: (quote: QuoteRead) => ReadonlySet<string>): readonly string[] => {
    const counts = new Map<string, number>()
    for (const name of talk.flatMap((quote) => [...namesIn(quote)])) counts.set(name, (counts.get(name) ?? 0) + 1)
    const early = new Set(talk.slice(0, opening).flatMap((quote) => [...namesIn(quote)]))
    return [...counts].filter(([name, times]) => times >= oftenEnough && early.has(name)).toSorted((a, b) => b[1] - a[1]).map(([name]) => name) // biome-ignore format: short
  }
  return { sites: new Set(count(sitesIn).slice(0, 1)), troubles: new Set(count(troublesIn).slice(0, 2)) }
})

/** True if the talk is about the thing, and the cited words name no other of its kind. */
export function isTopicOfTalk(unit: Unit, quotes: readonly QuoteRead[], talk: readonly QuoteRead[]): boolean {
  if (unit.told !== 'present' || unit.persons.length > 0 || talk.length === 0) return false
  const { sites, troubles } = topicsOf(talk)
  const [word = ''] = unit.words
  if (unit.named === undefined) {
    if (unit.words.length === 1 && !siteWord.test(word)) return isClinical(word) && talk.filter(({ tokens }) => tokens.includes(word)).length >= oftenEnough // biome-ignore format: short
    if (unit.words.length !== 1 || quotes.some((quote) => sitesIn(quote).size > 0)) return false
    return [...sites].some((site) => isSameWord(site, stemOf(word)))
  }
  const { display } = unit.named
  if (quotes.some((quote) => [...troublesIn(quote)].some((other) => other !== display && troubles.has(other)))) return false // biome-ignore format: short
  return troubles.has(display) || isPainOfTopic(unit, quotes, sites)
}

/** "Where's the pain now?" in a talk about a knee: "knee pain". */
const isPainOfTopic = (unit: Unit, quotes: readonly QuoteRead[], sites: ReadonlySet<string>): boolean => {
  const [site, ...rest] = unit.words
  return site !== undefined && siteWord.test(site) && sites.has(stemOf(site)) && rest.length > 0 && quotes.every((quote) => sitesIn(quote).size === 0) && rest.every((word) => listPlaces({ words: [word], at: 0, told: 'present', isOver: false, isConditional: false, isPurpose: false, persons: [] }, quotes).length > 0) // biome-ignore format: short
}
