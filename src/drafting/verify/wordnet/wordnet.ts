/**
 * Which words of English entail which, by WordNet: synonyms, words of one family, kinds of a thing. D313. The table is made by
 * tools/wordnet.ts, and read when the first word is looked up that nobody said; LICENSE stands beside it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { madeOnce } from '../../../core/cache/made-once.ts'
import { putBounded } from '../../../core/cache/put-bounded.ts'
import { lemmasOf } from './lemmas.ts'

/** Meanings that a word has, and those that hold where it holds, its own included. */
type Meanings = { readonly says: ReadonlySet<string>; readonly entails: ReadonlySet<string> }

/** One line a word, in the order of its bytes: word, meanings, what else follows from them. */
const table = madeOnce(() => readFileSync(join(import.meta.dirname, 'wordnet.tsv')))

const newline = 10

/** The line of a word, by halving: the table stays bytes, so that it costs its size once and no time to load. */
function findLine(word: string): string | undefined {
  const bytes = table()
  const wanted = Buffer.from(`${word}\t`)
  let [from, to] = [0, bytes.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const start = middle === 0 ? 0 : bytes.lastIndexOf(newline, middle - 1) + 1
    const end = bytes.indexOf(newline, start)
    const order = bytes.compare(wanted, 0, wanted.length, start, Math.min(start + wanted.length, end))
    if (order === 0) return bytes.toString('utf8', start, end)
    if (order < 0) from = end + 1
    else to = start
  }
  return undefined
}

const idsOf = (field = ''): readonly string[] => (field === '' ? [] : field.split(' '))

function readMeanings(word: string): Meanings {
  const lines = lemmasOf(word).flatMap((lemma) => findLine(lemma) ?? []).map((line) => line.split('\t')) // biome-ignore format: short
  const says = lines.flatMap(([, own]) => idsOf(own))
  return { says: new Set(says), entails: new Set([...says, ...lines.flatMap(([, , more]) => idsOf(more))]) }
}

/** Words of the last statements; a talk has some hundreds. */
const mostWords = 4096
const known = madeOnce(() => new Map<string, Meanings>())

function meaningsOf(word: string): Meanings {
  const found = known().get(word)
  if (found !== undefined) return found
  const read = readMeanings(word)
  putBounded(known(), { key: word, value: read, most: mostWords })
  return read
}

/** True if what holds of the first word holds of the second: "migraine" entails "headache", and "bloated" "distended". */
export function entails(said: string, told: string): boolean {
  const following = meaningsOf(said).entails
  return [...meaningsOf(told).says].some((meaning) => following.has(meaning))
}
