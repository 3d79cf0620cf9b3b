/** Holds each number of a vital sign against its own name: "sats of 93 and a pulse of 88" is not "SpO2 88%, pulse 93". D321. */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { plainOf, quantitiesIn } from '../words.ts'

// biome-ignore format: one row a line
/** Names of what is measured, in note and speech. */
const measures: readonly (readonly [name: string, form: RegExp])[] = [
  ['pressure',    /\b(?:blood pressure|b ?p|pressure)\b/g],
  ['pulse',       /\b(?:heart rate|pulse(?: rate)?|hr|beats)\b/g],
  ['saturation',  /\b(?:oxygen saturations?|saturations?|sats?|spo2|oxygen(?: levels?)?)\b/g],
  ['temperature', /\b(?:temperature|temp)\b/g],
  ['breaths',     /\b(?:respiratory rate|respirations|breathing rate|resp(?:s| rate)|breaths)\b/g],
  ['weight',      /\b(?:weight|weigh(?:s|ed)?)\b/g],
  ['height',      /\b(?:height|tall)\b/g],
  ['sugar',       /\b(?:blood glucose|glucose|blood sugars?|sugars?)\b/g],
  ['index',       /\b(?:bmi|body mass index)\b/g],
]

type Spot = { readonly name: string; readonly at: number; readonly to: number }

const spotsIn = (plain: string): readonly Spot[] =>
  measures.flatMap(([name, form]) => [...plain.matchAll(form)].map(({ 0: { length }, index }) => ({ name, at: index, to: index + length }))).toSorted((a, b) => a.at - b.at) // biome-ignore format: short

type Measured = { readonly name: string; readonly value: string }

/** The numbers between a name and the next name, or the end of the sentence, are its own. */
function measuredIn(text: string): readonly Measured[] {
  return text.split(/(?<=[.?!])\s|[.?!]$/).flatMap((sentence) => {
    const spots = spotsIn(sentence)
    return spots.flatMap(({ name, to }, index) => {
      const next = spots[index + 1]
      return quantitiesIn(sentence.slice(to, next?.at)).map(({ value }) => ({ name, value }))
    })
  })
}

/** "Back's a four. Leg's eight.": scores of parts of the body. */
const scored = /\b(back|neck|head|chest|hip|knee|leg|ankle|foot|shoulder|elbow|arm|wrist|hand|stomach|tummy)s?\b/g
const scoresIn = (plain: string): readonly Measured[] =>
  plain.split(/(?<=[.?!])\s|[.?!]$/).flatMap((sentence) => {
    const spots = [...sentence.matchAll(scored)]
    return spots.flatMap(({ 0: { length }, 1: name = '', index }, at) => quantitiesIn(sentence.slice(index + length, spots[at + 1]?.index)).filter(({ value, unit }) => unit === '' && Number(value) <= 10).slice(0, 1).map(({ value }) => ({ name, value }))) // biome-ignore format: short
  })

/** A number is wrong if it was said of other measures only, and its own measure was given another one. */
export function checkVitals(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  return [measuredIn, scoresIn].some((read) => isExchanged(read(plainOf(text)), quotes.flatMap(({ plain }) => read(plain)))) ? ['number-mismatch'] : [] // biome-ignore format: short
}

const isExchanged = (told: readonly Measured[], said: readonly Measured[]): boolean =>
  told.some(({ name, value }) => {
    const ofValue = said.filter((one) => one.value === value)
    return ofValue.length > 0 && ofValue.every((one) => one.name !== name) && said.some((one) => one.name === name)
  })
