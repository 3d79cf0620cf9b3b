/** Holds the unit of a measured value: a note may add the usual unit, but not where another one was said. D293. */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'

/** A unit of a note, and the units of speech that contradict it. */
const rivals: readonly (readonly [told: RegExp, said: RegExp])[] = [
  [/\bkg\b/, /\b(?:stones?|pounds?|lbs?|grams?)\b/],
  [/\bcm\b/, /\b(?:feet|foot|inch(?:es)?|millimetres?)\b/],
  [/°c\b/, /\bfahrenheit\b/],
  [/\bmmol\b/, /\bmilligrams?\b|\bmg\b/],
]

export function checkMeasures(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = text.toLowerCase()
  const isOther = rivals.some(([told, said]) => told.test(plain) && quotes.some((quote) => said.test(quote.plain) && !told.test(quote.plain))) // biome-ignore format: short
  return isOther ? ['unit-mismatch'] : []
}
