/** Where the quotes give a value, and how far from a thing: the value that is said nearest to a thing is its value. D291. */
import type { QuoteRead } from '../evidence.ts'
import { endedLater } from '../meaning/frames.ts'
import { tokensOf } from '../words.ts'

/** A value at a token of a quote. `isPast`: its sentence speaks of before; `isAsked`: it stands in a question. */
export type Mark = {
  readonly value: string
  readonly index: number
  readonly at: number
  readonly isPast: boolean
  readonly isAsked: boolean
}
export type Spot = { readonly index: number; readonly at: number }

const isEnd = (token: string | undefined): boolean => token === '.' || token === '?' || token === '!'

/** The sentence around a token. */
export function sentenceOf(tokens: readonly string[], at: number): string {
  const from = tokens.slice(0, at).findLastIndex(isEnd) + 1
  const to = tokens.findIndex((token, index) => index >= at && isEnd(token))
  return tokens.slice(from, to < 0 ? tokens.length : to + 1).join(' ')
}

const before = /\b(?:used to|previously|before (?:this|that|then)|in the past|at (?:its|the) worst|was always|normally|usually|ago as well|years ago|the other one|when i was)\b/ // biome-ignore format: one row

/** "Twenty-four, it was five": these speak of their own clause alone. */
const beforeHere = /\b(?:it was|(?:was|from) (?:\w+ ){1,4}last (?:time|visit|year|month|week)|last time)\b/

/** The words around a token, between commas and ends. */
export function clauseOf(tokens: readonly string[], at: number): string {
  const from = tokens.slice(0, at).findLastIndex((token) => /^[.,;?!]$/.test(token)) + 1
  const to = tokens.findIndex((token, place) => place > at && /^[.,;?!]$/.test(token))
  return tokens.slice(from, to < 0 ? tokens.length : to).join(' ')
}

/** "What makes it worse?": a question that takes its verb for granted. */
const presupposes =
  /\bwhat (?:\w+ ){0,2}(?:makes?|made|brings?|brought|sets?|helps?|helped|eases?|eased|triggers?|relieves?)\b/

export const markAt = (quote: QuoteRead, index: number, value: string, at: number): Mark => {
  const sentence = sentenceOf(quote.tokens, at)
  const isAsked = (quote.role === 'question' || sentence.endsWith('?')) && !presupposes.test(sentence)
  return { value, index, at, isPast: before.test(sentence) || beforeHere.test(clauseOf(quote.tokens, at)), isAsked } // biome-ignore format: short
}

export const tokenAt = (plain: string, index: number): number => tokensOf(plain.slice(0, index)).length

/** Steps between a thing and a value: words in a sentence, then the ends of clauses, sentences and turns. */
export function distance(spot: Spot, mark: Mark, quotes: readonly QuoteRead[]): number {
  const past = mark.isPast ? 40 : 0
  if (spot.index !== mark.index) return past + betweenTurns(spot, mark, quotes)
  const [from, to] = spot.at < mark.at ? [spot.at, mark.at] : [mark.at, spot.at]
  const between = quotes[spot.index]?.tokens.slice(from, to) ?? []
  const ends = between.filter(isEnd).length
  const turns = between.filter((token) => /^(?:but|and|then|while|whereas|although)$/.test(token)).length
  const commas = between.filter((token) => token === ',').length
  return past + between.length + 15 * ends + 5 * turns + 2 * commas
}

/** An answer is close to its question. */
function betweenTurns(spot: Spot, mark: Mark, quotes: readonly QuoteRead[]): number {
  const isAnswer = quotes[spot.index]?.role === 'question' && mark.index === spot.index + 1
  const isOtherWay = quotes[mark.index]?.role === 'question' && spot.index === mark.index + 1
  const steps = Math.abs(spot.index - mark.index)
  return isAnswer || isOtherWay ? 12 + (isAnswer ? Math.min(mark.at, 20) : 0) : 40 + 10 * steps
}

const correction =
  /\b(?:no|not|sorry|i mean|i meant|actually|hang on|wait|or rather|rather|correction|well|(?:scrap|ignore|strike|forget|correct|change) that|what am i saying|my mistake)\b/
/** A sentence of its own that takes the number before it back. */
const scraps =
  /^(?:(?:no|oh|sorry|actually) ,? ?)*(?:(?:scrap|ignore|strike|forget) that|let me (?:correct|change) that|correction|my mistake)\b/

/** "Two weeks, no, three weeks now": the later value takes the earlier one back. */
function isTakenBack(earlier: Mark, later: Mark, quotes: readonly QuoteRead[]): boolean {
  const words = quotes[later.index]?.tokens ?? []
  if (later.index === earlier.index && later.at > earlier.at)
    return (later.at - earlier.at <= 14 && correction.test(words.slice(earlier.at + 1, later.at).join(' '))) || (later.at - earlier.at <= 40 && /[.] (?:no|wait|actually|sorry)\b(?: ,| no)? .*\b(?:longer|shorter|more|less|earlier|later|before that|call it|make it|so)\b/.test(words.slice(earlier.at + 1, later.at).join(' '))) // biome-ignore format: short
  const isScrapped = quotes.slice(earlier.index + 1, later.index + 1).some(({ plain }) => scraps.test(plain))
  if (later.index > earlier.index && isScrapped) return true
  if (later.index > earlier.index && later.index - earlier.index <= 2 && endedLater.test(quotes[later.index]?.plain ?? '')) return true // biome-ignore format: short
  return later.index > earlier.index && later.index - earlier.index <= 2 && /^(?:no|sorry|actually|wait|i meant?)\b/.test(words.slice(0, 3).join(' ')) // biome-ignore format: short
}

const nearest = (marks: readonly Mark[], spots: readonly Spot[], quotes: readonly QuoteRead[]): number =>
  Math.min(Infinity, ...marks.flatMap((mark) => spots.map((spot) => distance(spot, mark, quotes))))

/** True if another value is said nearer to the thing than this one. A value in a question refutes nothing. */
export function isOutbid(
  own: readonly Mark[],
  others: readonly Mark[],
  spots: readonly Spot[],
  quotes: readonly QuoteRead[],
): boolean {
  const rivals = others.filter((rival) => !rival.isAsked && !own.some((mark) => isTakenBack(rival, mark, quotes)))
  if (own.length > 0 && own.every((mark) => rivals.some((rival) => isTakenBack(mark, rival, quotes)))) return true
  if (rivals.length === 0 || spots.length === 0) return false
  return nearest(rivals, spots, quotes) < nearest(own, spots, quotes)
}
