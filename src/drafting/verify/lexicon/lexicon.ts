/** The verifier's lexicon: which spoken words say a word of a note. D290. */
import { bedsideClinicalRows, bedsideRows } from './bedside.ts'
import { bodyRows } from './body.ts'
import { careRows } from './care.ts'
import { courseRows } from './course.ts'
import { deedRows } from './deeds.ts'
import { fluentClinicalRows, fluentRows } from './fluent.ts'
import { learnedClinicalRows, learnedRows } from './learned.ts'
import { noteRows } from './notes.ts'
import { plainerClinicalRows, plainerRows } from './plainer.ts'
import { writtenClinicalRows, writtenRows } from './written.ts'

/** `told` are the names as words of a note; `said` finds them, and narrower things, in plain text. */
type Row = { readonly told: readonly (readonly string[])[]; readonly said: RegExp }

/** Words of one name may stand apart by two others, but not by a negation or a conjunction. */
const gap = ' (?:(?!(?:no|not|but|and|or|never)\\b)[a-z]+ ){0,2}'

const wordPattern = (word: string): string => word.replaceAll(/[^a-z0-9*]/g, '').replace('*', '[a-z]*')
const namePattern = (name: string): string => name.split(' ').map(wordPattern).join(gap)
const namesOf = (text: string): readonly string[] => text.split(',').map((name) => name.trim()).filter((name) => name !== '') // biome-ignore format: short

function compile(row: string): Row {
  const [own = '', narrower = ''] = row.split('<')
  const told = namesOf(own)
  return {
    told: told.map((name) => name.split(' ')),
    said: new RegExp(`\\b(?:${[...told, ...namesOf(narrower)].map(namePattern).join('|')})\\b`, 'g'),
  }
}

const clinicalRows: readonly Row[] = [
  ...bodyRows,
  ...careRows,
  ...writtenClinicalRows,
  ...plainerClinicalRows,
  ...learnedClinicalRows,
  ...fluentClinicalRows,
  ...bedsideClinicalRows,
].map(compile)
const rows: readonly Row[] = [
  ...clinicalRows,
  ...[
    ...courseRows,
    ...deedRows,
    ...noteRows,
    ...writtenRows,
    ...plainerRows,
    ...learnedRows,
    ...fluentRows,
    ...bedsideRows,
  ].map(compile),
]

const isSame = (name: string, word: string): boolean => name.endsWith('*') ? word.startsWith(name.slice(0, -1)) : word === name // biome-ignore format: short

/** The rows by the first two letters of their names of one word. */
const byStart: ReadonlyMap<string, readonly (readonly [name: string, said: RegExp])[]> = Map.groupBy(
  rows.flatMap(({ told, said }) => told.filter(({ length }) => length === 1).map(([name = '']) => [name, said] as const)),
  ([name]) => name.slice(0, 2),
) // biome-ignore format: short

const clinicalNames: readonly string[] = clinicalRows.flatMap(({ told }) => told.filter(({ length }) => length === 1).map(([name = '']) => name)) // biome-ignore format: short
const clinicalByStart = Map.groupBy(clinicalNames, (name) => name.slice(0, 2))

/** True for a word that names a part, a symptom, a disease, a medicine, a service or a test: it must have been said. */
export const isClinical = (word: string): boolean =>
  (clinicalByStart.get(word.slice(0, 2)) ?? []).some((name) => isSame(name, word))

/** Patterns of the words that say the word of a note. */
export const saidFor = (word: string): readonly RegExp[] =>
  (byStart.get(word.slice(0, 2)) ?? []).flatMap(([name, said]) => (isSame(name, word) ? [said] : []))

const isNot = (word: string): boolean => /^(?:no|not|never|without)$/.test(word)

const phrases: ReadonlyMap<string, readonly (readonly [name: readonly string[], said: RegExp])[]> = Map.groupBy(
  rows.flatMap(({ told, said }) =>
    told.filter((name) => name.length > 1 && !name.some(isNot)).map((name) => [name, said] as const),
  ),
  ([[first = '']]) => first.slice(0, 2),
)

export type LexicalPhrase = { readonly from: number; readonly to: number; readonly said: readonly RegExp[] }

/** The longest name of several words that begins at this token. */
export function phraseAt(tokens: readonly string[], from: number): LexicalPhrase | undefined {
  const found = (phrases.get((tokens[from] ?? '').slice(0, 2)) ?? []).filter(([name]) =>
    name.every((word, offset) => isSame(word, tokens[from + offset] ?? '')),
  )
  const length = Math.max(0, ...found.map(([name]) => name.length))
  if (length === 0) return undefined
  const said = found.filter(([name]) => name.length === length).map(([, pattern]) => pattern)
  return { from, to: from + length - 1, said }
}
