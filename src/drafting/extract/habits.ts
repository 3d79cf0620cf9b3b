/** Tobacco and alcohol: how much and how often. */

import { nameOthers } from '../dialogue/context.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { wordTable } from '../vocabulary/words.ts'
import { readHabitReply } from './asked/habit-replies.ts'
import { answers, type Candidate, claim, type Quote, says } from './candidates.ts'
import { isFormerSmoking } from './replies/former-smoking.ts'

/** Habits in the patient's words; the first matching row counts. */
export type SaidRow = {
  readonly key: string
  readonly pattern: RegExp
  readonly not?: RegExp
  readonly text: string
  readonly polarity?: 'absent'
  readonly time?: 'past'
  readonly weight: number
  /** How much and how often, as the text has it: "10 a day". */
  readonly frequency?: string
}

export const socialCandidate = (
  row: Pick<SaidRow, 'key' | 'polarity' | 'time' | 'weight' | 'frequency'>,
  text: string,
  quotes: readonly Quote[],
): Candidate => ({
  text,
  claims: [
    claim(
      'social',
      { key: row.key, display: row.key.replaceAll('-', ' ') },
      {
        ...(row.polarity === undefined ? {} : { polarity: row.polarity }),
        ...(row.time === undefined ? {} : { time: row.time }),
        ...(row.frequency === undefined ? {} : { frequency: row.frequency }),
      },
    ),
  ],
  quotes,
  weight: row.weight,
  at: quotes[0]?.sentence.at ?? 0,
})

const alcoholAsked = /\balcohol\b|\bdrinks?\b|\b(?:booze|grog|the bottle|wine|beers?)\b/

export const smokeAsked = /\bsmok|\b(?:cigarettes?|cigs?|ciggies|fags?|tobacco)\b/

/** A sentence, its plain words, and the question that it answers. */
type Said = {
  readonly sentence: Sentence
  readonly clean: string
  readonly question: Sentence | undefined
  readonly asked: string
}

/** "a few beers a week", "ten a day", "socially". */
export function habits(sentence: Sentence, clean: string): readonly Candidate[] {
  const question = sentence.asked.at(-1)
  const said = { sentence, clean, question, asked: question === undefined ? '' : question.said }
  const amount = findAmount(clean)
  const found = [
    drinksOften(said),
    amount === null ? undefined : drinksAmount(said, amount),
    amount === null ? drinksAskedAmount(said) : undefined,
    smokes(said),
    hasStopped(said),
  ].filter((one) => one !== undefined)
  return found.length > 0 ? found : deniesHabit(said)
}

function drinksOften({ sentence, clean, question, asked }: Said): Candidate | undefined {
  const often =
    /\b(socially|occasionally|on (?:the )?weekends?|at (?:the )?weekends?|once in a while|now and then|now and again)\b/.exec(
      clean,
    )?.[1]
  if (often === undefined) return undefined
  const of = (quotes: readonly Quote[]) =>
    socialCandidate({ key: 'alcohol', weight: 57 }, `Drinks alcohol ${often}.`, quotes)
  const drinksNow =
    /\bi (?:do )?(?:only )?drink\b/.test(clean) && !/\b(?:not|never|used to|if|water|tea|coffee|fluids?)\b/.test(clean)
  if (drinksNow) return of(says(sentence))
  const isAsked = question !== undefined && alcoholAsked.test(asked) && !/\bsmok/.test(asked)
  return isAsked && !/\b(?:not|never|no|used to|smoke)\b/.test(clean) ? of(answers(question, sentence)) : undefined
}

const findAmount = (clean: string): RegExpExecArray | null =>
  /\b(?:about |around )?(\w+|a few|a couple of|twenty five) ((?:standard )?(?:units|drinks)|beers|cans|ciders|schooners|stubbies|whisk(?:e?ys|ies)|sherries|glasses(?: of wine)?|pints|bottles(?: of wine)?) (?:a|per|every|each) (week|day|night|evening|month)\b/.exec(
    clean,
  )

/** Somebody else smokes or drinks. */
const isOfOthers = (clean: string): boolean => nameOthers(clean.split(/[ ,.]+/)) && !/\b(?:i|we) (?:do |only |just |still )*(?:smoke|drink|have)\b/.test(clean) // biome-ignore format: short

/** A subject before the verb "drinks" is no count of drinks: "my husband drinks every night". */
const noCount =
  /^(?!(?:an?|few|couple|several|some|\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|dozen|half)\b)/

/** "Five to ten beers": the number before the amount begins a range. */
const isRange = (before: string): boolean => {
  const [, first = ''] = /(\w+) to $/.exec(before) ?? []
  return /^\d+$/.test(first) || numberWords[first] !== undefined
}

function drinksAmount({ sentence, clean, question, asked }: Said, amount: RegExpExecArray): Candidate | undefined {
  const before = clean.slice(0, amount.index)
  if (isOfOthers(before) || noCount.test(amount[1] ?? '')) return undefined
  if (/\b(?:\w+ or|or|used to|not) (?:about |around )?$/.test(before) || /\bused to\b/.test(before) || isRange(before)) return undefined // biome-ignore format: short
  const frequency = `${countOf(amount[1] ?? '')} ${amount[2]} a ${amount[3]}`
  // "Two glasses a week" is of what was asked.
  const isAsked = question !== undefined && alcoholAsked.test(asked) && !alcoholAsked.test(clean)
  const quotes = isAsked ? answers(question, sentence) : says(sentence)
  return socialCandidate({ key: 'alcohol-amount', weight: 58, frequency }, `Alcohol: ${frequency}.`, quotes)
}

