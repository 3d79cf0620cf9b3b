/** Removes from a claim the coded side, amount, frequency or duration whose words are not in the sentence. D258. */
import type { Claim } from '../../core/clinical-note.ts'
import { plainOf, quantitiesIn, sidesIn } from '../verify/words.ts'

export function keepToldSlots(claim: Claim, text: string): Claim {
  const { side, value, unit, frequency, duration, ...rest } = claim
  const plain = plainOf(text)
  const isSaid = (words: string | undefined): words is string => words !== undefined && plain.includes(plainOf(words))
  const isMeasured =
    value !== undefined &&
    quantitiesIn(text).some((own) => own.value === String(value)) &&
    (unit === undefined || plain.includes(unit.toLowerCase()))
  return {
    ...rest,
    ...(side !== undefined && sidesIn(text).has(side) ? { side } : {}),
    ...(isMeasured ? { value, ...(unit === undefined ? {} : { unit }) } : {}),
    ...(isSaid(frequency) ? { frequency } : {}),
    ...(isSaid(duration) ? { duration } : {}),
  }
}
