/**
 * A time that stands alone: "About three weeks, I reckon.", "It goes back a month.", "Tuesday." Its sentence has no other matter, so the
 * time belongs to the matter that the talk is about.
 */
import { people } from '../../dialogue/reply-forms.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Duration, findDuration } from '../../vocabulary/amounts.ts'
import { month, weekday, withCalendarNames } from '../../vocabulary/calendar.ts'
import { wordSet } from '../../vocabulary/words.ts'
import { isAge, readTime } from '../attribute-words.ts'
import { tellsOtherLength } from './other-lengths.ts'

export type Time = { readonly text: string; readonly sense: 'for' | 'ago' | 'bare' | 'since' }

/** Words that name no matter: pronouns, verbs of being, having, lasting and beginning, hedges, degrees, links. */
const light = wordSet(
  'i we it this that they these those he she there my is are was were be been being am has have had having got get getting would will could must might do does did ' +
    'go goes going gone went start started starts starting begin began begun beginning came come comes coming kick kicked noticed notice first last lasted turn turned ' +
    'for since ago back from over past on up at to in of or and so as by with about around roughly nearly almost just under only least most more less than ' +
    'maybe probably perhaps possibly think guess say suppose reckon estimate want make imagine know remember believe ' +
    'give take touch near enough thereabouts ish now then still already total all altogether count part best good full whole solid long time while ever ' +
    'no nope um uh er erm oh ooh hmm hm mm well yeah yes yep aye ok okay right look let me see honestly really quite pretty actually doctor doc the a an like day one ' +
    'row running straight solid end trot bounce lately ' +
    'half another bit little few couple same this last yesterday today morning afternoon evening night week month year weekend definitely certainly easily fairly sort kind',
)
/** After these "it" is a medicine, a place or a job, or the time is no beginning. */
const ofOther =
  /\b(?:the|your|my|his|her) back\b|\bon (?:it|them|this|that|those)\b|\b(?:every|each|per|at a time|lasts|lasting|until|till|in the last|used to)\b/

const begins = '(?:(?:it|this|that|they|these|which) )?(?:all |just |only |first |probably )*(?:started|began|begun|came (?:on|up|out)|kicked off|set in|appeared|showed up|flared up)(?: (?:up|off|with me))?' // biome-ignore format: short
const noticing =
  '(?:i|we) (?:first |only |just )*(?:noticed|spotted|saw|felt|found|had|got) (?:it|this|that|them)(?: first)?'
/** A verb of beginning makes a day the beginning, though nobody asked for it. */
const tellsBeginning = new RegExp(`^(?:(?:and|so|well|um|uh|er|yeah),? )*(?:${begins}|${noticing}) `)
const hour = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|midday|midnight)'
/** "Quarter to seven, because the news was on": what the speaker knows the time by. */
const occasion = /,? (?:because|cos|when|while|as|just (?:as|before|after)|straight after|right after) .*$/
/** A day or a part of it as the whole answer to "when?". */
const dayAlone = new RegExp(
  `^(?:(?:no|sorry|wait|actually|i mean|and|so|um|uh|er|oh|yeah|well|just|only|about|around|probably|i think|maybe|${begins}|${noticing}|this started|from|since|on|in|over|back|early|late),? )*(?:the )?((?:last )?${weekday}(?: (?:morning|afternoon|arvo|evening|night))?|yesterday(?: (?:morning|afternoon|arvo|evening))?|this (?:morning|afternoon|arvo|week)|the day before yesterday|(?:the )?(?:other|last) (?:night|week|month|year|weekend|summer|winter|spring|autumn|christmas)|the weekend|(?:in |last )?${month}|christmas|easter|(?:half past|quarter (?:to|past)|(?:five|ten|twenty) (?:to|past)) ${hour}(?: (?:in the (?:morning|afternoon|evening)|at night|this (?:morning|afternoon|evening)|last night|yesterday))?|${hour}(?: o'clock)? (?:in the (?:morning|afternoon|evening)|at night|this (?:morning|afternoon|evening)|last night|yesterday))(?:,? (?:just |only )?(?:(?:about|around|at|like),? )+(?:half past |quarter to |quarter past )?[a-z0-9]+(?: (?:o'clock|thirty|fifteen|am|pm|ish|in the (?:morning|afternoon|evening)))?)?(?: (?:i think|or so|i would say|or thereabouts|time|doctor))*[.,]?$`,
)

/** The words of the clause that has the duration. */
function clauseOf({ words }: Sentence, from: number, to: number): readonly string[] {
  const start = words.slice(0, from).findLastIndex(({ text }) => text === ',') + 1
  const end = words.slice(to + 1).findIndex(({ text }) => text === ',')
  return words.slice(start, end < 0 ? words.length : to + 1 + end).map(({ text }) => text)
}

const isNumber = (text: string): boolean =>
  findDuration([
    { text, start: 0, end: 0 },
    { text: 'days', start: 0, end: 0 },
  ]) !== undefined