/** The question has the period, and the answer the number. */
function drinksAskedAmount({ sentence, clean, question, asked }: Said): Candidate | undefined {
  const units = /\b(maybe |about |around )?(\w+) (units|beers|drinks|glasses)\b/.exec(clean)
  const span = /\bin a (week|day|month)\b|\b(?:a|per|each) (week|day|month)\b/.exec(asked)
  const number = units === null ? undefined : numberWords[units[2] ?? '']
  if (units === null || number === undefined || span === null || question === undefined) return undefined
  if (!alcoholAsked.test(asked) || /\b(?:or|to|used to)\b/.test(clean)) return undefined
  const frequency = `${units[1] ?? ''}${number} ${units[3]} a ${span[1] ?? span[2]}`
  const text = `Alcohol: ${frequency}.`
  return socialCandidate({ key: 'alcohol-amount', weight: 58, frequency }, text, answers(question, sentence))
}

/** "Half a pack a day", "two packets of cigarettes a day". */
function countPacks(clean: string): string | undefined {
  const [, half, count] = /\b(?:(half) (?:a )?|(a|one|two|three) )(?:pack|packet)s?(?: of (?:cigarettes|smokes|fags))? (?:a|per|each|every) day\b/.exec(clean.replace(/\b(?:one|two|a) (?:or|to) .*/, '')) ?? [] // biome-ignore format: short
  if (half !== undefined) return 'half a pack'
  if (count === undefined) return undefined
  return count === 'a' || count === 'one' ? '1 pack' : `${numberWords[count] ?? count} packs`
}

/** "Twenty-five a day" is 25, and "ten or twelve a day" a range. */
function countCigarettes(clean: string): string | undefined {
  const [, first = '', link = '', tens, ones = ''] = /\b(?:(\w+) (or|to) (?:maybe )?)?(?:(twenty|thirty|forty|fifty)[- ])?(\w+) (?:(?:cigarettes?|cigs|fags|smokes|ciggies|rollies|roll ups|durries|darts) )?(?:a|per|each|every) day\b/.exec(clean) ?? [] // biome-ignore format: short
  const last = numberWords[ones]
  if (last === undefined || (tens !== undefined && Number(last) > 9)) return undefined
  const count = tens === undefined ? last : String(Number(numberWords[tens] ?? '0') + Number(last))
  return link !== '' && numberWords[first] !== undefined ? `${numberWords[first]} ${link} ${count}` : count
}

function smokes({ sentence, clean, question, asked }: Said): Candidate | undefined {
  const count = countPacks(clean) ?? countCigarettes(clean)
  const isNamed = /\b(?:smokes?|cigarettes?|cigs|fags|ciggies|rollies|roll ups|durries)\b/.test(clean)
  if (isOfOthers(clean)) return undefined
  if (count === undefined || (!isNamed && !smokeAsked.test(asked))) return undefined
  if (
    /\b(?:used to|was|were|back in|stopped|quit|not|smoked|had|did)\b/.test(
      clean.replace(/\bnot (?:kicked|quit|stopped|given)\b|\bsince i was (?:about |around )?\w+(?:[- ]\w+)?/, ''),
    ) ||
    /\bused to\b|\bdid you\b/.test(asked)
  )
    return undefined
  const quotes = isNamed || question === undefined ? says(sentence) : answers(question, sentence)
  const frequency = `${count} a day`
  return socialCandidate({ key: 'smoking', weight: 61, frequency }, `Smokes ${frequency}.`, quotes)
}

/** None, or none any more. */
function deniesHabit({ sentence, clean }: Said): readonly Candidate[] {
  const reply = readHabitReply(sentence, clean)
  if (reply === undefined) return []
  const quotes = reply.question === undefined ? says(sentence) : answers(reply.question, sentence)
  if (reply.habit === 'alcohol') return [socialCandidate({ key: 'alcohol', polarity: 'absent', weight: 57 }, 'Does not drink alcohol.', quotes)] // biome-ignore format: short
  return reply.is === 'ended'
    ? [socialCandidate({ key: 'smoking', time: 'past', weight: 60 }, 'Ex-smoker.', quotes)]
    : [socialCandidate({ key: 'smoking', polarity: 'absent', weight: 58 }, 'Does not smoke.', quotes)]
}

function hasStopped({ sentence, clean, question, asked }: Said): Candidate | undefined {
  const isFormer = question !== undefined && isFormerSmoking(question, clean)
  const isAsked = question !== undefined && /\bdo you (?:\w+ )?smoke\b|\byou a smoker\b/.test(asked)
  if (question === undefined || !(isFormer || (isAsked && /^(?:no,? )?not any ?more\b/.test(clean)))) return undefined
  return socialCandidate({ key: 'smoking', time: 'past', weight: 60 }, 'Ex-smoker.', answers(question, sentence))
}

const numberWords: Readonly<Record<string, string>> = wordTable({
  fourteen: '14',
  one: '1',
  seven: '7',
  nine: '9',
  seventeen: '17',
  nineteen: '19',
  eleven: '11',
  thirteen: '13',
  sixteen: '16',
  eighteen: '18', five: '5', six: '6', eight: '8', ten: '10', twelve: '12', fifteen: '15', twenty: '20', thirty: '30', forty: '40', fifty: '50', two: '2', three: '3', four: '4' }) // biome-ignore format: a table

const countOf = (word: string): string => numberWords[word] ?? word
