/** Words that a speaker takes back are not heard: blanked with every offset kept. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { blankCorrections } from '../../src/drafting/dialogue/corrections.ts'
import { talk } from './dialogues.ts'

const heard = (...lines: readonly string[]): readonly string[] =>
  blankCorrections(talk(...lines)).map(({ text }) => text.replaceAll(/ {2,}/g, ' ').trim())

/** The spoken line, and the rest of the line that holds the value taken back. */
// biome-ignore format: one row a line
const rows: readonly (readonly [kind: string, lines: readonly string[], left: readonly string[]])[] = [
  ['a side',                       ['P: It goes down my left... hang on, no, not the left, the right leg.'], ['It goes down my right leg.']],
  ['a day',                        ['P: Since Monday, no sorry, Tuesday.'],                                  ['Since Tuesday.']],
  ['a dose',                       ["P: It's fifty milligrams, no I tell a lie, it's a hundred now."],       ["It's a hundred now."]],
  ['a number in its own sentence', ['P: Four. No, wait, five.'],                                             ['five.']],
  ['weeks for days',               ["P: Two weeks. No, sorry, that's wrong, it's ten days."],                ['ten days.']],
  ['a relative',                   ['P: Yeah my mum, no, sorry, not my mum, my auntie, she had it.'],        ['Yeah my auntie, she had it.']],
  ['how often',                    ['P: Twice a day. No, three times a day.'],                               ['three times a day.']],
  ['what happened',                ["P: So I vomited... well no, I didn't vomit, I felt sick."],             ["I didn't vomit, I felt sick."]],
  ['across an OK',                 ['P: It is in my left leg.', 'C: OK.', 'P: Hang on, no, the right leg.'], ['It is in my', 'OK.', 'right leg.']],
  ["the clinician's, by the patient", ["C: So that's the left ear?", 'P: No, no, the right.'],               ["So that's the ear?", 'No, no, the right.']],
]

test.each(rows)('docs/design/drafting.md#verification: %s that is taken back is not heard', (_, lines, left) => {
  expect(heard(...lines)).toEqual(left)
})

// biome-ignore format: one row a line
const kept: readonly (readonly [kind: string, lines: readonly string[]])[] = [
  ['two doses of a day',           ['P: No, two tablets in the morning and three at night.']],
  ['another thing counted',        ["P: I've got two kids. No, one of them had a cough for three days."]],
  ['an answer to another question', ['P: I take two tablets.', 'C: And do you smoke at all?', 'P: No, three years ago I stopped.']],
  ['a summary that is right',      ["C: You've had it for three days?", 'P: No, three days is right.']],
  ['the other limb',               ['C: Any pain in your left arm?', 'P: No, but my right knee hurts.']],
  ['right as agreement',           ["P: That's right, no, the left one."]],
]

test.each(kept)('docs/design/drafting.md#verification: %s is no correction', (_, lines) => {
  expect(blankCorrections(talk(...lines))).toEqual(talk(...lines))
})

test('docs/design/drafting.md#verification: a correction moves no offset', () => {
  const segments = talk('P: Since Monday, no sorry, Tuesday.', 'C: OK.')

  expect(blankCorrections(segments).map(({ text }) => text.length)).toEqual(segments.map(({ text }) => text.length))
})
