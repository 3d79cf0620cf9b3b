/** Numbers of results, what they were before, and the verdicts that a clinician gives on them. */
import { readAmount } from '../../../vocabulary/amounts.ts'
import { month, withCalendarNames } from '../../../vocabulary/calendar.ts'
import type { Word } from '../../../vocabulary/words.ts'
import { readingAt } from '../vital-signs.ts'

export type Value = { readonly number: number; readonly text: string; readonly from: number; readonly to: number }

/** Words between the name and its number. */
const between = /^(?:is|was|at|of|it|that|came|come|comes|back|as|out|in|level|today|now|the|a|total|result|reading|number|which|has|gone|um|uh|er|well|so|nice|steady|up|down|to|about|around|just|still|only|count|score|scored|stands|sits|sitting|your|you|s|raised|low|high|bit|touch|little|one|test|got|from|last|this|monday|tuesday|wednesday|thursday|friday|week|morning)$/ // biome-ignore format: a list
const mostBetween = 8
/** Words directly before a number that make it a bound or a change. */
const bound = /^(?:under|over|below|above|than|from|by|least|most|between|and|or)$/
/** A number before one of these counts something, so it is no result. */
const counted = /^(?:days?|weeks?|months?|years?|times?|hours?|minutes?|points?|per|in|over|of|plus|mg|tablets?)$/

const ofTime = new RegExp(`^(?:${month}|hospital|the|winter|summer|spring|autumn)$`)
const textAt = (words: readonly Word[], at: number): string => words[at]?.text ?? ''

/** The number that begins at word `at`, with its per cent or "out of thirty". */
export function valueAt(words: readonly Word[], at: number, whole: readonly [number, number]): Value | undefined {
  const plain = readAmount(words, at)
  const said = readingAt(words, at)
  const fits = (value: number | undefined): boolean => value !== undefined && value >= whole[0] && value <= whole[1]
  const amount = said !== undefined && said.to > (plain?.to ?? -1) && fits(said.value) ? said : plain
  if (amount === undefined || !fits(amount.value)) return undefined
  const { value, to } = amount
  const next = textAt(words, to + 1)
  if (next === 'out' && textAt(words, to + 2) === 'of') {
    const most = readAmount(words, to + 3)
    return most === undefined ? undefined : { number: value, text: `${value}/${most.value}`, from: at, to: most.to }
  }
  const isPerCent = next === 'per' && textAt(words, to + 2) === 'cent'
  if (
    bound.test(textAt(words, at - 1)) ||
    (counted.test(next) && !isPerCent && !(next === 'in' && ofTime.test(textAt(words, to + 2))))
  )
    return undefined
  if (readAmount(words, to + 1) !== undefined) return undefined
  const isPercent = /^(?:percent|%)$/.test(next)
  return { number: value, text: `${value}${isPercent || isPerCent ? '%' : ''}`, from: at, to: isPerCent ? to + 2 : isPercent ? to + 1 : to } // biome-ignore format: short
}

/** The first number from word `at` on, over light words only. */
export function valueFrom(words: readonly Word[], at: number, range: readonly [number, number]): Value | undefined {
  for (let next = at; next < Math.min(words.length, at + mostBetween); next += 1) {
    const value = valueAt(words, next, range)
    if (value !== undefined) return value
    if (!between.test(textAt(words, next)) || (readAmount(words, next) !== undefined && textAt(words, next) !== 'a')) return undefined // biome-ignore format: short
  }
  return undefined
}

/** When a former result was. */
const when = new RegExp(
  `\\b(?:(?:back )?in (?:${month}|hospital|the hospital|winter|summer|spring|autumn|20\\d\\d)|last (?:time|year|month|week|visit|check|${month}|winter|summer|spring|autumn)|(?:a|one|two|three|four|five|six|nine|twelve|eighteen) (?:weeks?|months?|years?) ago|on (?:admission|discharge)|(?:at|from) (?:the )?hospital|in (?:emergency|ed)|the time before|before that|previously)\\b`,
  'g',
)
const hesitation = /^(?:um|uh|er|erm)$/
/** The words without hesitation: "in, um, November". */
export const withoutHesitation = (words: readonly Word[]): readonly Word[] => words.filter(({ text }, at) => !hesitation.test(text) && !(text === ',' && [words[at - 1], words[at + 1]].some((next) => hesitation.test(next?.text ?? '')))) // biome-ignore format: short

export const timesIn = (text: string): readonly string[] => text.match(when) ?? []
/** The times as a note has them: "last time in March" is "in March". */
export const timeOf = (times: readonly string[]): string | undefined =>
  times.length === 0 ? undefined : withCalendarNames(times.join(' ').replace(/^(?:last time|back) (?=in )/, ''))