/** True if the words say nothing but a time. */
export const isLight = (clause: readonly string[]): boolean =>
  clause.every((word) => light.has(word) || /^[.?!,]$|^(?:hour|day|night|week|fortnight|month|year|several|hundred)s?$/.test(word) || isNumber(word)) // biome-ignore format: short

/** A change that the other clauses tell would make the time one of something else. */
const turns = /\b(?:but|except|until|stopped|better|gone(?! on)|not any ?more|again|before that|medic\w*|tablets?)\b/

/** Every duration of the sentence, in order. */
function listDurations(sentence: Sentence) {
  const found = []
  for (let next = findDuration(sentence.words); next !== undefined; next = findDuration(sentence.words, next.to + 1)) found.push(next) // biome-ignore format: short
  return found
}

/** The speaker takes back what was said before. */
export const takesBack =
  /\b(?:hang (?:on|about)|wait|no|sorry|actually|scratch|scrap|correct|lie|rather|bit more|bit less|longer|shorter|more like|let me|work(?:ed|ing) it out|make (?:that|it)|call it|wrong|not right|shaking)\b/

/** The words from the last boundary before the last of several times, if the speaker takes the others back. */
function afterCorrection({ words }: Sentence, last: Duration): readonly string[] | undefined {
  const start = words.slice(0, last.from).findLastIndex(({ text }) => boundary.test(text)) + 1
  const before = words.slice(0, start).map(({ text }) => text).join(' ') // biome-ignore format: short
  const rest = words.slice(start).map(({ text }) => text).join(' ') // biome-ignore format: short
  return takesBack.test(`${before} ${rest}`) ? rest.replace(takesBack, '').split(' ') : undefined
}
const boundary = /^(?:,|\.|and|but|no|sorry|wait|actually|rather|mean|lie|that)$/

/** "My dog, a week." */
export const ofPerson = new RegExp(
  `^(?:(?:yeah|yes|oh|no|well|and|but|um|uh|just),? )*(?:my|our) (?:\\w+ )?${people}\\b(?! (?:says|said|reckons|thinks|would say))`,
)

/** No other sentence needs a closer look. */
const namesTime =
  /(?:hour|day|night|week|month|year|weekend|morning|afternoon|arvo|evening)s?\b|\b(?:since|half past|quarter to|quarter past|o'clock|last|yesterday|christmas|easter|january|february|march|april|may|june|july|august|september|october|november|december)\b/

/** The time of a sentence that has no other matter; undefined if it has one, or two times. `isDayAsked`: a question asks for a day. */
export function readBareTime(sentence: Sentence, isDayAsked = false): Time | undefined {
  const { said } = sentence
  if (!namesTime.test(said) || ofPerson.test(said) || tellsOtherLength(sentence)) return undefined
  const corrected = readCorrected(sentence)
  if (corrected !== undefined) return corrected
  if (
    isAge.test(said) ||
    ofOther.test(said) ||
    turns.test(said) ||
    sentence.terms.length > 0 ||
    sentence.text.includes('[')
  )
    return undefined
  const day = isDayAsked || tellsBeginning.test(said) ? dayAlone.exec(isDayAsked ? said.replace(occasion, '') : said)?.[1] : undefined // biome-ignore format: short
  if (day !== undefined) return { text: withCalendarNames(day.replace(/^in /, '').replace('arvo', 'afternoon')), sense: 'since' } // biome-ignore format: short
  const durations = listDurations(sentence)
  const last = durations.at(-1)
  if (last === undefined) return readSince(sentence)
  if (new Set(durations.map(({ text }) => text)).size > 1) return undefined
  if (!isLight(clauseOf(sentence, last.from, last.to))) return undefined
  return { text: last.text, sense: last.sense }
}

/** "I told the nurse two weeks but I've worked it out and it's six weeks." */
function readCorrected(sentence: Sentence): Time | undefined {
  const durations = listDurations(sentence)
  const last = durations.at(-1)
  if (last === undefined || new Set(durations.map(({ text }) => text)).size < 2 || sentence.terms.length > 0) return undefined // biome-ignore format: short
  const rest = afterCorrection(sentence, last)
  return rest !== undefined && isLight(rest.filter((word) => word !== ''))
    ? { text: last.text, sense: last.sense }
    : undefined
}

function readSince(sentence: Sentence): Time | undefined {
  const time = readTime(sentence)
  return time?.sense === 'since' && isLight(sentence.words.map(({ text }) => text).filter((word) => !new RegExp(`^(?:${weekday}|${month}|christmas|midday|birth|childhood)$`).test(word))) ? time : undefined // biome-ignore format: short
}

/** How a note tells since when a symptom is there. `isBeginning`: the question asks when it began. */
export function tellTime({ text, sense }: Time, isBeginning: boolean): string {
  if (sense === 'since') return `since ${text}`
  if (sense === 'ago') return `started ${text} ago`
  return isBeginning && sense === 'bare' ? `started ${text} ago` : `for ${text}`
}
