import { expect, test } from '@jest/globals'
import { mayRate, rates } from '../../../src/drafting/extract/regimens/rates.ts'

/** One for each row, and more where a row has several words. */
const said = [
  'once a fortnight', 'twice every evening', 'four hourly', 'one time per month', 'twice weekly', 'up to four times a day', 'three times weekly', 'mornings and nights',
  'one in the morning, and another at night', 'night and morning', 'every four to six hours', 'every 8 hours', 'every three months', 'alternate days', 'every other week',
  'every third day', 'last thing every evening', 'half an hour before my tea', 'with meals', 'after brekkie', 'at supper time', 'with dinner', 'before lunch', 'daily', 'monthly', 'one a week',
  'going to bed', 'nightly', 'last thing', 'just nights', 'nocte', 'in the mornings', 'of an evening', 'first thing', 'mane', 'on a friday', 'with some food', 'before eating',
  'one with breakfast and one with dinner', 'most nights', 'as and when required', 'whenever necessary', 'when i want it', 'three nights a week', 'if i need one', 'p r n', 'prn',
] // biome-ignore format: a list

test.each(said)('D347: "%s" may be a rate, so that the rows are tried', (words) => {
  expect(rates.some(([pattern]) => pattern.test(words))).toBe(true)
  expect(mayRate.test(words)).toBe(true)
})

test('D347: each row has such an example', () => {
  expect(rates.filter(([pattern]) => !said.some((words) => pattern.test(words))).map(([pattern]) => pattern.source)).toEqual([]) // biome-ignore format: short
})