const past = /\b(?:was|were|had been|(?:up|down|risen|fallen|improved) from|used to be|last|ago)\b/
const lightFormer = /^(?:and|but|so|which|that|it|they|you|your|was|were|had|been|is|are|up|down|from|used|to|be|come|has|have|gone|risen|fallen|improved|crept|jumped|climbed|dropped|slipped|shot|about|around|only|at|just|then|last|one|the|s|,|of|on)$/ // biome-ignore format: a list

/** "It was sixty-one", "last time in March it was seven point one", "up from seven two": the former number. */
export function formerIn(
  words: readonly Word[],
  range: readonly [number, number],
  hasTime: boolean,
): string | undefined {
  const text = words.map(({ text: word }) => word).join(' ')
  if (!past.test(text) && !hasTime) return undefined
  const start = words.findIndex((_, at) => readAmount(words, at) !== undefined && !/^(?:a|an|one) (?:week|month|year|bit|touch)/.test(`${textAt(words, at)} ${textAt(words, at + 1)}`) && !/^(?:weeks?|months?|years?)$/.test(textAt(words, at + 1))) // biome-ignore format: short
  if (start < 0) return undefined
  const isFrom = textAt(words, start - 1) === 'from'
  const value = valueAt(isFrom ? words.slice(start) : words, isFrom ? 0 : start, range)
  if (value === undefined) return undefined
  const rest = [...words.slice(0, start), ...words.slice(isFrom ? start + value.to + 1 : value.to + 1)].map(({ text: word }) => word).join(' ') // biome-ignore format: short
  return rest.replaceAll(when, '').split(' ').every((word) => word === '' || lightFormer.test(word)) ? value.text : undefined // biome-ignore format: short
}

const present = /\b(?:today|now|currently|at (?:the|this) (?:moment|stage)|this (?:time|morning|week|month))\b/g

/** "And today it's four point six": the number of now, said after the one of then. */
export function presentIn(words: readonly Word[], range: readonly [number, number]): string | undefined {
  const text = words.map(({ text: word }) => word).join(' ')
  const start = text.search(present) < 0 ? -1 : words.findIndex((_, at) => readAmount(words, at) !== undefined)
  const value = start < 0 ? undefined : valueAt(words, start, range)
  if (value === undefined) return undefined
  const rest = [...words.slice(0, start), ...words.slice(value.to + 1)].map(({ text: word }) => word).join(' ')
  return rest.replaceAll(present, '').split(' ').every((word) => word === '' || word === 'back' || lightFormer.test(word)) ? value.text : undefined // biome-ignore format: short
}

const soft = '(?:(?:a|little|bit|touch|slightly|mildly|still|completely|perfectly|all|both|just|quite|very|pretty|well|barely|only|also|now|really|absolutely|again|on the|nice and|too|so|is|are|was|were|it is|they are|that is|which is|which are|came back|come back|has come back|have come back|looks?|look) )*' // biome-ignore format: one pattern
const clinical =
  '(?:normal|negative|positive|raised|high|low|elevated|borderline|reduced|abnormal|immune|non immune|stable|steady|unchanged|much the same|the same|up|down|clear|(?:at )?(?:the )?(?:top|bottom|upper end|lower end|high end|low end|high side|low side) (?:of )?(?:the )?(?:normal|range)|on the (?:low|high) side|in (?:the normal )?range|back to normal|detected|not detected|too (?:high|low)|(?:has|have) not changed|over|not raised|not immune|not up|(?:a|b|o|ab) (?:positive|negative))'
const kind = '(?:fine|good|great|okay|ok|perfect|decent|satisfactory|reassuring|spot on|happy|excellent|lovely)'
const tail = '(?: (?:a touch|a bit|a little|too|though|at the moment|as well|this time|again|now|for you))*'
const isClinical = new RegExp(`^${soft}(${clinical})${tail}$`)
const isKind = new RegExp(`^${soft}(${kind})${tail}$`)
const banded =
  /\bin the ((?:very |upper |lower )?(?:high|moderate|low|mild|severe|normal) range(?: (?:of|for) [a-z]+)?)/

const lead =
  /^(?:(?:and|but|so|that|which|it|they|these|those|is|are|was|were|s|um|well|yes|both|all|came|come|has|have|back|as|looks?|look) )+(?!changed|not changed)/
/** What a clause says of the result; `isBare`: nothing else was said of it, so that "fine" counts too. */
export function verdictOf(text: string, isBare: boolean): string | undefined {
  const range = banded.exec(text)?.[1]
  if (range !== undefined) return range
  if (/^(?:(?:and|but|that|it|which) )*ha(?:s|ve) not changed$/.test(text)) return 'has not changed'
  if (!isClinical.test(text) && !(isBare && isKind.test(text))) return undefined
  return text
    .replace(lead, '')
    .replace(/^(?:ab?|b|o) (?=(?:positive|negative)$)/, (group) => group.toUpperCase())
    .replace(/ (?:too|though|as well|at the moment|again)$/, '')
}
