/** Questions whether a symptom has ended, and words that only sound like an end. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (...lines: readonly string[]): readonly string[] =>
  draftJudged(talk('C: How can I help?', 'P: My toe hurts.', ...lines))
    .map(({ text }) => text)
    .filter((text) => !/Toe/.test(text))

// biome-ignore format: one row a line
test.each([
  ['Fever, now resolved.',  ['C: Any fever?', 'P: Yes.', 'C: Has that gone away?', 'P: Yes.']],
  ['Rash, now resolved.',   ['P: I had a rash.', 'C: And has it gone now?', 'P: Yeah.']],
  ['Rash, now resolved.',   ['P: I have a rash.', 'C: Has it settled?', 'P: It has.']],
] as const)('docs/design/drafting.md#rules-of-the-drafter: the clinician asks whether it has ended: %s', (line, lines) => {
  expect(linesOf(...lines)).toEqual([line])
})

// "Gone" with a colour or a feeling is a change, and "all over" is a place.
// biome-ignore format: one row a line
test.each([
  ['Dry skin.',   ['C: Is the skin dry?', 'P: That is exactly it, it flakes all over the place.']],
  ['Rash.',       ['P: I have a rash.', 'C: Has it gone red?', 'P: Yes.']],
  ['Rash.',       ['P: I have a rash.', 'C: Has it gone all hot?', 'P: Yes, it has.']],
  ['Itching, all over the arms.', ['C: Is there any itching?', 'P: Yes, it is all over my arms.']],
] as const)('docs/design/drafting.md#rules-of-the-drafter: nothing has ended: %s', (line, lines) => {
  expect(linesOf(...lines)).toContain(line)
})
