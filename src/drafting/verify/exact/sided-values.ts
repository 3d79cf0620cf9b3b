/** Holds the value of each side against the order in which sides and values were said: "seven out of ten on the left and ten out of ten on the right". D494. */
import type { QuoteRead } from '../evidence.ts'
import { plainOf, quantitiesIn } from '../words.ts'

const inNote = /\b(\d+)(?:\/(\d+(?:\.\d+)?)| (?:kg|cm|degrees)) on (?:the )?(left|right|both)\b/g
const number = '(?:zero|none|nil|nought|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|\\w+ty(?: (?:one|two|three|four|five|six|seven|eight|nine))?|\\d+)' // biome-ignore format: one pattern
/** Values of a side, and the sides. */
const spoken = new RegExp(`\\ball (?:of )?(${number})\\b|\\b(${number}) (?:out )?of ${number}\\b|\\bsix (?:over )?(${number})\\b|\\b6/(\\d+)\\b|\\b(${number})(?= (?:kg|cm|centimet|degrees|on|in|with|,|\\.))|\\b(left|right|both)\\b`, 'g') // biome-ignore format: one pattern

const numberOf = (said: string): string => (/^(?:none|nil|nought)$/.test(said) ? '0' : (quantitiesIn(said)[0]?.value ?? said)) // biome-ignore format: short

type Sided = { readonly side: string; readonly value: string }

/** Sides and values in their order; none if a value has no side of its own. */
function sidedIn(plain: string): readonly Sided[] {
  const [sides, values]: [string[], string[]] = [[], []]
  for (const [, all, count, line, written, bare, side] of plain.matchAll(spoken)) {
    if (side !== undefined) sides.push(side)
    else values.push(numberOf(all ?? count ?? line ?? written ?? bare ?? ''))
  }
  return sides.length === values.length ? sides.map((side, at) => ({ side, value: values[at] ?? '' })) : []
}

const sentencesOf = ({ plain }: QuoteRead): readonly string[] => plain.split(/(?<=[.?!])\s/)

type Told = Sided & { readonly from: number; readonly to: number }
const toldIn = (plain: string): readonly Told[] =>
  [...plain.matchAll(inNote)].map(({ 0: all, 1: first = '', 2: second, 3: side = '', index }) => ({ side, value: first === '6' && second !== undefined && second !== '10' ? second : first, from: index, to: index + all.length })) // biome-ignore format: short

/** The text without the values that were said of their side; undefined if one was said of the other side. */
export function withoutSided(text: string, quotes: readonly QuoteRead[]): string | undefined {
  const plain = plainOf(text)
  const told = toldIn(plain)
  const said = quotes.flatMap(sentencesOf).flatMap(sidedIn)
  if (told.length === 0 || said.length === 0) return text
  if (!told.every(({ side, value }) => said.some((one) => one.side === side && one.value === value))) return undefined
  return told.reduceRight((rest, { from, to }) => `${rest.slice(0, from)}${rest.slice(to)}`, plain)
}
