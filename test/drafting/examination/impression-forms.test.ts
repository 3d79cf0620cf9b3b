/** More constructions of an impression, and illnesses whose course is part of the name. D72. */
import { expect, test } from '@jest/globals'
import { draft, statementsOf, talk } from '../dialogues.ts'

const impressionsOf = (line: string): readonly string[] =>
  statementsOf(draft(talk('C: How can I help?', 'P: I have not been right.', 'C: Let me have a look.', 'P: Sure.', line, 'P: Okay.'))).filter(({ claims }) => claims[0]?.kind === 'impression').map(({ text }) => text) // biome-ignore format: short

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, text: string])[] = [
  ["C: We're dealing with pneumonia here.",                 'Pneumonia.'],
  ["C: We're clearly dealing with gout.",                   'Gout.'],
  ["C: You've got yourself a nasty case of shingles.",      'Shingles.'],
  ['C: It all points to pleurisy.',                         'Likely pleurisy.'],
  ['C: All of it fits with stable angina.',                  'Likely stable angina.'],
]
test.each(told)('D72: an impression: %s', (line, text) => {
  expect(impressionsOf(line)).toEqual([text])
})

test.each([
  "C: We're not dealing with pneumonia.",
  'C: Nothing here points to gout.',
  'C: If it points to shingles, ring me.',
])('D72: no impression: %s', (line) => {
  expect(impressionsOf(line)).toEqual([])
})
