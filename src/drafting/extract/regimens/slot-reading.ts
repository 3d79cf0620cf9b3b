/** The dose and the rate that one sentence gives, and the words around them. D280. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { isNoAmount } from '../../vocabulary/amounts.ts'
import type { Dose } from '../medication.ts'
import { cutTakenBack, joinRestated } from './forms.ts'
import { hasBareNumber } from './light-takings.ts'
import { rateOf, readSlots, type Strengths } from './slots.ts'

export type Filled = { readonly dose?: Dose; readonly rate?: string }
export type Reading = Filled & { readonly rest: string; readonly isClear: boolean }

/** A number, beside a medicine or in answer to a question after the dose. */
const mayHaveStrength = ({ words, terms }: Sentence, strengths: Strengths): boolean =>
  (strengths === 'asked' || terms.some(({ kind }) => kind === 'medicine')) && words.some(({ text }) => !isNoAmount(text) || text === 'hundred' || text === 'thousand') // biome-ignore format: short

/** "Clenil, one hundred, two puffs": the strength stands before the count, and has no unit. */
const strengthBefore = /(MED),? (?:the )?(?:(?:fifty|one|two|five|a|hundred|twenty|ten|and|\d+) ?)+, (?=DOSE)/

/** The slots of a sentence; not clear if it has several doses or rates of which none is taken back. */
export function readSentence(sentence: Sentence, strengths: Strengths = 'named'): Reading {
  const exact = readSlots(sentence)
  const slots =
    exact.doses.length === 0 && mayHaveStrength(sentence, strengths) ? readSlots(sentence, strengths) : exact
  // "One tablet, the five milligram": which tablet it is.
  const isNamedTablet = slots.doses.length === 2 && slots.doses[0]?.value === 1 && slots.doses[0].unit === 'tablet'
  const joined = joinRestated(isNamedTablet ? slots.rest.replace(/DOSE,? (?:of )?the DOSE/, 'DOSE') : slots.rest)
  const isCount = /^(?:puff|tablet|capsule|drop|spray)s?$/.test(slots.doses.at(-1)?.unit ?? '')
  const cut = cutTakenBack(joined)
  const rest = isCount ? cut.replace(strengthBefore, '$1, ') : cut
  const isOne = (rest.match(/DOSE/g) ?? []).length <= 1 && !(rest.includes('DOSE') && hasBareNumber(rest))
  const rate = rateOf(slots)
  const dose = cut === joined ? slots.doses.at(-1) : undefined
  // "A hundred and fifty, and then a hundred on Sundays": the day has another dose.
  const isOfDay = rate?.startsWith('on ') === true && hasBareNumber(rest)
  const isClear = isOne && !isOfDay && (slots.rates.length === 0 || rate !== undefined)
  return { rest, isClear, ...(dose === undefined ? {} : { dose }), ...(rate === undefined ? {} : { rate }) }
}
