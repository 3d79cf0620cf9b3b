/** Holds the direction of a change of numbers: "fourteen, it was nineteen last time" is down from 19, and not up from 14. D321. */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { plainOf, quantitiesIn } from '../words.ts'

/** "19, up from 14", "from 14 to 19", "previously 14": the number before. */
const formerly = /\b(?:(?:up|down|increased|decreased|reduced|raised|risen|fallen|dropped|improved) from|from|previously|formerly|was|last (?:time|review|year|month|week)) (?:about |around |at )?(\d+(?:\.\d+)?)\b/g // biome-ignore format: one row
const past = /\b(?:was|were|used to|previously|before|last (?:time|year|month|week|review)|back then|had been|ago)\b/

type Timed = { readonly value: string; readonly isPast: boolean }

/** "It has gone from sixty to fifty": the first number is the one of before. */
const fromTo = /\bfrom\b.+\bto\b/

const timedIn = (plain: string): readonly Timed[] =>
  plain.split(/[,;?!]|\.(?!\d)|\b(?:(?<!\b(?:hundred|thousand) )and|but)\b/).flatMap((clause) => quantitiesIn(clause).map(({ value }, at) => ({ value, isPast: past.test(clause) || (at === 0 && fromTo.test(clause)) }))) // biome-ignore format: short

/** "24, previously 5", "58 kg (was 61)": a value with that of before behind it. */
const pairs =
  /\b(\d+(?:\.\d+)?)(?: ?(?:%|[a-z]+(?:\/[a-z]+)?))? ?[,(]? ?(?:and )?(?:(up|down|increased|decreased|reduced|raised|risen|fallen|dropped|improved) from|previously|formerly|was) (?:about |around |at )?(\d+(?:\.\d+)?)\b/g
const rising = /^(?:up|increased|raised|risen)$/
const falling = /^(?:down|decreased|reduced|fallen|dropped)$/

/** The value of before must be said of before, beside the value; a rise goes to the higher number. */
function isMispaired(
  [, now = '', verb = '', then = '']: RegExpExecArray,
  said: readonly (readonly Timed[])[],
): boolean {
  const [value, former] = [Number(now), Number(then)]
  if ((rising.test(verb) && value < former) || (falling.test(verb) && value > former)) return true
  const places = said.flatMap((list) => list.flatMap((one, at) => (Number(one.value) === value ? [[list[at + 1], list[at + 2], list[at - 1], list[at - 2]]] : []))) // biome-ignore format: short
  const past = places.map((near) => near.filter((one) => one?.isPast === true))
  return (
    past.some(({ length }) => length > 0) && past.every((near) => near.every((one) => Number(one?.value) !== former))
  )
}

/** A number of before must not be the one that was said of now, where another number of the sentence was said of before. */
export function checkFromTo(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  const before = new Set([...plain.matchAll(formerly)].map(([, value = '']) => String(Number(value))))
  if (before.size === 0) return []
  const lists = quotes.map((quote) => timedIn(quote.plain))
  if ([...plain.matchAll(pairs)].some((pair) => isMispaired(pair, lists))) return ['number-mismatch']
  const said = lists.flat()
  const current = quantitiesIn(plain)
    .map(({ value }) => value)
    .filter((value) => !before.has(value))
  const isOf = (value: string, form: (one: Timed) => boolean): boolean => {
    const own = said.filter((one) => one.value === value)
    return own.length > 0 && own.every(form)
  }
  return [...before].some((value) => isOf(value, ({ isPast }) => !isPast)) && current.some((value) => isOf(value, ({ isPast }) => isPast)) ? ['number-mismatch'] : [] // biome-ignore format: short
}
