/** Holds the direction of a change of numbers: "fourteen, it was nineteen last time" is down from 19, and not up from 14. D321. */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { plainOf, quantitiesIn } from '../words.ts'

/** "19, up from 14", "from 14 to 19", "previously 14": the number before. */
const formerly = /\b(?:(?:up|down|increased|decreased|reduced|raised|risen|fallen|dropped|improved) from|from|previously|formerly|was|last (?:time|review|year|month|week)) (?:about |around |at )?(\d+(?:\.\d+)?)\b/g // biome-ignore format: one row
const past = /\b(?:was|were|used to|previously|before|last (?:time|year|month|week|review)|back then|had been|ago)\b/
const now = /\b(?:is|are|now|today|currently|has gone|have gone|comes? (?:in )?at|gone (?:up|down) to)\b/

type Timed = { readonly value: string; readonly isPast: boolean; readonly isNow: boolean }

const timedIn = (plain: string): readonly Timed[] =>
  plain.split(/[,;?!]|\.(?!\d)|\b(?:and|but)\b/).flatMap((clause) => quantitiesIn(clause).map(({ value }) => ({ value, isPast: past.test(clause), isNow: !past.test(clause) && now.test(clause) }))) // biome-ignore format: short

/** A number of before must not be the one that was said of now, where another number of the sentence was said of before. */
export function checkFromTo(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  const before = new Set([...plain.matchAll(formerly)].map(([, value = '']) => String(Number(value))))
  if (before.size === 0) return []
  const said = quotes.flatMap((quote) => timedIn(quote.plain))
  const current = quantitiesIn(plain)
    .map(({ value }) => value)
    .filter((value) => !before.has(value))
  const isOf = (value: string, form: 'isPast' | 'isNow'): boolean => {
    const own = said.filter((one) => one.value === value)
    return own.length > 0 && own.every((one) => one[form])
  }
  return [...before].some((value) => isOf(value, 'isNow')) && current.some((value) => isOf(value, 'isPast')) ? ['number-mismatch'] : [] // biome-ignore format: short
}
