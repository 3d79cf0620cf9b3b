/** A reason before an order is taken off; words that could change the order are no reason. D358. */
import { expect, test } from '@jest/globals'
import { draft, talk, textsOf } from '../dialogues.ts'

const linesOf = (said: string): readonly string[] => textsOf(draft(talk(`C: ${said}`)))

// biome-ignore format: one row a line
test.each([
  ["I'm not happy leaving it, I want a CT of your head today to rule out a bleed.",                       'Arrange CT of the head today.'],
  ["But with the knock you've had I'm not happy leaving it, I want a CT of your head today.",             'Arrange CT of the head today.'],
  ["I don't want to leave this, so I want an ultrasound today.",                                          'Arrange ultrasound today.'],
  ['Given your age, I want bloods and an ECG today.',                                                     'Arrange bloods and ECG today.'],
  ["Because it's been so long, I'll refer you to the physio.",                                            'Refer to physio.'],
  ["Since you've had a clot before, let's get a scan of the leg.",                                        'Arrange scan of the leg.'],
  ["I'm worried about your kidneys, so I'm going to send you to the hospital today.",                     'Refer to hospital today.'],
])('D358: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

test.each([
  "I don't want to start anything, I want a CT.",
  "I'm not sure, I'd like to ask a colleague.",
  "If it were my knee, I'd want a scan.",
  "Given what might come back, I'd want a scan later.",
  'I want a CT but not today.',
])('D358: no plain order: %s', (said) => {
  expect(linesOf(said).filter((line) => !line.startsWith('Also said:'))).toEqual([])
})
