/**
 * Adds lay words to the concepts. A phrase that a row of the concepts already has keeps its meaning there: the row with the exact name wins
 * over the row with the many names.
 */
import { foldPhrase, keyOf } from '../phrases.ts'
import { copulas } from '../words.ts'
import { bodyWords } from './body.ts'
import type { LayRow } from './lay-row.ts'
import { mindWords } from './mind.ts'
import { regionsWords } from './regions.ts'
import { sensesWords } from './senses.ts'

export const layWords: readonly LayRow[] = [...bodyWords, ...sensesWords, ...mindWords, ...regionsWords]

type Row<Kind> = readonly [key: string, kind: Kind, display: string, code: string, says: string]

/** A reader skips verbs such as "is" and "feel" inside a phrase, so a phrase does without them. */
const fold = (phrase: string): string => foldPhrase(phrase).filter((word, at) => at === 0 || word === 'all' || !copulas.has(word)).join(' ') // biome-ignore format: short

const small = new Set(
  'in on at of to up down off out over with for from by like it is i me you not no when as than'.split(' '),
)

/** "So low" is read as "low", and "weight on" names no gain: a phrase of several words must keep two that say something. */
const isTelling = (phrase: string, words: string): boolean =>
  words !== '' && (!phrase.includes(' ') || words.split(' ').filter((word, at) => !small.has(word) && !(at === 0 && copulas.has(word) && words.split(' ').length < 3)).length > 1 || /\b(?:not|no|can)\b/.test(words)) // biome-ignore format: short

/** The rows with the lay words of their names, and new rows for names that they lack. */
export function addLayWords<Kind extends string>(rows: readonly Row<Kind>[], kind: Kind): readonly Row<Kind>[] {
  const owners = new Map(rows.flatMap(([, , display, , says]) => says.split('|').map((phrase) => [fold(phrase), display] as const))) // biome-ignore format: short
  const added = new Map<string, string[]>()
  for (const [display, says] of layWords)
    for (const phrase of says.split('|')) {
      const words = fold(phrase)
      if (!isTelling(phrase, words) || owners.has(words)) continue
      owners.set(words, display)
      added.set(display, [...(added.get(display) ?? []), words])
    }
  const known = new Set(rows.map(([, , display]) => display))
  return [
    ...rows.map(([key, own, display, code, says]) => [key, own, display, code, [says, ...(added.get(display) ?? [])].join('|')] as const), // biome-ignore format: short
    ...[...added].filter(([display]) => !known.has(display)).map(([display, phrases]) => [keyOf(display), kind, display, '', phrases.join('|')] as const), // biome-ignore format: short
  ]
}
