/** Lines that break off stay out of the note, and the reviewer gets them. */
import { expect, test } from '@jest/globals'
import { fragmentOf, partFragments } from '../../../src/drafting/compose/whole-lines.ts'
import { type Candidate, claim } from '../../../src/drafting/extract/candidates.ts'

// biome-ignore format: one row a line
test.each([
  ['broken-off', 'Diagnosed with coeliac disease, or.'],
  ['broken-off', 'No problems with for example.'],
  ['broken-off', 'Take the tablets with a (recording unclear).'],
  ['broken-off', 'Swelling of the.'],
  ['no-noun',    'Get a good.'],
  ['no-noun',    'Have a proper.'],
  ['no-object',  'Cut down completely.'],
  ['no-object',  'Try to avoid (recording unclear).'],
  ['no-object',  'Continue.'],
])('D353: %s: %s', (name, text) => {
  expect(fragmentOf(text)).toBe(name)
})

// biome-ignore format: one row a line
test.each([
  'Return if not better, or worse.', 'Cut down on salt.', 'Get a good rest.', 'Take a little with food.', 'Stop smoking.', 'Keep well hydrated.',
  'Takes vitamin A.', 'Works as a cook in an abattoir.', 'Reports: "it comes on and".', 'Also said: "get a good".', 'Start again in two weeks.',
])('D353: whole: %s', (text) => {
  expect(fragmentOf(text)).toBeUndefined()
})

const line = (kind: 'plan' | 'safety-net' | 'finding', text: string): Candidate => ({ text, claims: [claim(kind, { key: 'k', display: 'k' })], quotes: [], weight: 50, at: 0 }) // biome-ignore format: short

test('D353: the reviewer gets a line that breaks off; a warning stays', () => {
  const candidates = [line('plan', 'Rest.'), line('plan', 'Get a good.'), line('safety-net', 'Return if.')]

  expect(partFragments(candidates)).toEqual({
    whole: [candidates[0], candidates[2]],
    rest: ['Not in the note: Get a good.'],
  })
})

test('D353: a finding whose thing was named elsewhere is left to the reviewer', () => {
  const candidates = [line('finding', 'Both of them on the left.'), line('finding', 'One hour 9.1, two hour 7.8.'), line('finding', 'Calves soft, both of them.')] // biome-ignore format: short

  expect(partFragments(candidates).whole.map(({ text }) => text)).toEqual(['One hour 9.1, two hour 7.8.', 'Calves soft, both of them.']) // biome-ignore format: short
})
