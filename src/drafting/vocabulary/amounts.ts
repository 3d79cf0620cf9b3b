/** Spelled and written quantities: "seventy five milligrams", "a couple of weeks", "about five days ago". */
import { readOnceOf } from '../../core/cache/read-once.ts'
import { readRefined } from './refined-times.ts'
import type { Word } from './words.ts'

const units: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
)
const tens: ReadonlyMap<string, number> = new Map([
  ['twenty', 20], ['thirty', 30], ['forty', 40], ['fourty', 40], ['fifty', 50], ['sixty', 60], ['seventy', 70], ['eighty', 80], ['ninety', 90],
]) // biome-ignore format: a table

/** A run of number words as one value; `to` is the index of its last word. */
export type Amount = { readonly value: number; readonly from: number; readonly to: number }

const numberOf = (word: string): number | undefined =>
  units.get(word) ?? tens.get(word) ?? (isDigit(word) && /^\d+(?:\.\d+)?$/.test(word) ? Number(word) : undefined)

const isDigit = (word: string): boolean => word >= '0' && word < ':'

/** True if no amount begins with the word. */
export const isNoAmount = (word: string): boolean => word !== 'a' && word !== 'an' && numberOf(word) === undefined

export function readAmount(words: readonly Word[], from: number): Amount | undefined {
  const text = (index: number) => words[index]?.text ?? ''
  const first = isHundred(text(from), text(from + 1)) ? 1 : numberOf(text(from))
  if (first === undefined) return undefined
  let value = first
  let to = from
  const ones = tens.has(text(from)) ? units.get(text(from + 1)) : undefined
  if (ones !== undefined && ones > 0 && ones < 10) {
    value += ones
    to = from + 1
  }
  if (text(to + 1) === 'hundred' && value < 10) {
    value *= 100
    to += 1
    const andAt = text(to + 1) === 'and' ? to + 2 : to + 1
    const rest = readAmount(words, andAt)
    if (rest !== undefined && rest.value < 100) return { value: value + rest.value, from, to: rest.to }
  }
  if (text(to + 1) === 'thousand') return { value: value * 1000, from, to: to + 1 }
  return readDecimals(words, { value, from, to })
}

/** Figures without their "hundred": "one twenty five" is 125. "Two fifty milligram tablets" may be two of fifty, so it is none. */
export function readSaidHundreds(words: readonly Word[], at: number): Amount | undefined {
  const [first, second] = [units.get(words[at]?.text ?? '') ?? 0, tens.get(words[at + 1]?.text ?? '')]
  const rest = second === undefined || first < 1 || first > 9 ? undefined : readAmount(words, at + 1)
  const isOfTablets = /^(?:tablets?|capsules?|pills?|ones?|patch(?:es)?)$/.test(words[(rest?.to ?? 0) + 2]?.text ?? '')
  return rest === undefined || rest.value > 99 || isOfTablets
    ? undefined
    : { value: first * 100 + rest.value, from: at, to: rest.to }
}

/** "A hundred", "a thousand". */
const isHundred = (article: string, next: string): boolean =>
  (article === 'a' || article === 'an') && (next === 'hundred' || next === 'thousand')

/** "Two point five", "six point two five". */
function readDecimals(words: readonly Word[], whole: Amount): Amount {
  if (words[whole.to + 1]?.text !== 'point') return whole
  let digits = ''
  let to = whole.to + 1
  while (/^\d$/.test(String(numberOf(words[to + 1]?.text ?? '')))) {
    digits += String(numberOf(words[to + 1]?.text ?? ''))
    to += 1
  }
  return digits === '' ? whole : { value: Number(`${whole.value}.${digits}`), from: whole.from, to }
}

