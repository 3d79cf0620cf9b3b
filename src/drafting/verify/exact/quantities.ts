/** Holds each number of a sentence against the numbers that are said of the same thing. D291. */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { isSameAmount, plainOf, type Quantity, quantitiesIn } from '../words.ts'
import { isOutbid, type Mark, markAt, type Spot, sentenceOf, tokenAt } from './marks.ts'

/** "A hundred and five" is one number. */
const clause = /[,;?!]|\.(?!\d)|\b(?:(?<!\b(?:hundred|thousand) )and|but|or)\b/

type TimeMark = Mark & { readonly unit: string; readonly isAhead: boolean }

/** "In three days" is a time ahead; "for three days" lasts. */
const ahead = /\b(?:in|within) (?:about |around |the next |another )?(?:a |an )?$/

/** Each quantity with the token at which its clause has it. */
function marksOf(quotes: readonly QuoteRead[]): readonly TimeMark[] {
  return quotes.flatMap((quote, index) => {
    const out: TimeMark[] = []
    let from = 0
    for (const piece of quote.plain.split(clause)) {
      const start = quote.plain.indexOf(piece, from)
      from = start + piece.length
      const words = piece.search(/\S/)
      for (const { value, unit } of quantitiesIn(piece)) {
        const offset = offsetOf(piece, value)
        const isAhead = ahead.test(`${piece.trim().split(' ').slice(0, offset).join(' ')} `)
        out.push({ ...markAt(quote, index, value, tokenAt(quote.plain, start + Math.max(0, words)) + offset), unit, isAhead }) // biome-ignore format: short
      }
    }
    return out
  })
}

/** The word of the piece that has the value. */
function offsetOf(piece: string, value: string): number {
  const words = piece.trim().split(' ')
  const at = words.findIndex((_, index) => quantitiesIn(words.slice(0, index + 1).join(' ')).some((own) => own.value === value)) // biome-ignore format: short
  return Math.max(0, at)
}

const ofTime = /^(?:minute|hour|day|night|week|month|year)$/

/** Two durations speak of the same thing in other units. */
const isAlike = (told: Quantity, said: { readonly unit: string }): boolean =>
  told.unit === said.unit || (ofTime.test(told.unit) && ofTime.test(said.unit))

/** A note that tells of before: then the number of before is the right one. */
const saysBefore = /\b(?:ago|previous\w*|past|former\w*|history|aged|since)\b/

const daysOf: Readonly<Record<string, number>> = { minute: 1 / 1440, hour: 1 / 24, day: 1, night: 1, week: 7, month: 30, year: 365 } // biome-ignore format: a table
const countOf = (value: string): number => (value === 'couple' ? 2 : value === 'few' || value === 'several' ? 3 : Number(value)) // biome-ignore format: short
const lengthOf = ({ value, unit }: Quantity): number => countOf(value) * (daysOf[unit] ?? Number.NaN)

const worsens = /\b(?:now|wors\w+|troublesome|mainly|especially|really|more|bad|stronger|increas\w+)\b/

/** "Over the last couple of weeks. Now it's become quite troublesome, in the last few days.": the shorter time is that of the last phase. */
const isPhase = (mark: TimeMark, told: Quantity, quotes: readonly QuoteRead[]): boolean =>
  worsens.test(sentenceOf(quotes[mark.index]?.tokens ?? [], mark.at)) && lengthOf(mark) < lengthOf(told)

/** `whole` is the sentence of the part: its other numbers refute nothing. */
export function checkQuantities(
  part: string,
  whole: string,
  listSpots: () => readonly Spot[],
  quotes: readonly QuoteRead[],
): readonly Rule[] {
  const told = quantitiesIn(plainOf(part))
  if (told.length === 0) return []
  const own = new Set(quantitiesIn(plainOf(whole)).map(({ value, unit }) => `${value} ${unit}`))
  const values = new Set(quantitiesIn(plainOf(whole)).map(({ value }) => value))
  const [marks, spots] = [marksOf(quotes), listSpots()]
  const isAheadTold = !/\bfor (?:about |up to )?(?:a|an|one|two|three|four|five|six|seven|ten|\d+)\b/.test(
    plainOf(part),
  )
  const isOfBefore = saysBefore.test(plainOf(part))
  const isWrong = told.some((quantity) => {
    const same = marks.filter((mark) => isSameAmount(mark, quantity) || (mark.value === quantity.value && (mark.unit === quantity.unit || mark.unit === '' || quantity.unit === ''))) // biome-ignore format: short
    if (same.length === 0) return false
    const isTold = (mark: Quantity): boolean => (mark.unit === '' || !ofTime.test(mark.unit) ? values.has(mark.value) : own.has(`${mark.value} ${mark.unit}`) || told.some((one) => isSameAmount(one, mark))) // biome-ignore format: short
    const others = marks.filter((mark) => !isTold(mark) && isAlike(quantity, mark) && (!mark.isAhead || isAheadTold) && !isPhase(mark, quantity, quotes)) // biome-ignore format: short
    return isOutbid(isOfBefore ? same.map((mark) => ({ ...mark, isPast: false })) : same, others, spots, quotes)
  })
  return isWrong ? ['number-mismatch'] : []
}
