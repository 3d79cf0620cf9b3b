/** The day on which a trouble began, in the trouble's own clause: "on Thursday this rash came up", "yesterday he started this cough". D480. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { month, weekday, withCalendarNames } from '../../vocabulary/calendar.ts'
import type { Attribute } from '../attribute.ts'
import { says } from '../candidates.ts'
import type { Mention } from '../mention.ts'

const ofDay = '(?:morning|afternoon|arvo|evening|night|lunchtime)'
const part = `(?: ${ofDay})?`
const about = '(?:(?:about|around|like|roughly|probably|maybe|i think|um|uh) )*'
/** Days that a running trouble may have begun on. "Last year I got the flu" may be over, so a longer time needs a verb of beginning. */
const near = `(?:yesterday${part}|the day before yesterday|last night|this ${ofDay}|overnight|${weekday}${part}|the weekend)`
const far = `(?:last (?:week|weekend|month|year|summer|winter|autumn|spring|christmas|easter|${weekday}|${month})|(?:early |late |mid )?${month}|christmas|easter|new year)`
const lead = '(?:(?:so|and|then|but|well|now|um|uh|oh|because|it was|i think|on|in|at|over|,) )*'

const begins =
  '(?:started|began|came on|came up|come up|came out|came back|appeared|showed up|popped up|kicked in|kicked off|set in|hit)'
const gets =
  '(?:started(?: (?:getting|having|feeling|with|to (?:get|have|feel)))?|began(?: (?:getting|having|to))?|got|developed|came down with|came out in|broke out in|noticed|found|woke up with|woke with|woke up)'
const who = '(?:i|he|she|we|they|it)'

type Form = { readonly pattern: RegExp; readonly reason: string }
const forms: readonly Form[] = [
  { pattern: new RegExp(`^${lead}(${near}|${far}),? ${who} (?:(?:just|sort of|kind of|also|suddenly) )*${gets}\\b`), reason: 'the day, and a verb by which a person gets a trouble' },
  { pattern: new RegExp(`^${lead}(${near}|${far}),? (?:this|the|my|his|her|a|an|that|some) .*\\b${begins}\\b`), reason: 'the day, and the trouble with a verb of beginning' },
  { pattern: new RegExp(`\\b${begins}(?: off)?(?: again)?(?: properly)? ${about}(?:(?:on|in|at|over|during|around|about|back in) )*(?:the )?(?:night of )?(${near}|${far})(?=[ ,.!]|$)`), reason: 'a verb of beginning and its day' },
  { pattern: new RegExp(`\\b${who} (?:(?:just|also|first|only|suddenly) )*${gets}\\b.* ${about}(?:(?:on|in|at|over|around|about|back in) )*(${near})(?= ?[,.!]|$)`), reason: 'a verb by which a person gets a trouble, and its day' },
] // biome-ignore format: one row a line

const blocked = /\b(?:not|no|never|if|when|every|each|usually|always|sometimes|used to|stopped|finished|gone|went away|cleared|settled|better|worse|before that|tablets?|taking|took|seen|saw|doctor|hospital|again)\b/ // biome-ignore format: a list

const link = /^(?:and|but|then)$/
const verb = new RegExp(`\\b(?:${begins}|${gets}|had|has|have|was|were|is|am|are)\\b`)
const textOf = (words: Sentence['words']): string => words.map(({ text }) => text).join(' ').replaceAll(' ,', ',') // biome-ignore format: short

/** The words from one link with a verb behind it to the next: "the cough started on Sunday", "and then the fever came on Monday". */
function clauseOf({ words }: Sentence, { from }: Mention['term']): Sentence['words'] {
  const starts = words.flatMap(({ text }, at) => {
    const next = words.findIndex((word, place) => place > at + 1 && link.test(word.text))
    return link.test(text) && verb.test(textOf(words.slice(at + 1, next < 0 ? undefined : next))) ? [at] : []
  })
  const start = starts.findLast((at) => at < from)
  return words.slice(
    start === undefined ? 0 : start + 1,
    starts.find((at) => at > from),
  )
}

/** The day of the one clause; undefined if the clause tells none, or denies, ends or repeats the trouble. */
function readDay(said: string): string | undefined {
  if (blocked.test(said)) return undefined
  const day = forms.flatMap(({ pattern }) => pattern.exec(said)?.[1] ?? [])[0]
  return day === undefined ? undefined : withCalendarNames(day)
}

/** Days of beginning in the patient's own sentences. */
export const listOnsetDays = (mentions: readonly Mention[]): readonly Attribute[] =>
  mentions.flatMap((mention): readonly Attribute[] => {
    const sentence = mention.quotes[0]?.sentence
    if (sentence === undefined || !mention.isExplicit || mention.polarity !== 'present' || mention.time !== 'current' || sentence.segment.speaker !== 'patient') return [] // biome-ignore format: short
    const own = sentence.terms.find(({ key }) => key === mention.term.key) ?? mention.term
    const day = readDay(textOf(clauseOf(sentence, own)))
    return day === undefined ? [] : [{ concept: mention.term.key, kind: 'duration', order: 0, text: `since ${day}`, quotes: says(sentence) }] // biome-ignore format: short
  })
