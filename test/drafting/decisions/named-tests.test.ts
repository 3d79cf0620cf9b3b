/** Tests that a sentence of the plan only names. D540. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ['And X-rays of both knees, the last were three years ago.', 'X-rays of both knees.'],
  ['X-ray of the wrist and the elbow please.', 'X-ray of the wrist and the elbow.'],
  ['Today then, bloods: TSH, full blood count and iron.', 'Bloods: TSH, full blood count and iron, today.'],
  ['And a seven-day Holter. You only get it now and then.', 'Seven-day Holter.'],
  ["While we're at it, a PSA.", 'PSA.'],
  ['Then an ultrasound of the tummy.', 'Ultrasound of the tummy.'],
  ['And a first-morning urine for the protein.', 'First-morning urine for the protein.'],
])('D540: %s', (said, line) => {
  expect(draftTexts(`C: ${said}`)).toContain(line)
})

test.each([
  "Right, the X-ray. It's clear.",
  'And the bloods, all good.',
  'And a CT last year, yeah?',
  "A scan of the head won't help here.",
  "And a blood test wouldn't tell us.",
  'Some people get an ultrasound of the neck for this.',
  "If it's no better, an X-ray of the hip.",
])('D540: no order: %s', (said) => {
  expect(draftTexts(`C: ${said}`)).not.toContainEqual(expect.stringMatching(/scan|ultrasound|X-ray|blood test|^CT/i))
})
