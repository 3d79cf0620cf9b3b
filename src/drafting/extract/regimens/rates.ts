/** The rates of a medicine, the longer first. Each is written with the period that was said, so that its evidence shows it. */
import { weekday, withCalendarNames } from '../../vocabulary/calendar.ts'

const counts: Readonly<Record<string, string>> = { two: '2', three: '3', four: '4', five: '5', six: '6', eight: '8', ten: '10', twelve: '12' } // biome-ignore format: a table
const figure = (word = ''): string => counts[word] ?? word
const period = (word = ''): string => ({ daily: 'day', weekly: 'week', monthly: 'month' })[word] ?? word
const counted = '(?:two|three|four|five|six|\\d)'
const hours = '(two|four|six|eight|ten|twelve|\\d+)'
const meal = '(breakfast|lunch|dinner|tea|supper|brekkie|meals|evening meal|main meal)'

type Rate = readonly [pattern: RegExp, write: (match: readonly string[]) => string]

// biome-ignore format: one row a line
export const rates: readonly Rate[] = [
  [/\b(once|twice) (?:a|per|every|each|in a) (day|week|month|fortnight)\b/,     ([, count = '', each = '']) => `${count} a ${each}`],
  [/\b(once|twice) (?:a|per|every|each) (morning|night|evening)\b/,            ([, count = '', each = '']) => count === 'once' ? `every ${each}` : `twice every ${each}`],
  [/\b(four|six|eight|twelve|\d+) hourly\b/,                                   ([, count]) => `every ${figure(count)} hours`],
  [new RegExp(`\\b(?:(?:only|just|maybe|about|probably) )?(a couple of|${counted})(?: or (${counted}))? (days|nights|mornings|evenings|times) (?:a|per|each|every|out of the|in the) (week|fortnight|month)\\b`), ([, count = '', more, each, span]) => `${count === 'a couple of' ? count : figure(count)}${more === undefined ? '' : ` or ${figure(more)}`} ${each} a ${span}`],
  [/\bone time (?:a|per|every|each) (day|week|month)\b/,                        ([, each = '']) => `once a ${each}`],
  [/\b(once|twice) (daily|weekly|monthly)\b/,                                   ([, count = '', each = '']) => each === 'daily' ? `${count} a day` : `${count} ${each}`],
  [new RegExp(`\\b(up to )?(${counted}) times (?:a|per|every|each) (day|week|month)\\b`), ([, most = '', count, each]) => `${most}${figure(count)} times a ${each}`],
  [new RegExp(`\\b(up to )?(${counted}) times (daily|weekly)\\b`),              ([, most = '', count, each]) => `${most}${figure(count)} times a ${period(each)}`],
  [/\b(?:every )?(?:(?:in the|of a) )?mornings?,? and (?:(?:again )?(?:at|in the|of a|of an|last thing at) )?(night|evening)s?\b/, ([, end = '']) => `morning and ${end}`],
  [/\bone (?:in the|of a) mornings?,? (?:and )?(?:one|another) (?:at|in the|of a|of an) (night|evening)s?\b/, ([, end = '']) => `morning and ${end}`],
  [new RegExp(`\\b(?:one )?(with|before|after|at) ${meal},? and (?:(?:one|another|again) )?(?:(?:with|before|after|at) )?${meal}\\b`), ([, when = '', first = '', second = '']) => `${when} ${first} and ${second}`],
  [/\bnights? and mornings?\b/,                                                 () => 'morning and night'],
  [new RegExp(`\\bevery ${hours} (?:to|or) ${hours} hours\\b`),                 ([, low, high]) => `every ${figure(low)} to ${figure(high)} hours`],
  [new RegExp(`\\bevery ${hours} hours\\b`),                                    ([, count]) => `every ${figure(count)} hours`],
  [/\b(?:once )?every (two|three|four|six|eight|twelve|\d+) (days|weeks|months)\b/, ([, count, each = '']) => `every ${figure(count)} ${each}`],
  [/\bevery (?:other|second) (day|night|morning|week)\b|\balternate (day|night)s?\b/, ([, each, other]) => `every other ${each ?? other ?? ''}`],
  [/\bmost (days|nights|mornings|weeks)\b/,                                     ([, each = '']) => `most ${each}`],
  [/\bevery third day\b/,                                                       () => 'every third day'],
  [/\b(?:(?:first|last) thing )?(?:every|each)(?: single)? (day|morning|night|evening|week|month|fortnight)\b/, ([, each = '']) => `every ${each}`],
  [new RegExp(`\\b(?:(?:half an hour|an hour|ten minutes|twenty minutes|thirty minutes) )?(before|after|with|at) (?:(?:my|me|your|his|her|every|each|the) )?${meal}(?: ?time)?\\b`), ([, when = '', which = '']) => `${when} ${which === 'brekkie' ? 'breakfast' : which}`],
  [/\b(?:once )?(daily|weekly|fortnightly|monthly)\b/,                          ([, each = '']) => each],
  [/\bone a (day|week)\b/,                                                      ([, each = '']) => `once a ${each}`],
  [/\b(?:one )?(?:last thing )?(at night|at bedtime|before bed|nightly|last thing|of a night|before i go to (?:bed|sleep)|going to bed|when i go to bed|every bedtime)(?: ?time| at night)?\b/, ([, when = '']) => bedtimes[when] ?? when],
  [/\b(?:just |only )?nights\b|\bnocte\b/,                                      () => 'at night'],
  [/\b(?:first thing )?(?:in the (morning|evening)s?|of (?:a|the) morning|of an (evening))\b/, ([, part, late]) => `in the ${part ?? late ?? 'morning'}`],
  [/\bfirst thing\b|\bmornings\b|\bmane\b/,                                     () => 'in the morning'],
  [new RegExp(`\\b(?:(?:on|every) (?:a |the )?|(?:just|only) (?:on )?(?:the )?)(${weekday})s?\\b(?!,? (?:i|we|it|he|she|was|last)\\b)`),                            ([, day = '']) => withCalendarNames(`on ${day}s`)],
  [/\b(before|after|with) (?:(?:some|a bit of|a little|your|my|the|any) )?(food|eating)\b/, ([, when = '']) => `${when} food`],
  [/\b(?:only |just )?(?:as|when|if|whenever)(?: and when)? (?:needed|required|necessary|i (?:need|want)(?: (?:it|them|one|to))?)\b|\bp ?r ?n\b/, () => 'as needed'],
]
/** Letters without which no rate is said: most sentences have none of them. */
export const mayRate = /day|dail|week|month|fortnight|morning|night|evening|hour|breakfast|lunch|dinner|tea|supper|brekkie|meals|bed|nocte|mane|thing|food|eating|need|required|necessary|want|p ?r ?n/ // biome-ignore format: one row

const bedtimes: Readonly<Record<string, string>> = { 'last thing': 'at night', 'of a night': 'at night', 'before i go to bed': 'before bed', 'before i go to sleep': 'before bed', 'going to bed': 'at bedtime', 'when i go to bed': 'at bedtime', 'every bedtime': 'at bedtime' } // biome-ignore format: a table

/** "Daily?" - "Weekly.": of two rates that cannot both hold, none is stated. */
const spanOf = (rate: string): string => (/week|fortnight|month|^on |\bdays\b|other|third|needed/.test(rate) ? rate.replace(/\b(?:once a|every) week\b/, 'weekly') : 'day') // biome-ignore format: short
const countOf = (rate: string): string | undefined => /\b(?:once|twice|\d times|every \d+(?: to \d+)? hours|daily|every day)\b/.exec(rate)?.[0].replace(/^(?:daily|every day)$/, 'once') // biome-ignore format: short
export const isContraryRate = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one !== other &&
  (spanOf(one) !== spanOf(other) ||
    (countOf(one) !== undefined && countOf(other) !== undefined && countOf(one) !== countOf(other)))
