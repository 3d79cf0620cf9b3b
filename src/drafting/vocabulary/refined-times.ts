/** What a speaker adds to a length of time after its unit: "a week and a half", "three months, three and a half", "two weeks, maybe three". D349. */
import type { Word } from './words.ts'

export type Refined = { readonly low: number; readonly high?: number; readonly to: number }

type Read = (words: readonly Word[], from: number) => { readonly value: number; readonly to: number } | undefined

const isHalf = (words: readonly Word[], from: number): boolean =>
  words[from]?.text === 'and' && words[from + 1]?.text === 'a' && words[from + 2]?.text === 'half'

/** Words between the two values. */
const link = /^(?:,|or|maybe|perhaps|possibly|probably|even|well|nearly|almost|about|no|sorry|actually|rather|i|mean|make|that|it|is|more|like|closer|to|call|say)$/ // biome-ignore format: a list
/** They put the second value in the place of the first. */
const replaces = /\b(?:no|sorry|actually|or rather|i mean|make (?:that|it)|more like|closer to|call it)\b/
const widens = /\b(?:or|maybe|perhaps|possibly|even)\b/
/** Nothing is counted after the second value but the time itself. */
const ends = /^(?:[.,;!?]|now|really|doctor|doc|actually|i|by|already|all|at)$/
const mostLinks = 4

/** Another value without a unit after the length of `value`: a finer one, one in its place, or the end of a range. */
export function readRefined(
  words: readonly Word[],
  { value, to, read }: { readonly value: number; readonly to: number; readonly read: Read },
): Refined | undefined {
  // biome-ignore format: short
  if (isHalf(words, to + 1)) return { low: value + 0.5, to: to + 3 }
  let at = to + 1
  while (at <= to + mostLinks && link.test(words[at]?.text ?? '')) at += 1
  const between = words.slice(to + 1, at).map(({ text }) => text).join(' ') // biome-ignore format: short
  const next = between === '' ? undefined : read(words, at)
  if (next === undefined) return undefined
  const hasHalf = isHalf(words, next.to + 1)
  const [own, end] = [next.value + (hasHalf ? 0.5 : 0), next.to + (hasHalf ? 3 : 0)]
  if (!ends.test(words[end + 1]?.text ?? '.')) return undefined
  if (replaces.test(between) || (hasHalf && own === value + 0.5)) return { low: own, to: end }
  return widens.test(between) && own > value ? { low: value, high: own, to: end } : undefined
}
