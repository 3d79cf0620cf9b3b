/** Takes dose and rate out of a sentence, so that the words that are left can be compared with constructions. D280. */
import { singleSpaced } from '../../../core/talk/rewrite.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import type { Word } from '../../vocabulary/words.ts'
import { type Dose, readDose } from '../medication.ts'
import { mayRate, rates } from './rates.ts'
import { readStrength } from './strengths.ts'

/** `rest` has MED, DOSE and RATE in place of the names and slots. */
export type Slots = {
  readonly doses: readonly Dose[]
  readonly rates: readonly string[]
  readonly rest: string
}

/** Sounds and words that change nothing. */
const fillers =
  /(?<![a-z])(?:what(?= ,)|i do not know(?= ,)|i dunno|one of (?:them|those|these)|um+|uh+|er+m?|ah+|hm+|mm+|(?<!as )well|please|doctor|like|i mean|you know|\[\?\])(?![a-z])/g
/** A pause inside words that belong together: "morning and, erm, night". */
const pauses = /(?<=[a-z]) ,? ?\b(?:um+|uh+|er+m?|ah+)\b ,?(?= )|(?<=[a-z]) \b(?:um+|uh+|er+m?|ah+)\b(?= )/g
/** "Is, is that": the words are said twice. */
const stutter = /\b([a-z]+(?: [a-z]+){0,2}),? \1\b/g

/** "From five to ten milligrams": the unit belongs to both. */
function readMoved(
  words: readonly Word[],
  from: number,
): { readonly doses: readonly Dose[]; readonly to: number } | undefined {
  const old = readAmount(words, from + 1)
  const next = old !== undefined && words[old.to + 1]?.text === 'to' ? readDose(words, old.to + 2) : undefined
  return old === undefined || next === undefined ? undefined : { doses: [{ ...next.dose, value: old.value, at: from + 1 }, next.dose], to: next.to } // biome-ignore format: short
}

export const counted = 'at a time'
const counts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, couple: 2 }
/** "Two of them, three times a day": how many are taken at a time, of whatever form. */
function readCounted(words: readonly Word[], at: number): { readonly dose: Dose; readonly to: number } | undefined {
  const [value, of, which] = [counts[words[at]?.text ?? ''], words[at + 1]?.text, words[at + 2]?.text ?? '']
  return value !== undefined && of === 'of' && /^(?:them|those|these)$/.test(which) ? { dose: { value, unit: counted, at }, to: at + 2 } : undefined // biome-ignore format: short
}

/** Puts MED and DOSE in place of their words. */
function markDoses(
  sentence: Sentence,
  strengths: Strengths,
): { readonly doses: readonly Dose[]; readonly said: string } {
  const { words, terms } = sentence
  const doses: Dose[] = []
  const said: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const term = terms.find(({ kind, from }) => kind === 'medicine' && from === at)
    const isRange =
      words[at - 1]?.text === 'or' || (words[at - 1]?.text === 'to' && readAmount(words, at - 2) !== undefined)
    const isFree = term === undefined && !isRange
    const strength = isFree && strengths !== 'none' ? readStrength(sentence, at, strengths === 'asked') : undefined
    const read = isFree ? (readCounted(words, at) ?? readDose(words, at) ?? strength) : undefined
    const moved = read === undefined && words[at]?.text === 'from' ? readMoved(words, at) : undefined
    if (moved !== undefined) {
      doses.push(...moved.doses)
      said.push('from DOSE to DOSE')
      at = moved.to
      continue
    }
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
  singleSpaced(text.replaceAll(/[.?!;:]/g, ' , '))
    .replaceAll(/(?: ?,)+/g, ',')
    .replace(/^[, ]+/, '')
    .replace(/[, ]+$/, '')

/** Whether a number without a unit is a dose: never, beside the name of a medicine, or also in answer to a question after the dose. */
export type Strengths = 'none' | 'named' | 'asked'

export function readSlots(sentence: Sentence, strengths: Strengths = 'none'): Slots {
  const { doses, said } = markDoses(sentence, strengths)
  const found: string[] = []
  const bare = tidy(said.replaceAll(pauses, ' ').replaceAll(fillers, ' '))
  let rest = bare.replaceAll(stutter, '$1')
  for (const [pattern, write] of mayRate.test(rest) ? rates : []) {
    const match = pattern.exec(rest)
    if (match === null) continue
    found.push(write([...match]))
    rest = rest.replace(pattern, 'RATE')
  }
  // "Still a hundred a day."
  if (found.length === 0 && doses.at(-1)?.unit === '' && /\bDOSE a day\b/.test(rest)) {
    found.push('a day')
    rest = rest.replace('DOSE a day', 'DOSE RATE')
  }
  return {
    doses,
    rates: found,
    rest: rest === bare && doses.length === 0 ? bare : tidy(rest.replaceAll(forms, 'DOSE')),
  }
}

/** "One forty milligram tablet" is forty milligrams; "two forty milligram tablets" is not. */
const forms =
  /\b(?:(?:one|an?|the|my|just) )?DOSE,? (?:tablet|capsule|pill|one)\b|\b(?:the|my) DOSE,? (?:tablets|capsules|pills|ones)\b/g

const ofFood = /^(?:before|after|with) (?:food|meals)$/

/** The rate of the slots: one, or a rate with its time of day or its meal. Undefined if there are several. */
export function rateOf({ rates: found }: Pick<Slots, 'rates'>): string | undefined {
  const [first, second, third] = found
  if (second === undefined) return first
  const last = found.at(-1) ?? ''
  if (ofFood.test(last)) {
    const rate = rateOf({ rates: found.slice(0, -1) })
    return rate === undefined || ofFood.test(rate) ? undefined : `${rate} ${last}`
  }
  const isOfPart = /^(?:in the (?:morning|evening)|at night)$/.test(first ?? '') && /^(?:before|after|with) (?:breakfast|dinner|tea|supper|food)$/.test(second) && third === undefined // biome-ignore format: short
  if (isOfPart) return `${first} ${second}`
  const isOfPartNext = /^(?:in the (?:morning|evening)|at night)$/.test(second) && /^(?:before|after|with) (?:breakfast|dinner|tea|supper|food)$/.test(first ?? '') && third === undefined // biome-ignore format: short
  if (isOfPartNext) return `${second} ${first}`
  const isBeside = /^(?:once a day|daily|every day)$/.test(first ?? '') && /^(?:at|before|after|with|in) /.test(second) && third === undefined // biome-ignore format: short
  const isOfMeals = /^(?:twice a day|2 times a day|morning and (?:night|evening))$/.test(first ?? '') && /^(?:at|before|after|with) \w+ and \w+$/.test(second) && third === undefined // biome-ignore format: short
  if (isOfMeals) return first === 'twice a day' ? `${first} ${second}` : first
  const isWeekday = /^(?:once a week|weekly|once weekly)$/.test(first ?? '') && second.startsWith('on ') && third === undefined // biome-ignore format: short
  return isBeside ? `${first} ${second}` : isWeekday ? first : undefined
}
