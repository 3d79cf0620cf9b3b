/** A strength without its unit: "pantoprazole forty", "eighty of telmisartan", "Coversyl, the ten". It stays without one. D363. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Amount, readAmount, readSaidHundreds } from '../../vocabulary/amounts.ts'
import type { Dose } from '../medication.ts'
import { readFraction } from '../medication.ts'

/** What may follow: an end, a rate, or the next medicine. */
const follows =
  /^(?:,|\.|\?|once|twice|every|each|in|at|daily|nightly|weekly|nocte|mane|before|with|after|first|last|when|as|and|plus|morning|night|one|half|of|now|too|though)$/
/** Counts of tablets, and times of the day, are below it; no unit-less strength is told below it but "two point five". */
const least = 5

const isLead = (word: string): boolean => /^(?:,|the|just|only|it|is|its|on|at|a|yes|yeah|yep|um|uh|er|i|think|still|they|are|that|take|am|have|dose|strength|well|oh|now|no)$/.test(word) // biome-ignore format: short

/** "The thousand", "the hundred". */
const readRound = (words: Sentence['words'], at: number): Pick<Amount, 'value' | 'to'> | undefined =>
  words[at - 1]?.text === 'the' && /^(?:hundred|thousand)$/.test(words[at]?.text ?? '') ? { value: words[at]?.text === 'hundred' ? 100 : 1000, to: at } : undefined // biome-ignore format: short

export type Strength = { readonly dose: Dose; readonly to: number }

function readNumber({ words }: Sentence, at: number): Strength | undefined {
  const text = words[at]?.text ?? ''
  if (/^(?:an?|half)$/.test(text) && !/^(?:hundred|thousand)$/.test(words[at + 1]?.text ?? '')) return undefined
  const amount = readRound(words, at) ?? readSaidHundreds(words, at) ?? readFraction(words, at) ?? readAmount(words, at)
  if (amount === undefined || (amount.value < least && Number.isInteger(amount.value))) return undefined
  const next = words[amount.to + 1]?.text ?? ''
  // "Ten in the morning" may be a count after a name; "at ten" is a time of the day.
  const isDaily = next === 'a' && words[amount.to + 2]?.text === 'day'
  if (next !== '' && !isDaily && !follows.test(next)) return undefined
  return { dose: { value: amount.value, unit: '', at }, to: amount.to }
}

/** The strength that begins at the word, beside the name of its medicine; `isAsked`: in answer to a question after the dose. */
export function readStrength(sentence: Sentence, at: number, isAsked: boolean): Strength | undefined {
  const read = readNumber(sentence, at)
  if (read === undefined) return undefined
  const { words, terms } = sentence
  const medicines = terms.filter(({ kind }) => kind === 'medicine')
  const isOf = words[read.to + 1]?.text === 'of'
  if (isOf) return medicines.some(({ from }) => from === read.to + 2) ? read : undefined
  const before = medicines.findLast(({ to }) => to < at)
  const between = words.slice((before?.to ?? -1) + 1, at).map(({ text }) => text)
  if (before !== undefined) return between.length <= 3 && between.every((word) => /^(?:,|the|just|only|is|at|on|still)$/.test(word)) && between.at(-1) !== 'at' ? read : undefined // biome-ignore format: short
  return isAsked && medicines.length === 0 && between.every(isLead) && between.at(-1) !== 'at' ? read : undefined
}

/** Where the words of a medicine begin: "forty of Lipitor" begins with its strength. */
export function startOf({ words }: Pick<Sentence, 'words'>, from: number): number {
  if (words[from - 1]?.text !== 'of') return from
  for (let at = Math.max(0, from - 7); at < from - 1; at++) {
    const amount = readSaidHundreds(words, at) ?? readFraction(words, at) ?? readAmount(words, at)
    if (amount !== undefined && (amount.to === from - 2 || (amount.to === from - 3 && /^(?:m|u|tablet|capsule|gram|puff|drop|spray)/.test(words[from - 2]?.text ?? '')))) return at // biome-ignore format: short
  }
  return from
}
