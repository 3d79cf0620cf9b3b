/** The part of a sentence that is about one symptom of several: its time, its side. */
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Duration, findDuration } from '../../vocabulary/amounts.ts'
import type { Term } from '../../vocabulary/terms.ts'

/** Where the symptom is. */
const place = /\b(?:in|on|at|behind|under|below|above|over|around|round|across|along|down|up|inside|between|near) my (?:(?:left|right|lower|upper|both|big|little) )*[a-z]+/g // biome-ignore format: short

/** Nothing new begins between the symptom and the time. */
export function reaches(sentence: Sentence, term: Term, duration: Duration | undefined): boolean {
  const own = sentence.terms.find(({ key }) => key === term.key)
  if (own === undefined || duration === undefined || duration.from < own.to) return true
  const between = sentence.words.slice(own.to + 1, duration.from).map(({ text }) => text).join(' ') // biome-ignore format: short
  return (
    !/\b(?:i|my|and)\b/.test(between.replace('on and off', '').replaceAll(place, '')) ||
    /\b(?:start\w*|since|been|going on|noticed|had it|lasted)\b/.test(between)
  )
}

const day = /^(?:yesterday|this|last|the|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/
/** "A week ..., ... since yesterday": a length, and a day after it that begins another. */
const hasDayToo = ({ words }: Sentence, { from, to }: Duration): boolean =>
  words.some(({ text }, at) => text === 'since' && (at < from - 1 || at > to) && day.test(words[at + 1]?.text ?? ''))

/** Two symptoms with a time each: the words between them. */
export const isParted = (sentence: Sentence, terms: readonly Term[]): boolean => {
  const first = findDuration(sentence.words)
  return terms.length === 2 && first !== undefined && (findDuration(sentence.words, first.to + 1) !== undefined || hasDayToo(sentence, first)) // biome-ignore format: short
}

export function ownPart(sentence: Sentence, term: Term, terms: readonly Term[]): Sentence {
  if (!isParted(sentence, terms)) return sentence
  const next = terms.find(({ from }) => from > term.to)
  const own = terms.find(({ key }) => key === term.key) ?? term
  return cut(sentence, own.to + 1, next?.from ?? sentence.words.length)
}

const links = /^(?:and|but|then|so|plus)$/
const subjects = /^(?:i|my|it|he|she|his|her|there|we|the|this|that|i'm|i've)$/
/** A time may stand before the subject of its clause: "and since last night I've been sweating". */
const fronts = /^(?:,|since|for|from|in|over|about|around|the|last|past|this|now|then|also|just|today|yesterday|night|morning|week|evening|afternoon|days?|weeks?|months?|hours?|years?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|christmas|easter|an?|one|two|three|four|five|six|seven|eight|nine|ten|couple|few|of|or|so|\d+)$/ // biome-ignore format: a list

/** Where each clause with a subject of its own begins. */
function listClauseStarts({ words }: Sentence): readonly number[] {
  const texts = words.map(({ text }) => text)
  return texts.flatMap((text, at) => {
    if (!links.test(text)) return []
    const subject = texts.findIndex((word, place) => place > at && !fronts.test(word))
    const isFrontedTime = texts.slice(at + 1, subject).some((word) => word !== ',' && word !== 'the')
    return subject > at && subjects.test(texts[subject] ?? '') && (isFrontedTime || subject === at + 1) ? [at + 1] : []
  })
}

/**
 * The clause of the symptom: "a cough for five days, and since last night I've been sweating" has two. The whole sentence if a clause with a time
 * has no symptom, since its "it" may be the one before.
 */
export function ownClause(sentence: Sentence, term: Term, terms: readonly Term[]): Sentence {
  const starts = [0, ...listClauseStarts(sentence)]
  const own = terms.find(({ key }) => key === term.key)
  if (own === undefined || starts.length === 1 || terms.length < 2) return sentence
  const spans = starts.map((from, at) => ({ from, to: starts[at + 1] ?? sentence.words.length }))
  const parts = spans.map(({ from, to }) => cut(sentence, from, to))
  const holds = (at: number) => terms.some(({ from }) => from >= (spans[at]?.from ?? 0) && from < (spans[at]?.to ?? 0))
  const isTimed = ({ words, said }: Sentence) => findDuration(words) !== undefined || /\bsince\b/.test(said)
  if (parts.some((part, at) => isTimed(part) && !holds(at))) return sentence
  return parts[spans.findIndex(({ from, to }) => own.from >= from && own.from < to)] ?? sentence
}

/** The words of the sentence between two places, as a sentence. */
function cut(sentence: Sentence, from: number, to: number): Sentence {
  const words = sentence.words.slice(from, to)
  const [first] = words
  const text = first === undefined ? '' : sentence.segment.text.slice(first.start, words.at(-1)?.end)
  const within = sentence.terms.filter((term) => term.from >= from && term.to < to)
  const terms = within.map((term) => ({ ...term, from: term.from - from, to: term.to - from }))
  return { ...sentence, words, text, said: plainText(text), terms }
}

/** "For about two weeks now I've had this headache": a time before the clause belongs to the clause. */
export const isFronted = ({ words }: Sentence, at: number): boolean =>
  words.slice(0, at).every(({ text }) => /^(?:so|well|yeah|um|uh|for|about|around|over|the|last|past|since|nearly|almost|maybe|like|basically|a|an|just|now|,)$/.test(text)) // biome-ignore format: short

/** The words about one of several symptoms: from the one before it to the one after it. */
export function nearTerm(sentence: Sentence, term: Term, terms: readonly Term[]): Pick<Sentence, 'words'> {
  const own = terms.find(({ key }) => key === term.key)
  if (own === undefined || terms.length <= 1) return terms.length <= 1 ? sentence : { words: [] }
  const start = (terms.findLast(({ to }) => to < own.from)?.to ?? -1) + 1
  const end = terms.find(({ from }) => from > own.to)?.from
  const words = sentence.words.slice(start, end)
  const comma = words.findIndex(({ text }, at) => text === ',' && start + at > own.to)
  return { words: comma < 0 ? words : words.slice(0, comma) }
}
