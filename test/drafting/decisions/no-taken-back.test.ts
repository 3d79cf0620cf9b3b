/** A no to allergies that the rest of the turn takes back. D71. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ['No allergies that you know of?',            'No, penicillin, I nearly died.'],
  ["You're not allergic to anything, are you?", 'No, ibuprofen, my face blows up.'],
  ['Any drug allergies?',                       'No, morphine, I come out in a rash.'],
  ['No known allergies?',                       'No. Oh wait, latex.'],
  ['Any allergies?',                            'No, penicillin.'],
])('D71: not denied: %s %s', (question, reply) => {
  expect(draftTexts(`C: ${question}`, `P: ${reply}`).filter((text) => text.startsWith('No '))).toEqual([])
})

test.each(['No.', 'No, not penicillin or anything.', 'No, nothing like that.', 'No, no rash or anything.'])(
  'D71: denied: %s',
  (reply) => {
    expect(draftTexts('C: Any allergies?', `P: ${reply}`)).toContain('No known allergies.')
  },
)
