/** When something was done, in the speaker's words: "in 2019", "two years ago", "last winter", "today". D146. */

import { month, weekday, withCalendarNames } from '../../vocabulary/calendar.ts'

const seasons = 'spring|summer|autumn|winter|christmas|easter'
const small = 'one|two|three|four|five|six|seven|eight|nine'
const teens = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const belowHundred = `(?:(?:${tens})(?:[ -](?:${small}))?|${teens}|${small})`
const year = `(?:(?:19|20)\\d\\d|nineteen ${belowHundred}|twenty (?:oh )?${belowHundred}|two thousand(?: (?:and )?${belowHundred})?)`
const count = `(?:an?|${belowHundred}|\\d{1,2}|a couple of|a few|several)`
const units = '(?:day|week|fortnight|month|year)s?'
const ordinal = `(?:\\d{1,2}(?:st|nd|rd|th)|(?:twenty |thirty )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|${teens.replaceAll('|', 'th|')}th|twentieth|thirtieth)`

// biome-ignore format: one row a line
const patterns: readonly RegExp[] = [
  new RegExp(`\\b(?:on )?the ${ordinal} of ${month}\\b`),
  new RegExp(`\\bin (?:(?:early|late|mid) )?(?:${month},? (?:of )?)?${year}\\b`),
  new RegExp(`\\bin (?:(?:early|late) )?${month}\\b`),
  new RegExp(`\\b(?:(?:about|around|roughly|over|nearly|almost) )?${count}(?: (?:or|to) ${belowHundred})? ${units} (?:ago|back)\\b`),
  new RegExp(`\\bat (?:about |around )?${belowHundred}(?: and a half)? (?:weeks?|months?|years?)(?: old| pregnant)?\\b`),
  new RegExp(`\\blast (?:week|month|year|night|${month}|${seasons}|${weekday})\\b`),
  new RegExp(`\\b(?:earlier )?this (?:morning|afternoon|week|month|year|${seasons})\\b`),
  /\bearlier today\b|\btoday\b|\byesterday\b|\bjust now\b/,
  /\bas a (?:child|kid|baby|toddler|teenager)\b|\bat school\b|\bin (?:high|primary) school\b|\bat birth\b/,
  new RegExp(`\\bin year ${belowHundred}\\b|\\bin (?:my|the) (?:last |first |second )?pregnancy\\b|\\b(?:when|while) (?:i|she) was pregnant\\b`),
  new RegExp(`\\bwhen (?:i|he|she) was (?:about |around )?(?:${belowHundred}|\\d{1,2}|little|a kid|a child|a baby|small|born|younger)(?: (?:weeks?|months?|years?)(?: old)?)?\\b`),
  new RegExp(`\\bin my (?:teens|(?:early |mid |late )?(?:${tens.replaceAll('y|', 'ies|').replace(/y$/, 'ies')}))\\b`),
]

/** A time that is the whole of a reply: "would have been twenty nineteen", "year seven", "April". */
// biome-ignore format: one row a line
const bareTimes: readonly (readonly [form: RegExp, lead: string])[] = [
  [new RegExp(`^(?:(?:back )?in )?(?:(?:early|late|mid) )?(?:${month},? (?:of )?)?(${year})\\b`), 'in '],
  [new RegExp(`^(?:in )?(?:(?:early|late) )?(${month})(?=[,.]|$| this year| last year| just gone)`),  'in '],
  [new RegExp(`^(?:in )?(year ${belowHundred})(?=[,.]|$)`),                                             'in '],
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
  return found.length === 1 ? withCalendarNames(found[0] ?? '') : undefined
}

const lead =
  /^(?:(?:um+|uh+|oh|ooh|well|yes|yeah|yep|so|now|about|around|maybe|that|it|i|would|must|have|had|been|was|be|think|reckon|guess|probably|got|mine|them|last|one)\b,? ?|it'd ?)+/

export type StatedWhen = { readonly words: string; readonly lead: string }

/** The time with which a reply answers: `words` as they were said, `lead` what a note puts before them. */
export function readWhen(said: string): StatedWhen | undefined {
  const words = findWhen(said)
  if (words !== undefined) return { words, lead: '' }
  const bare = said.replace(lead, '')
  const row = bareTimes.find(([form]) => form.test(bare))
  const found = row?.[0].exec(bare)?.[1]
  return found === undefined || row === undefined ? undefined : { words: withCalendarNames(found), lead: row[1] } // biome-ignore format: short
}
