/** D370: an item of a list is denied if it names a trouble by itself. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (question: string): readonly string[] =>
  draftJudged(talk('C: How can I help?', 'P: My toe hurts.', `C: ${question}`, 'P: No.'))
    .map(({ text }) => text)
    .filter((text) => !/^Toe/.test(text))

// biome-ignore format: one row a line
test.each([
  ['Any bloating, heartburn, big toe, or vomiting?',              ['No bloating, indigestion or vomiting.']],
  ['Any nausea, dizziness, like the vertigo you had before?',     ['No nausea or dizziness.']],
  ['Apart from the cough, any fever or wheeze?',                  ['No fever or wheeze.']],
  ['Any fever or swollen glands, the throat sore?',               ['No fever or swollen glands.']],
  ['Palpitations, the heart pounding or racing?',                 ['No palpitations.']],
  ['Any trouble with, for instance, your bladder, or numbness?',  ['No numbness.']],
  ['Is it not crusted or scabbed?',                                 []],
] as const)('D370: %s', (question, lines) => {
  expect(linesOf(question)).toEqual(lines)
})

// A noun that is spelt like an adjective, and a likeness that compares nothing.
// biome-ignore format: one row a line
test.each([
  ['Any blisters, a sore, or hoarseness?',          /sore/],
  ['Anything like a rash, hives or swollen lips?',  /No rash or lip swelling/],
  ['Any burning, numbness, or itching?',            /No burning, numbness or itching/],
] as const)('D370: keeps a whole name: %s', (question, line) => {
  expect(linesOf(question).join(' ')).toMatch(line)
})
