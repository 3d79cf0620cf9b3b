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
  ['points at it', ["C: I'd like to use Ozempic. Hang off on that until the bloods are back."]],
  [
    'an event',
    ["C: I'd like you on methotrexate, ten milligrams a week.", 'P: All right.', "C: We'll start it after the biopsy."],
  ],
  [
    'must not start',
    ["C: We'll start Ozempic, point two five weekly. Don't start the Ozempic until the eye check is done."],
  ],
  [
    'one breath',
    ["C: We'll start allopurinol, a hundred milligrams. But hold off on that until the gout has settled."],
  ],
] as const)('D523: an order that waits without its name starts nothing: %s', (_, lines) => {
  const texts = draftJudged(talk('P: Okay.', ...lines)).map(({ text }) => text)

  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/^Also said: ".*(?:after|until) the /)
})

test('D523: what is said of another thing delays no medicine', () => {
  const lines = [
    'P: Okay.',
    'C: Start the iron tablets today.',
    'P: Sure.',
    'C: And walk more. Start it after the holidays.',
  ]
  expect(draftTexts(...lines)).toContain('Start iron tablets.')
})

test.each([
  'C: Start the Ozempic when you get home.',
  "C: We start the iron once I've got the letter from the eye clinic.",
  'C: Shall we start the Ozempic once the letter is back?',
])('D523: no delay: %s', (said) => {
  expect(draftTexts(order, 'P: Sure.', said)).toContain('Start Ozempic 0.25 mg once a week.')
})
