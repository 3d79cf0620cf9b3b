/** Numbers, units, rates and sides of the sentence against the evidence. */

import { readOnce } from '../../core/cache/read-once.ts'
import type { QuoteRead } from './evidence.ts'
import { withoutSided } from './exact/sided-values.ts'
import type { Rule } from './tables.ts'
import { isSameAmount, plainOf, type Quantity, quantitiesIn, ratesIn, ratesSaidIn, sidesIn } from './words.ts'

// biome-ignore format: one row a line
/** Times of a day, and the rate that they come to. */
const spokenRates: readonly (readonly [form: RegExp, rate: string])[] = [
  [/\b(?:mornings?|breakfast|am) (?:and|then)(?: (?:again|one|in|at|the|every|each))* (?:nights?|evenings?|bedtime|dinner|tea)\b|\bnight and morning\b/i, 'twice a day'],
  [/\b(?:with|at|after|before) (?:breakfast,? lunch,? and (?:dinner|tea)|(?:each|every|all three) meals?)\b|\bmorning,? (?:noon|lunch\w*|midday),? and (?:night|evening)\b/i, 'three times a day'],
  [/\b(?:every|each|one a) (?:day|morning|night|evening)\b|(?<!\b(?:times|twice|thrice) )\bdaily\b|\bnightly\b|\b(?:at|before) (?:night|bed|bedtime)\b|\bin the (?:morning|evening)\b/i, 'once a day'],
]

/** "Morning and night" is twice a day, and "each morning" once a day. */
const withSpokenRates = readOnce((text: string): string => {
  const row = spokenRates.find(([form]) => form.test(text))
  return row === undefined ? text : `${text} , ${row[1]}`
})

/** "Out of ten, how bad is it?": the end of the scale is no value. */
const withoutScale = (text: string): string =>
  text.replaceAll(/\bout of (?:a )?(?:ten|five|(?:a )?hundred|\d+)\b/gi, 'scored')

/** "At once" is no number. */
export function checkAmounts(sentence: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const text = withoutScale((withoutSided(sentence, quotes) ?? sentence).replaceAll(/\bat once\b/gi, 'now'))
  const said = quotes.flatMap((quote) => standingQuantities(withSpokenRates(withoutScale(quote.text)))) // biome-ignore format: short
  const rules: Rule[] = []
  for (const quantity of quantitiesIn(text)) {
    if (said.some((own) => isSameAmount(own, quantity))) continue
    const same = said.filter(({ value }) => value === quantity.value)
    if (same.length === 0) rules.push(isFreeOne(quantity, text) ? 'rate-mismatch' : 'number-mismatch')
    else if (!hasUnit(quantity, same)) rules.push('unit-mismatch')
  }
  if ([...plainOf(text).matchAll(/\b(\d+) to (\d+)\b/g)].some(([, low, high]) => Number(low) >= Number(high)))
    rules.push('number-mismatch')
  const rates = new Set(quotes.flatMap((quote) => [...ratesSaidIn(withSpokenRates(quote.text))]))
  if ([...ratesIn(text)].some((rate) => !rates.has(rate))) rules.push('rate-mismatch')
  const sides = new Set(quotes.flatMap((quote) => [...sidesIn(quote.text)]))
  if ([...sidesIn(sentence)].some((side) => !sides.has(side))) rules.push('side-mismatch')
  return rules
}

const isFreeOne = (quantity: Quantity, text: string): boolean => quantity.value === '1' && /\bonce\b/.test(text)

/** A bare number goes with the unit only where no other unit is said of it: "about three, it's been three days". */
function hasUnit({ unit }: Quantity, same: readonly Quantity[]): boolean {
  // "The ones that melt, one or two of those": a form that is counted need not be named with its number.
  // "One climb a week" is once a week.
  if (/^(?:tablet|capsule|puff|drop|spray|times)$/.test(unit) && same.some((own) => own.unit === '')) return true
  const units = new Set(same.map((own) => own.unit).filter((own) => own !== ''))
  return unit === '' || units.has(unit) || units.size === 0
}

/** "Two tablets, one tablet twice a day": the speaker corrects a number by the same unit with another number. */
const restated =
  /\b(one|two|three|four|five|six|\d+) (?:tablets?|puffs?|capsules?|mg|milligrams|days?|weeks?|months?) ?,+ ?(?:uh |um |no |sorry |, )*(one|two|three|four|five|six|\d+) (tablets?|puffs?|capsules?|mg|milligrams|days?|weeks?|months?)\b/
const takesBack =
  /\b(?:i mean|i meant|sorry|no wait|or rather|actually|(?:scrap|ignore|strike|forget|correct|change) that|what am i saying|correction)\b/

/** "Three weeks ago. I mean, two weeks ago.": the number that is taken back is not said. */
const standingQuantities = readOnce((text: string): readonly Quantity[] => {
  const [before = '', ...rest] = plainOf(text).replace(restated, ' sorry $2 $3').split(takesBack)
  if (rest.length === 0) return quantitiesIn(text)
  const after = standingQuantities(rest.join(' sorry '))
  const units = new Set(after.map(({ unit }) => unit).filter((unit) => unit !== ''))
  return [...quantitiesIn(before).filter(({ unit }) => !units.has(unit)), ...after]
})
