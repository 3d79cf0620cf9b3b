/** Finds where a text names a concept: all the words of one of its names, near each other, in any order. */
import { stem } from './normalise.ts'

/** A name of a concept as stems, and the things that it names. */
export type Name<Item> = { readonly stems: readonly string[]; readonly items: readonly Item[] }

export type Mention<Item> = { readonly items: readonly Item[]; readonly places: readonly number[] }

/** Words that may stand between the words of a name without changing it: "pain in the left ear". */
const small = new Set(
  'a an the of in on to at my your his her their and with for from is are was left right both bilateral some any patient'.split(
    ' ',
  ),
)

const stemsOf = (words: readonly string[]): readonly string[] => {
  const stems = words.map(stem)
  const large = stems.filter((each) => !small.has(each))
  return large.length === 0 ? stems : large
}

/** A thing with one of its names, in the form of the text. */
export type Written<Item> = { readonly item: Item; readonly words: readonly string[] }

/** Lists names with the longest first: "chest pain" before "pain". */
export function listNames<Item>(written: readonly Written<Item>[]): readonly Name<Item>[] {
  const byName = new Map<string, Item[]>()
  for (const { item, words } of written) {
    const key = stemsOf(words).toSorted().join(' ')
    const named = byName.get(key) ?? []
    if (key !== '' && !named.includes(item)) byName.set(key, [...named, item])
  }
  return [...byName]
    .map(([key, named]) => ({ stems: key.split(' '), items: named }))
    .toSorted(
      (one, other) => other.stems.length - one.stems.length || other.stems.join('').length - one.stems.join('').length,
    )
}

type Token = { readonly stem: string; readonly at: number }

/** Finds the places of a name's words, if they lie within one word more than their count. The first such places count. */
function findName(
  stems: readonly string[],
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
): readonly number[] | undefined {
  for (let from = 0; from < tokens.length; from += 1) {
    const window = tokens.slice(from, from + stems.length + 1).filter(({ at }) => !taken.has(at))
    if (window[0]?.at !== tokens[from]?.at) continue
    const places: number[] = []
    for (const wanted of stems) {
      const token = window.find(({ stem: found, at }) => found === wanted && !places.includes(at))
      if (token === undefined) break
      places.push(token.at)
    }
    if (places.length === stems.length) return places
  }
  return undefined
}

type Placed<Item> = Name<Item> & { readonly at: number }
const indexes = new WeakMap<readonly Name<unknown>[], ReadonlyMap<string, readonly Placed<unknown>[]>>()

/** The names by the first of their stems. */
function indexOf<Item>(names: readonly Name<Item>[]): ReadonlyMap<string, readonly Placed<Item>[]> {
  const known = indexes.get(names)
  if (known !== undefined) return known as ReadonlyMap<string, readonly Placed<Item>[]>
  const made = Map.groupBy(names.map((name, at) => ({ ...name, at })), ({ stems }) => stems[0] ?? '') // biome-ignore format: short
  indexes.set(names, made)
  return made
}

/** The names whose stems are all there, in their order. */
function listPresent<Item>(names: readonly Name<Item>[], present: ReadonlySet<string>): readonly Placed<Item>[] {
  const index = indexOf(names)
  return [...present].flatMap((each) => index.get(each) ?? []).filter(({ stems }) => stems.every((each) => present.has(each))).sort((one, other) => one.at - other.at) // biome-ignore format: short
}

/** Finds the mentions of names. Each word belongs to one mention only. */
export function listMentions<Item>(words: readonly string[], names: readonly Name<Item>[]): readonly Mention<Item>[] {
  const tokens = words.map((word, at) => ({ stem: stem(word), at })).filter(({ stem: found, at }) => !small.has(words[at] as string) && /\w/.test(found)) // biome-ignore format: short
  const taken = new Set<number>()
  const found: Mention<Item>[] = []
  const present = new Set(tokens.map((token) => token.stem))
  for (const { stems, items } of listPresent(names, present))
    for (let places = findName(stems, tokens, taken); places !== undefined; places = findName(stems, tokens, taken)) {
      for (const at of places) taken.add(at)
      found.push({ items, places: places.toSorted((one, other) => one - other) })
    }
  return found.toSorted((one, other) => (one.places[0] ?? 0) - (other.places[0] ?? 0))
}
