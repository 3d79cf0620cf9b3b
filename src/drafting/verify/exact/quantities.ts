/** Holds each number of a sentence against the numbers that are said of the same thing. D291. */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { isSameAmount, plainOf, type Quantity, quantitiesIn } from '../words.ts'
import { clauseOf, isOutbid, type Mark, markAt, type Spot, tokenAt } from './marks.ts'
import { saysWholeLine } from './own-sentence.ts'
import { isPairSaid } from './pressure-pairs.ts'
import { isReplaced } from './replaced.ts'

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
    // The number that is rung measures nothing.
    const plain = quote.plain.replaceAll(/\b(?:triple (?:zero|oh?|0))\b/g, 'ambulance now')
    for (const piece of plain.split(clause)) {
      const start = plain.indexOf(piece, from)
      from = start + piece.length
      const words = piece.search(/\S/)
      for (const { value, unit } of quantitiesIn(piece)) {
        const offset = offsetOf(piece, value)
        const isAhead = ahead.test(`${piece.trim().split(' ').slice(0, offset).join(' ')} `)
        out.push({ ...markAt(quote, index, value, tokenAt(plain, start + Math.max(0, words)) + offset), unit, isAhead }) // biome-ignore format: short
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

const isYear = ({ value, unit }: { readonly value: string; readonly unit: string }): boolean => unit === '' && /^(?:19|20)\d\d$/.test(value) // biome-ignore format: short

/** Two durations speak of the same thing in other units; a year is no dose. */
const isAlike = (told: Quantity, said: { readonly value: string; readonly unit: string }): boolean =>
  (told.unit === said.unit && isYear(told) === isYear(said)) || (ofTime.test(told.unit) && ofTime.test(said.unit))

/** "Thirty-eight, er, thirty-eight nine": the first number was only begun. */
const isBegun = (mark: TimeMark, { value }: Quantity): boolean => value.startsWith(`${mark.value}.`)

/** "Five." - "Out of ten.": the end of a scale. */
const isScale = ({ index, at }: TimeMark, quotes: readonly QuoteRead[]): boolean =>
  (quotes[index]?.tokens ?? []).slice(Math.max(0, at - 2), at).join(' ') === 'out of'

const changed = /^(?:up|down|more|less|heavier|lighter|higher|lower|better|worse|off|over)\b/
/** "Eighty-four, which is two kilos up": by how much a value has changed is no value of it. */
const isChange = ({ index, at, unit }: TimeMark, quotes: readonly QuoteRead[]): boolean =>
  unit !== '' && !ofTime.test(unit) && (/\b(?:up|down|lost|losing|gain\w*|dropped|put on|by)(?: by| another| about)? [a-z0-9]+$/.test((quotes[index]?.tokens ?? []).slice(Math.max(0, at - 3), at + 1).join(' ')) || (quotes[index]?.tokens ?? []).slice(at, at + 6).some((_, place, words) => changed.test(words.slice(place).join(' '))) && /\b(?:from|than|since|on|compared)\b/.test((quotes[index]?.tokens ?? []).slice(at, at + 9).join(' '))) // biome-ignore format: short

const ofVisit = /^(?:possibly )?(?:review|follow[- ]?up|see again|come back|return)\b/
const visits = /^(?:see|seeing|seen|come|coming|review|speak|ring|call|catch|visit|appointment|back|meet)$/

/** "I'll see you in four weeks, and the HbA1c again in three months": the time of a visit stands beside its verb. */
const visitSpots = (part: string, quotes: readonly QuoteRead[]): readonly Spot[] =>
  ofVisit.test(part) ? quotes.flatMap(({ speaker, tokens }, index) => (speaker === 'clinician' ? tokens.flatMap((token, at) => (visits.test(token) ? [{ index, at }] : [])) : [])) : [] // biome-ignore format: short

/** "Lying it's one thirty-eight over seventy, and standing one oh four over sixty": a value stands beside its posture. */
const postures = /^(standing|lying|sitting|upright) (?:blood )?pressure\b/
const postureSpots = (part: string, quotes: readonly QuoteRead[]): readonly Spot[] => {
  const posture = postures.exec(part)?.[1]
  return posture === undefined ? [] : quotes.flatMap(({ tokens }, index) => tokens.flatMap((token, at) => (token === posture ? [{ index, at }] : []))) // biome-ignore format: short
}

/** "Pulse ninety-eight, blood pressure one thirty-four on eighty-six": the lower value of a pressure belongs to the upper one beside it. */
const pair = /\b(\d{2,3})\/(\d{2,3}) mmhg/
const upperSpots = (part: string, { value }: Quantity, marks: readonly TimeMark[]): readonly Spot[] => {
  const [, upper, lower] = pair.exec(part) ?? []
  return value === lower ? marks.filter((mark) => mark.value === upper) : []
}

/** "CRP 24, previously 5", "eGFR 58, down from 69", "creatinine 118 (was 110)": the number of before. */
const formerly =
  /\b(?:previously|formerly|earlier|was|were|(?:up|down|increased|decreased|reduced|raised|risen|fallen|dropped|improved) from) (?:about |around |at |only )?(\d+(?:\.\d+)?)\b/g
const saidOfBefore = /\b(?:was|were|used to be|had been|previously|before|last (?:time|year|month|week|visit|review)|ago|up from|down from)\b/ // biome-ignore format: one row

/** Such a number is held against those that were said of before. */
function checkFormer(
  { value }: Quantity,
  part: string,
  same: readonly TimeMark[],
  quotes: readonly QuoteRead[],
): boolean {
  const isTold = [...part.matchAll(formerly)].some(([, number]) => String(Number(number)) === value)
  return isTold && same.some(({ index, at }) => saidOfBefore.test(clauseOf(quotes[index]?.tokens ?? [], at)))
}

/** `whole` is the sentence of the part: its other numbers refute nothing. */
export function checkQuantities(
  part: string,
  whole: string,
  listSpots: () => readonly Spot[],
  quotes: readonly QuoteRead[],
): readonly Rule[] {
  const told = quantitiesIn(plainOf(part))
  if (told.length === 0) return []
  const isPair = isPairSaid(plainOf(part), quotes)
  if (isPair === false) return ['number-mismatch']
  const [, upper, lower] = (isPair === true ? pair.exec(plainOf(part)) : null) ?? []
  const own = new Set(quantitiesIn(plainOf(whole)).map(({ value, unit }) => `${value} ${unit}`))
  const values = new Set(quantitiesIn(plainOf(whole)).map(({ value }) => value))
  const visit = [...visitSpots(plainOf(part), quotes), ...postureSpots(plainOf(part), quotes)]
  const [marks, spots] = [marksOf(quotes), visit.length > 0 ? visit : listSpots()]
  const isAheadTold = !/\bfor (?:about |up to )?(?:a|an|one|two|three|four|five|six|seven|ten|\d+)\b/.test(
    plainOf(part),
  )
  const isWrong = told.some((quantity) => {
    if (quantity.value === upper || quantity.value === lower) return false
    const same = marks.filter((mark) => isSameAmount(mark, quantity) || (mark.value === quantity.value && (mark.unit === quantity.unit || mark.unit === '' || quantity.unit === ''))) // biome-ignore format: short
    if (same.length === 0 || checkFormer(quantity, plainOf(part), same, quotes)) return false
    if (quotes.length > 1 && same.some(({ index }) => saysWholeLine(part, quotes[index]))) return false
    const isTold = (mark: Quantity): boolean => (mark.unit === '' || !ofTime.test(mark.unit) ? values.has(mark.value) : own.has(`${mark.value} ${mark.unit}`) || told.some((one) => isSameAmount(one, mark))) // biome-ignore format: short
    const others = marks.filter((mark) => !isTold(mark) && isAlike(quantity, mark) && (!mark.isAhead || isAheadTold) && !isBegun(mark, quantity) && !isScale(mark, quotes) && !isChange(mark, quotes) && !same.some((own) => isReplaced(mark, own, quotes))) // biome-ignore format: short
    return isOutbid(same, others, [...spots, ...upperSpots(part, quantity, marks)], quotes)
  })
  return isWrong ? ['number-mismatch'] : []
}
