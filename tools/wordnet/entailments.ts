/** What a word of WordNet says, and what follows from it: the rows of the verifier's table. D313. */
import type { Pointer, Sense, Synset, WordNet } from './read-wordnet.ts'

/** `says`: the meanings of the word. `entails`: the meanings that hold where this word holds, its own included. */
export type Row = { readonly word: string; readonly says: readonly string[]; readonly entails: readonly string[] }

/** Rarer senses mislead more often than they help: the verb of "home" when somebody speaks of the house. */
const mostSenses = 3
/** A sense has at least this share of the uses of the word's most frequent one, over all parts of speech, in texts that were counted. */
const leastShare = 0.05
/** Steps up from a meaning. */
const mostSteps = 3
/** A meaning with more kinds than this says too little: "state", "change", "act". */
const mostKinds = 600

/** Files of the lexicographers that no note needs: animals, places, plants. */
const unneeded: ReadonlySet<number> = new Set([5, 15, 20])

// biome-ignore format: one row a line
/** Relations of wninput(5WN) by which one meaning holds where another does. */
const upward: Readonly<Record<string, string>> = {
  '@': 'a headache is a pain',
  '*': 'who snores sleeps',
  '>': 'who kills lets die',
}

/** Relations between words of one family: breathless and breathlessness, cardiac and heart, gradually and gradual. */
const related: ReadonlySet<string> = new Set(['+', '\\', '<'])

/** How many kinds a meaning has, over all steps. */
function countKinds({ synsets }: WordNet): ReadonlyMap<string, number> {
  const below = new Map<string, string[]>()
  for (const { id, pointers } of synsets.values())
    for (const { symbol, target } of pointers) if (symbol === '@') below.set(target, [...(below.get(target) ?? []), id])
  const reach = (id: string, seen: Set<string>): Set<string> => {
    for (const kind of below.get(id) ?? []) if (!seen.has(kind)) reach(kind, seen.add(kind))
    return seen
  }
  return new Map([...synsets.keys()].map((id) => [id, reach(id, new Set()).size]))
}

const isWanted = (word: string): boolean => /^[a-z]{2,}(?: [a-z]+){0,2}$/.test(word)

/** The senses of a word that count. */
function sensesOf({ senses }: WordNet, word: string): readonly Sense[] {
  const all = senses.get(word) ?? []
  const most = Math.max(0, ...all.map(({ uses }) => uses))
  return all.filter(({ number, uses }) => number <= mostSenses && uses >= most * leastShare)
}

export function listRows(net: WordNet): readonly Row[] {
  const kinds = countKinds(net)
  const synsetsOf = (word: string): readonly Synset[] =>
    sensesOf(net, word)
      .flatMap(({ synset }) => net.synsets.get(synset) ?? [])
      .filter(({ file, words }) => !unneeded.has(file) && words.includes(word))
  const isOwnSense = (word: string, id: string): boolean => sensesOf(net, word).some(({ synset }) => synset === id)
  const isOf = ({ from }: Pointer, synset: Synset, word: string): boolean =>
    from === 0 || synset.words[from - 1] === word
  /** "Afebrile" has the antonym "febrile". */
  const isNegative = (synset: Synset, word: string): boolean =>
    word.endsWith('less') || synset.pointers.some((pointer) => pointer.symbol === '!' && isOf(pointer, synset, word) && word.endsWith(net.synsets.get(pointer.target)?.words[pointer.to - 1] ?? ' ')) // biome-ignore format: short
  const relatives = (synset: Synset, word: string): readonly string[] =>
    synset.pointers.flatMap((pointer) => {
      const target = net.synsets.get(pointer.target)
      const other = target?.words[pointer.to - 1]
      const isNear = related.has(pointer.symbol) && isOf(pointer, synset, word) && target !== undefined && !unneeded.has(target.file) // biome-ignore format: short
      if (!isNear || other === undefined || !isOwnSense(other, pointer.target)) return []
      // "Afebrile" is of the family of "fever", and says the contrary.
      const isAlike = isNegative(synset, word) === isNegative(target, other)
      return isAlike || other.startsWith(word) || word.startsWith(other) ? [pointer.target] : []
    })
  const above = (id: string, steps: number): readonly string[] => {
    const synset = net.synsets.get(id)
    if (synset === undefined) return []
    const next = synset.pointers.filter(({ symbol }) => symbol in upward || (symbol === '&' && synset.isSatellite)).map(({ target }) => target).filter((target) => (kinds.get(target) ?? 0) <= mostKinds) // biome-ignore format: short
    return [id, ...(steps === 0 ? [] : next.flatMap((target) => above(target, steps - 1)))]
  }
  return [...net.senses.keys()].filter(isWanted).flatMap((word) => {
    const own = synsetsOf(word)
    const says = [...new Set(own.flatMap((synset) => [synset.id, ...relatives(synset, word)]))]
    const entails = [...new Set(says.flatMap((id) => above(id, mostSteps)))]
    return says.length === 0 ? [] : [{ word, says, entails }]
  })
}
