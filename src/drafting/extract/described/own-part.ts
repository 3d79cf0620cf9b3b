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

/** Two symptoms with a time each: the words between them. */
export const isParted = (sentence: Sentence, terms: readonly Term[]): boolean => {
  const first = findDuration(sentence.words)
  return terms.length === 2 && first !== undefined && findDuration(sentence.words, first.to + 1) !== undefined
}

export function ownPart(sentence: Sentence, term: Term, terms: readonly Term[]): Sentence {
  if (!isParted(sentence, terms)) return sentence
  const next = terms.find(({ from }) => from > term.to)
  const own = terms.find(({ key }) => key === term.key) ?? term
  const start = own.to + 1
  const words = sentence.words.slice(start, next?.from)
  const [first] = words
  const text = first === undefined ? '' : sentence.segment.text.slice(first.start, words.at(-1)?.end)
  const within = sentence.terms.filter(({ from, to }) => from >= start && to < start + words.length)
  const shifted = within.map((term) => ({ ...term, from: term.from - start, to: term.to - start }))
  return { ...sentence, words, text, said: plainText(text), terms: shifted }
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
