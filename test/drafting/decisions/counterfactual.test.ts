/** What a diagnosis would be, the half of a report that comes behind "but", and a no that an amount takes back. D72, D461, D281. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

test.each([
  "C: I'd have said gout but the test's negative.",
  "C: I'd call that early dementia if you were older, but you are fifty.",
  "C: I'd say it's pneumonia if you had a fever. You don't.",
])('D72: no diagnosis: %s', (said) => {
  expect(draftTexts('C: Any fever?', 'P: No.', said)).toEqual(['No fever.'])
})

test('D72: the same words without the condition are a diagnosis', () => {
  expect(draftTexts('C: Any fever?', 'P: No.', "C: I'd say it's pneumonia.")).toContain('Likely pneumonia.')
})

test('D461: a report whose other half is not read stays out', () => {
  expect(draftTexts('C: The biopsy showed no cancer but it did show some abnormal cells.')).toEqual([])
})

test.each([
  ['Any fever?', 'No, thirty-nine.'],
  ['No bleeding?', 'No, spots.'],
  ['Any weight loss?', 'No, five kilos.'],
  ['No chest pain?', 'No, just when I walk.'],
])('D281: %s %s denies nothing', (question, reply) => {
  expect(draftTexts(`C: ${question}`, `P: ${reply}`)).toEqual([])
})
