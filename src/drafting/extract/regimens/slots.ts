/** Takes dose and rate out of a sentence, so that the words that are left can be compared with constructions. D280. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import { type Dose, readDose } from '../medication.ts'
import { rates } from './rates.ts'

/** `rest` has MED, DOSE and RATE in place of the names and slots. */
export type Slots = {
  readonly doses: readonly Dose[]
  readonly rates: readonly string[]
  readonly rest: string
}

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
  const isBeside = /^(?:once a day|daily|every day)$/.test(first ?? '') && /^(?:at|before|after|with|in) /.test(second) && third === undefined // biome-ignore format: short
  const isAtMeals =
    / times a day$/.test(first ?? '') && /^(?:before|after|with) meals$/.test(second) && third === undefined
  const isWeekday = /^(?:once a week|weekly|once weekly)$/.test(first ?? '') && second.startsWith('on ') && third === undefined // biome-ignore format: short
  return isBeside || isAtMeals ? `${first} ${second}` : isWeekday ? first : undefined
}
