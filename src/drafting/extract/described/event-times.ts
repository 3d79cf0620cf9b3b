/** When an event was: a fall is "last week" or "3 weeks ago", and not "for 3 weeks". D490. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { findDuration } from '../../vocabulary/amounts.ts'
import { month, weekday, withCalendarNames } from '../../vocabulary/calendar.ts'
import { readWords } from '../../vocabulary/words.ts'
import type { Attribute } from '../attribute.ts'
import { says } from '../candidates.ts'
import type { Mention } from '../mention.ts'

/** Troubles that happen at a moment. */
const happens =
  /^(?:fall|head injury|injury|twisted ankle|collapse|fainting|burn|insect bite|sting|heard an? [a-z]+|(?:[a-z]+ )+injury)$/i
export const isEvent = ({ display }: { readonly display: string }): boolean => happens.test(display) || /^(?:has )?(?:fallen|fell|tripped|slipped|twisted|rolled|landed|heard|felt an?|came off|went over|was (?:lifting|playing|running)) /i.test(display) // biome-ignore format: one row

/** The time of an event, of the time of a trouble: "started 3 weeks ago" is "3 weeks ago". */
export const timeOfEvent = (duration: string, display = ''): string | undefined => {
  if (duration.startsWith('for ') && display.endsWith(' injury')) return `${duration.slice('for '.length)} ago`
  if (duration.startsWith('started ')) return duration.slice('started '.length)
  const [, day] = /^since (?:the )?(.+)$/.exec(duration) ?? []
  if (day === undefined) return undefined
  return /^(?:last|yesterday|this|christmas|easter)\b/i.test(day) ? day : /day\b/i.test(day) ? `on ${day}` : new RegExp(`^${month}$`, 'i').test(day) ? `in ${day}` : undefined // biome-ignore format: one row
}

const part = '(?: (?:morning|afternoon|evening|night))?'
const near = new RegExp(`\\b((?:on )?${weekday}${part}|yesterday${part}|last (?:night|week|weekend|month|${weekday}|${month})|this (?:morning|afternoon|evening)|(?:on|at|over) the weekend)\\b`) // biome-ignore format: one row
/** The words between two clauses. */
const joint = /,? (?:and|but|so|then|since) (?=(?:now|then|i|it|my|the|she|he|ever)\b)|, (?=(?:i|it|my|now)\b)/

/** The time in the clause of the event. */
function readWhen(sentence: Sentence, { from }: Mention['term']): string | undefined {
  const before = sentence.words.slice(0, from).map(({ text }) => text).join(' ').replaceAll(' ,', ',') // biome-ignore format: one row
  const start = Math.max(0, ...[...before.matchAll(new RegExp(joint, 'g'))].map(({ index, 0: text }) => index + text.length)) // biome-ignore format: one row
  const own = sentence.said.slice(start).split(joint)[0] ?? ''
  const duration = findDuration(readWords(own))
  if (duration?.sense === 'ago') return `${duration.text} ago`
  const day = near.exec(own)?.[1]
  return day === undefined ? undefined : withCalendarNames(day)
}

export const listEventTimes = (mentions: readonly Mention[]): readonly Attribute[] =>
  mentions.flatMap(({ term, quotes, polarity, time, isExplicit }): readonly Attribute[] => {
    const sentence = quotes[0]?.sentence
    if (sentence === undefined || !isExplicit || polarity !== 'present' || time !== 'current' || !happens.test(term.display) || sentence.segment.speaker !== 'patient') return [] // biome-ignore format: one row
    const own = sentence.terms.find(({ key }) => key === term.key)
    const when = own === undefined ? undefined : readWhen(sentence, own)
    return when === undefined ? [] : [{ concept: term.key, kind: 'duration', order: 0, text: when, quotes: says(sentence) }] // biome-ignore format: one row
  })

/** "Since then my back has been sore": the trouble began with the event. */
const sinceThen = /\b(?:since then|ever since|(?<!\w )since)(?=[,.]|$| (?:it|i|my|the|then)\b)|\bsince[.]?$|\band now\b/

/** The trouble that an event left, with the time of the event: "started 3 weeks ago". */
export function listAfterEvents(mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Attribute[] {
  const events = listEventTimes(mentions)
  return mentions.flatMap(({ term, quotes, polarity, time, isExplicit }): readonly Attribute[] => {
    if (!isExplicit || polarity !== 'present' || time !== 'current' || isEvent(term)) return []
    const own = quotes.map(({ sentence }) => sentence).find(({ said }) => sinceThen.test(said))
    if (own === undefined) return []
    const before = dialogue[dialogue.indexOf(own) - 1]
    const event = events.find((each) => each.quotes.some(({ sentence }) => sentence === own || (sentence === before && sentence.segment === own.segment))) // biome-ignore format: one row
    if (event === undefined) return []
    const quoted = event.quotes.filter(({ sentence }) => sentence !== own)
    return [{ concept: term.key, kind: 'duration', order: 0, text: tellOnset(event.text), quotes: [...quoted, ...says(own)] }] // biome-ignore format: one row
  })
}

const tellOnset = (when: string): string => (when.endsWith(' ago') ? `started ${when}` : `since ${when.replace(/^(?:on|at|over) /, '')}`) // biome-ignore format: one row
