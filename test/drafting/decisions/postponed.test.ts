/** A start that waits for a result, or for somebody. D523. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const order = "C: I'd like to start Ozempic, point two five milligrams once a week."

test('D523: an order that waits stands in the words of both sentences', () => {
  const lines = ['P: Okay.', order, 'P: Sure.', "C: We start the Ozempic once I've got the letter from the eye clinic."]

  expect(draftJudged(talk(...lines)).map(({ text }) => text)).toEqual([
    `Also said: "I'd like to start Ozempic, point two five milligrams once a week, we start the Ozempic once I've got the letter from the eye clinic".`,
  ])
})

test.each([
  'C: Start the Ozempic when you get home.',
  "C: We start the iron once I've got the letter from the eye clinic.",
  'C: Shall we start the Ozempic once the letter is back?',
])('D523: no delay: %s', (said) => {
  expect(draftTexts(order, 'P: Sure.', said)).toContain('Start Ozempic 0.25 mg once a week.')
})