/** "Point five", "nought point two five": a number without its whole. */
export function readPoint(
  words: readonly Word[],
  at: number,
): { readonly value: number; readonly to: number } | undefined {
  const text = (index: number): string => words[index]?.text ?? ''
  const pointAt = text(at) === 'point' ? at : /^(?:nought|naught|oh|o)$/.test(text(at)) && text(at + 1) === 'point' ? at + 1 : -1 // biome-ignore format: short
  // What stands before a point is its whole number, and belongs to it.
  if (pointAt < 0 || (pointAt === at && readAmount(words, at - 1) !== undefined)) return undefined
  const read = readAmount([{ ...(words[pointAt] as Word), text: 'zero' }, ...words.slice(pointAt)], 0)
  return read === undefined || read.to === 0 ? undefined : { value: read.value, to: pointAt + read.to - 1 }
}

/** Units of time, by their singular and plural. */
const timeUnits: ReadonlyMap<string, string> = new Map(
  ['minute', 'hour', 'day', 'night', 'week', 'fortnight', 'month', 'year'].flatMap((unit) => [[unit, unit], [`${unit}s`, unit]]),
) // biome-ignore format: short
/** Adjectives that leave an amount of time as it is: "three full days", "a good week". */
const whole = /^(?:full|whole|good|solid|entire|long)$/

/** A duration as a note writes it ("3 days", "a few days", "2 to 3 weeks"), and whether it counts back ("ago"). */
export type Duration = {
  readonly text: string
  readonly sense: 'for' | 'ago' | 'bare'
  readonly from: number
  readonly to: number
}

const vague = new Set(['few', 'couple', 'several', 'some'])
const approx = new Set(['about', 'around', 'roughly', 'nearly', 'almost'])
const notHere = new Set([
  'times',
  'time',
  'once',
  'twice',
  'per',
  'every',
  'each',
  'first',
  'next',
  'in',
  'all',
  'within',
  'other',
  'later',
])

/** Reads the quantity that ends before the unit at `unitAt`, walking back. */
function readQuantity(words: readonly Word[], unitAt: number): { text: string; from: number } | undefined {
  for (let back = Math.max(0, unitAt - 7); back < unitAt; back++) {
    const parts = words
      .slice(back, unitAt)
      .filter(({ text }, at) => text !== ',' && !(at > 0 && whole.test(text)))
      .map(({ text }) => text)
    const own = words.slice(back, unitAt).filter(({ text }, at) => at === 0 || !whole.test(text))
    const quantity = parseQuantity(parts, own)
    if (quantity !== undefined) return { text: quantity, from: back }
  }
  return undefined
}

function parseQuantity(parts: readonly string[], words: readonly Word[]): string | undefined {
  const joined = parts.join(' ')
  if (/^a good few$|^a few$|^few$/.test(joined)) return 'a few'
  if (/^a couple of$|^couple of$|^couple$/.test(joined)) return 'a couple of'
  if (joined === 'several') return 'several'
  if (/^(?:a|an)$/.test(joined)) return '1'
  if (joined === 'half a' || joined === 'half an') return 'half a'
  const half = /^(.+) and a half$/.exec(joined)?.[1]
  if (half !== undefined) {
    const own = readAmount(words, 0)
    return own !== undefined && own.to === words.length - 4 ? String(own.value + 0.5) : undefined
  }
  const amounts: number[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]?.text ?? ''
    const amount = readAmount(words, at)
    if (amount !== undefined) {
      amounts.push(amount.value)
      at = amount.to
    } else if (!/^(?:or|to|,)$/.test(word) || amounts.length === 0) return undefined
  }
  const [low, high] = amounts
  if (low === undefined || amounts.length > 2) return undefined
  if (high === undefined || high === low) return String(low)
  return high > low ? `${low} to ${high}` : undefined
}

/** "Four a day": the day is part of a rate. */
const isRate = (before: string | undefined): boolean => before !== undefined && numberOf(before) !== undefined

const amountOf = (quantity: string, unit: string): string =>
  unit === 'fortnight'
    ? '2 weeks'
    : `${quantity === 'half a' && unit === 'hour' ? 'half an' : quantity} ${/^1$|^half a$/.test(quantity) ? unit : `${unit}s`}`

