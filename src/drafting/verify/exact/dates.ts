/** Days and parts of a day are exact: a note has one only if it was said, and of the same thing. D258, D450. */
import { answerOf, type QuoteRead } from '../evidence.ts'
import { lightWords } from '../meaning/light-words.ts'
import { answersTo, listPlaces } from '../meaning/places.ts'
import type { Reading } from '../meaning/reading.ts'
import { readUnits, type Unit } from '../meaning/units.ts'
import type { Rule } from '../tables.ts'
import { plainOf, tokensOf } from '../words.ts'

const dates =
  /\b(?:(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+|a few|a couple of) (?:day|week|month|year)s? ago|today|tomorrow|tonight|yesterday|this (?:morning|afternoon|evening)|last night|weekend|next week|last week|next month|last month|last year|this year|this week|overnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/g

/** "Not today": the day is named, and denied. */
const notThen = /\bnot (?:today|tomorrow|tonight|yesterday|this week|last week)\b/g

/** Parts of this day, and words for it: an order for this morning is one for today. D513. */
const ofToday = ['today', 'this morning', 'this afternoon', 'tonight', 'straight away', 'right now', 'before you go', 'it now', 'them now', 'that now', 'this now'] as const // biome-ignore format: short

/** Clauses of speech: "I'll ring her this afternoon, and I want to see you within a week" has two. */
const clauseEnd = /(?<=[.?!]) |,? (?:and|but|so|then) (?=(?:i|we|you|he|she|they|it|that|there)(?: |'))/

/** Words by which a clause goes on with the one before it. */
const goesOn = /^(?:[a-z]+ ,? ?){0,2}(?:it|that|this|they|them|then|those|these|which)\b/

/** "A fall on Saturday. My hip has been sore ever since." */
const sinceThen = /\b(?:since then|(?:ever )?since)(?=[ .,!]*$|[ ,]+(?:it|i|my|the|then)\b)/

type Clause = { readonly text: string; readonly index: number; readonly from: number; readonly to: number }

function clausesOf(quotes: readonly QuoteRead[]): readonly Clause[] {
  return quotes.flatMap(({ plain }, index) => {
    let at = 0
    return plain.split(clauseEnd).map((text) => {
      const start = plain.indexOf(text, at)
      at = start + text.length
      const from = tokensOf(plain.slice(0, start)).length
      return { text, index, from, to: from + tokensOf(text).length }
    })
  })
}

const countContent = (text: string): number =>
  tokensOf(text).filter((token) => /[a-z]{3}/.test(token) && !lightWords.has(token) && !/day$/.test(token)).length

/** True if a clause with the date speaks of a unit, has little else, or goes on with one that speaks of it. */
function isSaidOf(date: string, units: readonly Unit[], quotes: readonly QuoteRead[]): boolean {
  const clauses = clausesOf(quotes)
  const places = units.flatMap((unit) => listPlaces(unit, quotes))
  if (places.length === 0) return true
  const holds = ({ index, from, to }: Clause): boolean => places.some((place) => place.index === index && place.at >= from && place.at < to) // biome-ignore format: short
  return clauses.some((clause, at) => {
    if (!clause.text.includes(date)) return false
    if (holds(clause) || quotes[clause.index]?.role === 'answer') return true
    const [last, next] = [clauses[at - 1], clauses[at + 1]]
    if (next !== undefined && next.index === clause.index && goesOn.test(next.text) && holds(next)) return true
    if (clauses.some((other) => sinceThen.test(other.text) && holds(other))) return true
    const isBare = countContent(clause.text) <= 1
    if (!goesOn.test(clause.text) && !/ (?:it|that|them)\b/.test(clause.text)) return isBare
    const opening =
      clauses.slice(0, at).findLastIndex((one) => one.index !== clause.index || /[.?!]$/.test(one.text)) + 1
    if (goesOn.test(clause.text) && clauses.slice(opening, at).some(holds)) return true
    return last === undefined ? isBare : holds(last) || (isBare && countContent(last.text) === 0)
  })
}

export function checkDates({ text, quotes, isPlan }: Reading): readonly Rule[] {
  const isNegative = /\b(?:no|not|nil|never|none|denies|absent|without)\b/.test(plainOf(text))
  // "And today?" - "No, not today."
  const isDenied = ({ role }: QuoteRead, index: number): boolean =>
    role === 'question' && answerOf(answersTo(quotes, index)) === 'no'
  // "Today?" - "Not today, but soon."
  const isRefused = ({ speaker, plain }: QuoteRead, index: number): boolean => speaker !== 'clinician' && plain.endsWith('?') && /^(?:oh |well |,)*(?:no|not)\b/.test(quotes[index + 1]?.plain ?? '') // biome-ignore format: short
  const standing = quotes.filter(
    (quote, index) => (isPlan || isNegative || !isDenied(quote, index)) && !(isPlan && isRefused(quote, index)),
  )
  const said = standing.map(({ plain }) => plain.replaceAll(notThen, ' ')).join(' ')
  const parts = plainOf(text).split(/[,;.]/)
  const unitsBeside = (date: string): readonly Unit[] =>
    parts
      .filter((part) => part.includes(date))
      .flatMap(readUnits)
      .filter(({ words }) => !words.every((word) => date.includes(word)))
  const isSaidThen = (date: string, units: readonly Unit[]): boolean => said.includes(date) && (units.length === 0 || isSaidOf(date, units, quotes)) // biome-ignore format: short
  const isTold = (date: string): boolean => {
    if (isPlan && date === 'today' && ofToday.some((one) => isSaidThen(one, unitsBeside(date)))) return true
    // "2 weeks ago" of "a fortnight ago": the amount is held by other rules.
    if (!said.includes(date)) return date.endsWith(' ago')
    return isSaidThen(date, unitsBeside(date))
  }
  return [...plainOf(text).replaceAll(notThen, ' ').matchAll(dates)].every(([date]) => isTold(date))
    ? []
    : ['time-mismatch']
}
