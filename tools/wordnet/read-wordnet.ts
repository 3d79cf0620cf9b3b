/** Reads the database files of WordNet (wndb(5WN), senseidx(5WN)): synsets with their words and pointers, and the order of a word's senses. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `from` and `to` are numbers of words in their synsets, from 1; 0 is the synset as a whole. */
export type Pointer = { readonly symbol: string; readonly target: string; readonly from: number; readonly to: number }
export type Synset = {
  readonly id: string
  /** The lexicographer's file: `noun.animal` is 5. */
  readonly file: number
  readonly isSatellite: boolean
  readonly words: readonly string[]
  readonly pointers: readonly Pointer[]
}
/** A sense of a word: its synset, and its number in the order of frequency, from 1. */
export type Sense = { readonly synset: string; readonly number: number; readonly uses: number }
export type WordNet = {
  readonly synsets: ReadonlyMap<string, Synset>
  readonly senses: ReadonlyMap<string, readonly Sense[]>
}

const files = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' } as const
const letterOf = (type: string): string => (type === 's' ? 'a' : type)

/** "short-winded(p)" is "short winded". */
const wordOf = (written: string): string => written.replace(/\((?:a|p|ip)\)$/, '').replaceAll(/[_-]/g, ' ')

function readSynset(line: string): Synset {
  const fields = (line.split(' | ')[0] ?? '').split(' ')
  const [offset = '', file = '', type = ''] = fields
  const count = Number.parseInt(fields[3] ?? '', 16)
  const words = Array.from({ length: count }, (_, at) => wordOf(fields[4 + 2 * at] ?? ''))
  const first = 5 + 2 * count
  const pointers = Array.from({ length: Number(fields[first - 1]) }, (_, at) => {
    const [symbol = '', target = '', pos = '', between = ''] = fields.slice(first + 4 * at, first + 4 * at + 4)
    return { symbol, target: `${letterOf(pos)}${target}`, from: Number.parseInt(between.slice(0, 2), 16), to: Number.parseInt(between.slice(2), 16) } // biome-ignore format: short
  })
  return { id: `${letterOf(type)}${offset}`, file: Number(file), isSatellite: type === 's', words, pointers }
}

const linesOf = (folder: string, file: string): readonly string[] =>
  readFileSync(join(folder, file), 'latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))

/** The types of senseidx(5WN), from 1. */
const types = ['n', 'v', 'a', 'r', 'a']

/** `folder` holds `data.noun`, `index.sense` and so on. */
export function readWordNet(folder: string): WordNet {
  const all = Object.values(files).flatMap((name) => linesOf(folder, `data.${name}`).map(readSynset))
  const senses = Map.groupBy(
    linesOf(folder, 'index.sense').map((line) => {
      const [key = '', offset = '', number = '', uses = ''] = line.split(' ')
      const [word = '', type = ''] = key.split('%')
      return { word: wordOf(word), synset: `${types[Number(type[0]) - 1]}${offset}`, number: Number(number), uses: Number(uses) } // biome-ignore format: short
    }),
    ({ word }) => word,
  )
  return { synsets: new Map(all.map((one) => [one.id, one])), senses }
}
