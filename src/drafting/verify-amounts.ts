/** Numbers, units, rates and sides of the sentence against the evidence. */

import type { QuoteRead } from './verify-evidence.ts'
import type { Rule } from './verify-tables.ts'
import { plainOf, type Quantity, quantitiesIn, ratesIn, ratesSaidIn, sidesIn } from './verify-words.ts'

export function checkAmounts(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const said = quotes.flatMap((quote) => quantitiesIn(quote.text))
  const rules: Rule[] = []
  for (const quantity of quantitiesIn(text)) {
    const same = said.filter(({ value }) => value === quantity.value)
    if (same.length === 0) rules.push(isFreeOne(quantity, text) ? 'rate-mismatch' : 'number-mismatch')
    else if (!same.some(({ unit }) => unit === quantity.unit || unit === '' || quantity.unit === ''))
      rules.push('unit-mismatch')
  }
  if ([...plainOf(text).matchAll(/\b(\d+) to (\d+)\b/g)].some(([, low, high]) => Number(low) >= Number(high)))
    rules.push('number-mismatch')
  const rates = new Set(quotes.flatMap((quote) => [...ratesSaidIn(quote.text)]))
  if ([...ratesIn(text)].some((rate) => !rates.has(rate))) rules.push('rate-mismatch')
  const sides = new Set(quotes.flatMap((quote) => [...sidesIn(quote.text)]))
  if ([...sidesIn(text)].some((side) => !sides.has(side))) rules.push('side-mismatch')
  return rules
}

const isFreeOne = (quantity: Quantity, text: string): boolean => quantity.value === '1' && /\bonce\b/.test(text)