/** "Twenty-nine and three days": how far a pregnancy is, whose weeks are not said. */
const isOfGestation = (words: readonly Word[], from: number): boolean =>
  words[from - 1]?.text === 'and' && readAmount(words, from - 2)?.to === from - 2

/** "I'm fourteen weeks": somebody who is a number of weeks is pregnant for as long. */
function isPregnantFor(words: readonly Word[], from: number, unitAt: number): boolean {
  const before = words.slice(Math.max(0, from - 4), from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const after = words.slice(unitAt + 1, unitAt + 4).map(({ text }) => text).join(' ') // biome-ignore format: short
  const isBeing = /\b(?:i|you|she) (?:am|are|is)(?: (?:now|only|just|about|around|nearly|almost|roughly))*$/.test(
    before,
  )
  return /^(?:pregnant|gone|along|gestation)\b/.test(after) || (isBeing && /^weeks?$/.test(words[unitAt]?.text ?? '') && !/^(?:into|off|post|out|sober|clean|late|on|in|behind|ago|away|without|after)\b/.test(after)) // biome-ignore format: short
}

/** True for words that tell how far a pregnancy is in that short form. */
export const tellsGestation = (words: readonly Word[]): boolean =>
  words.some(({ text }, at) => /^days?$/.test(text) && isOfGestation(words, at - 1))

/** The first duration in the words, but not "times a day", "every day", "next week". */
export const findDuration = (words: readonly Word[], start = 0): Duration | undefined =>
  start === 0 ? firstDuration(words) : durationFrom(words, start)

const firstDuration = readOnceOf((words: readonly Word[]) => durationFrom(words, 0))

function durationFrom(words: readonly Word[], start: number): Duration | undefined {
  for (let at = start; at < words.length; at++) {
    const unit = timeUnits.get(words[at]?.text ?? '')
    if (unit === undefined) continue
    const quantity = readQuantity(words, at)
    if (quantity === undefined || (unit === 'fortnight' && quantity.text !== '1')) continue
    const before = words.slice(Math.max(0, quantity.from - 3), quantity.from).map(({ text }) => text)
    if (isOfGestation(words, quantity.from) || isPregnantFor(words, quantity.from, at)) continue
    if (before.slice(-2).some((word) => notHere.has(word))) continue
    if (
      quantity.text === '1' &&
      /^(?:a|an)$/.test(words[quantity.from]?.text ?? '') &&
      (before.some((word) => /^(?:times?|once|twice|lot|tablets?|day|week)$/.test(word)) || isRate(before.at(-1)))
    )
      continue
    if (/^(?:before|after|later|into|old)$/.test(words[at + 1]?.text ?? '')) continue
    const ago = /^(?:ago|back)$/.test(words[at + 1]?.text ?? '')
    const lead = before.find((word) => /^(?:for|last|past|since)$/.test(word)) !== undefined
    const soft =
      before.some((word) => approx.has(word)) || vague.has(quantity.text)
        ? before.find((word) => approx.has(word)) === undefined
          ? ''
          : 'about '
        : ''
    const under = before.join(' ').endsWith('just under') || before.join(' ').endsWith('under') ? 'under ' : ''
    const to = ago ? at + 1 : at
    const refined = /^\d+$/.test(quantity.text) && unit !== 'fortnight' ? readRefined(words, { value: Number(quantity.text), to, read: readAmount }) : undefined // biome-ignore format: short
    const text = refined === undefined ? quantity.text : [refined.low, ...(refined.high === undefined ? [] : [refined.high])].join(' to ') // biome-ignore format: short
    return {
      text: `${under || soft}${amountOf(text, unit)}`,
      sense: ago ? 'ago' : lead ? 'for' : 'bare',
      from: quantity.from,
      to: refined?.to ?? to,
    }
  }
  return undefined
}
