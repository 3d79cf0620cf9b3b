/** Quotes that tell little of the patient. D520. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, talk, textsOf } from '../dialogues.ts'

const opening = ['C: What can I do for you?', 'P: I have had a sore throat for three days.', 'C: Right.'] as const
const closing = ['C: Right.', 'P: Okay.', 'C: Let me look.', 'P: Sure.'] as const

test.each([
  'Ten minutes later I was back in bed.',
  "It's Carla who can't stand the coughing.",
  'Those tablets, they gave me a foot up.',
])('D520: %s', (said) => {
  const note = draft(talk(...opening, `P: ${said}`, ...closing))

  expect(textsOf(note).filter((text) => text.includes('"'))).toEqual([])
})

test('D520: a quote that is left out stands with the questions', () => {
  const note = draft(talk(...opening, "P: The collar, that's where my neck gets it.", ...closing))

  expect(textsOf(note)).toEqual(['Sore throat for 3 days.'])
  expect(note.openQuestions).toContain(`Not in the note: Reports: "the collar, that's where my neck gets it".`)
})

test('D520: without another trouble the quote stays', () => {
  expect(draftTexts('C: What can I do for you?', "P: It's my elbow, the way it sits.", ...closing)).toEqual([
    `Reports: "it's my elbow, the way it sits".`,
  ])
})
