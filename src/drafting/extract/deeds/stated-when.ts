/** When something was done, in the speaker's words: "in 2019", "two years ago", "last winter", "today". D146. */

import { sentenceCase } from '../candidates.ts'

const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const seasons = 'spring|summer|autumn|winter|christmas|easter'
const weekdays = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'
const small = 'one|two|three|four|five|six|seven|eight|nine'
const teens = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const belowHundred = `(?:(?:${tens})(?:[ -](?:${small}))?|${teens}|${small})`
const year = `(?:(?:19|20)\\d\\d|nineteen ${belowHundred}|twenty (?:oh )?${belowHundred}|two thousand(?: (?:and )?${belowHundred})?)`
const count = `(?:an?|${belowHundred}|\\d{1,2}|a couple of|a few|several)`
const units = '(?:day|week|month|year)s?'

// biome-ignore format: one row a line
const patterns: readonly RegExp[] = [
  new RegExp(`\\bin (?:(?:early|late|mid) )?(?:(?:${months}),? (?:of )?)?${year}\\b`),
  new RegExp(`\\bin (?:(?:early|late) )?(?:${months})\\b`),
  new RegExp(`\\b(?:(?:about|around|roughly|over|nearly|almost) )?${count}(?: (?:or|to) ${belowHundred})? ${units} ago\\b`),
  new RegExp(`\\blast (?:week|month|year|night|${months}|${seasons}|${weekdays})\\b`),
  new RegExp(`\\b(?:earlier )?this (?:morning|afternoon|week|month|year|${seasons})\\b`),
  /\bearlier today\b|\btoday\b|\byesterday\b|\bjust now\b/,
  /\bas a (?:child|kid|baby|toddler|teenager)\b/,
  new RegExp(`\\bin my (?:teens|(?:early |mid |late )?(?:${tens.replaceAll('y|', 'ies|').replace(/y$/, 'ies')}))\\b`),
]

/** The words, if the text says when once; several times in one sentence belong to nobody knows which. */
export function findWhen(said: string): string | undefined {
  const found: string[] = []
  let rest = said
  for (const pattern of patterns) {
    const match = pattern.exec(rest)
    if (match === null) continue
    found.push(match[0])
    rest = rest.replace(match[0], ' . ')
  }
  return found.length === 1 ? found[0]?.replace(names, (name) => sentenceCase(name)) : undefined
}

/** Names of times that a note writes with a capital. */
const names = new RegExp(`\\b(?:${months}|${weekdays}|christmas|easter)\\b`)
