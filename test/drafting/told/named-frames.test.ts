/** Diagnoses whose subject is the trouble, a known illness that flares, and names that an explanation gives. D466. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, said: string])[] = [
  ['Psoriasis.', "The elbow's a psoriasis."],
  ['Tennis elbow.', "What you've described is tennis elbow."],
  ['Likely Bowen\'s disease.', "And the patch I think is Bowen's disease, that's a very early skin cancer."],
  ['Possible angina or acid reflux.', "It could be angina that's settling, or reflux."],
  ['Less likely: gout or a cyst.', 'Less likely is gout or a cyst, so I will leave those.'],
  ['Asthma poorly controlled.', "Your asthma's poorly controlled, because the puffer isn't going in."],
]
test.each(told)('D466: %s', (line, said) => {
  expect(draftTexts('C: Tell me.', 'P: It has been sore.', `C: ${said}`, 'P: Okay.')).toContain(line)
})

test.each([
  "Your mum's diabetes is a different thing.",
  'The biggest risk is a stroke.',
  "You've had flu and COVID this year.",
])('D466: no diagnosis from "%s"', (said) => {
  expect(draftTexts('C: Tell me.', 'P: It has been sore.', `C: ${said}`, 'P: Okay.').filter((line) => /diabetes|stroke|influenza|covid/i.test(line))).toEqual([]) // biome-ignore format: short
})
