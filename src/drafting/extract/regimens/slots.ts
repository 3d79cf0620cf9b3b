/** Takes dose and rate out of a sentence, so that the words that are left can be compared with constructions. D280. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import { type Dose, readDose } from '../medication.ts'

/** `rest` has MED, DOSE and RATE in place of the names and slots. */
export type Slots = {
  readonly doses: readonly Dose[]
  readonly rates: readonly string[]
  readonly rest: string
}

const counts: Readonly<Record<string, string>> = { two: '2', three: '3', four: '4', five: '5', six: '6', eight: '8', twelve: '12' } // biome-ignore format: a table
const figure = (word = ''): string => counts[word] ?? word
const period = (word = ''): string => ({ daily: 'day', weekly: 'week', monthly: 'month' })[word] ?? word
const counted = '(?:two|three|four|five|six|\\d)'

type Rate = readonly [pattern: RegExp, write: (match: readonly string[]) => string]

/** Rates, the longer first. Each is written with the period that was said, so that its evidence shows it. */
// biome-ignore format: one row a line
const rates: readonly Rate[] = [
  [/\b(once|twice) (?:a|per|every|each|in a) (day|week|month)\b/,               ([, count = '', each = '']) => `${count} a ${each}`],
  [/\bone time (?:a|per|every|each) (day|week|month)\b/,                        ([, each = '']) => `once a ${each}`],
  [/\b(once|twice) (daily|weekly|monthly)\b/,                                   ([, count = '', each = '']) => each === 'daily' ? `${count} a day` : `${count} ${each}`],
  [new RegExp(`\\b(up to )?(${counted}) times (?:a|per|every|each) (day|week|month)\\b`), ([, most = '', count, each = '']) => `${most}${figure(count)} times a ${each}`],
  [new RegExp(`\\b(up to )?(${counted}) times (daily|weekly)\\b`),              ([, most = '', count, each]) => `${most}${figure(count)} times a ${period(each)}`],
  [/\b(?:every )?mornings? and (night|evening)s?\b/,                            ([, end = '']) => `morning and ${end}`],
  [/\bnights? and mornings?\b/,                                                 () => 'morning and night'],
  [/\bevery (four|six|eight|twelve|\d+) hours\b/,                               ([, count]) => `every ${figure(count)} hours`],
  [/\b(?:(?:first|last) thing )?(?:every|each) (day|morning|night|evening|week|month)\b/,                 ([, each = '']) => `every ${each}`],
  [/\b(?:every other|alternate) days?\b/,                                       () => 'every other day'],
  [/\b(daily|weekly)\b/,                                                        ([, each = '']) => each],
  [/\bone a day\b/,                                                             () => 'once a day'],
  [/\b(?:one )?(at night|at bedtime|before bed|nightly|last thing)(?: ?time| at night)?\b/, ([, when = '']) => when === 'last thing' ? 'at night' : when],
  [/\bin the (morning|evening)s?\b/,                                            ([, part = '']) => `in the ${part}`],
  [/\b(?:only )?(?:as|when|if) (?:and when )?(?:needed|required|i need (?:it|them))\b/, () => 'as needed'],
]

/** Sounds and words that change nothing. */
const fillers =
  /(?<![a-z])(?:um+|uh+|er+m?|ah+|hm+|mm+|(?<!as )well|please|doctor|like|i mean|you know|\[\?\])(?![a-z])/g
/** A pause inside words that belong together: "morning and, erm, night". */
const pauses = /(?<=[a-z]) ,? ?\b(?:um+|uh+|er+m?|ah+)\b ,?(?= )|(?<=[a-z]) \b(?:um+|uh+|er+m?|ah+)\b(?= )/g
/** "Is, is that": the words are said twice. */
const stutter = /\b([a-z]+(?: [a-z]+){0,2}),? \1\b/g

/** Puts MED and DOSE in place of their words. */
function markDoses({ words, terms }: Sentence): { readonly doses: readonly Dose[]; readonly said: string } {
  const doses: Dose[] = []
  const said: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const term = terms.find(({ kind, from }) => kind === 'medicine' && from === at)
    const isRange =
      words[at - 1]?.text === 'or' || (words[at - 1]?.text === 'to' && readAmount(words, at - 2) !== undefined)
    const read = term === undefined && !isRange ? readDose(words, at) : undefined
    if (term !== undefined) at = term.to
    if (read !== undefined) {
      doses.push(read.dose)
      at = read.to
    }
    said.push(term !== undefined ? 'MED' : read !== undefined ? 'DOSE' : (words[at]?.text ?? ''))
  }
  return { doses, said: said.join(' ') }
}

const tidy = (text: string): string =>
  text
    .replaceAll(/[.?!;:]/g, ' , ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?: ?,)+/g, ',')
    .replace(/^[, ]+/, '')
    .replace(/[, ]+$/, '')

export function readSlots(sentence: Sentence): Slots {
  const { doses, said } = markDoses(sentence)
  const found: string[] = []
  let rest = tidy(said.replaceAll(pauses, ' ').replaceAll(fillers, ' ')).replaceAll(stutter, '$1')
  for (const [pattern, write] of rates) {
    const match = pattern.exec(rest)
    if (match === null) continue
    found.push(write([...match]))
    rest = rest.replace(pattern, 'RATE')
  }
  // "One forty milligram tablet" is forty milligrams; "two forty milligram tablets" is not.
  const forms =
    /\b(?:(?:one|an?|the|my|just) )?DOSE,? (?:tablet|capsule|pill|one)\b|\b(?:the|my) DOSE,? (?:tablets|capsules|pills|ones)\b/g
  return { doses, rates: found, rest: tidy(rest.replaceAll(forms, 'DOSE')) }
}

/** The rate of the slots: one, or a rate with its time of day. Undefined if there are several. */
export function rateOf({ rates: found }: Pick<Slots, 'rates'>): string | undefined {
  const [first, second, third] = found
  if (second === undefined) return first
  const isBeside =
    first === 'once a day' && /^(?:at night|at bedtime|before bed|in the morning)$/.test(second) && third === undefined
  return isBeside ? `${first} ${second}` : undefined
}
