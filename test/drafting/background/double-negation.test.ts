/** A second negation denies a trouble whose name is one. D486. */
import { expect, test } from '@jest/globals'
import { draftJudged, handWritten, noteOf, rulesOf, talk, verify } from '../dialogues.ts'

test.each([
  "P: I'm not, like, not wanting to be here or anything.",
  "P: I'm not not wanting to be here.",
  "P: It's not that I don't want to be here, I'm just tired.",
])('D486: %s', (said) => {
  expect(draftJudged(talk(said)).map(({ text }) => text)).not.toContain('Suicidal thoughts.')
})

test('D486: the verifier refuses the thought, and keeps its denial', () => {
  const segments = talk("P: I'm not, like, not wanting to be here or anything.")
  const judge = (text: string): readonly string[] =>
    rulesOf(verify(noteOf('subjective', handWritten(text, [{ segment: 0 }], segments)), segments))
  expect(judge('Suicidal thoughts.')).not.toEqual([])
  expect(judge('No suicidal thoughts.')).toEqual([])
})

test.each([
  "P: I'm not sleeping. I don't want to be here.",
  "P: Sometimes I'm not wanting to be here.",
  "P: I'm not, I don't want to be here.",
  "P: I'm not coping, not wanting to be here.",
])('D486: a thought that is told stays: %s', (said) => {
  expect(draftJudged(talk(said)).map(({ text }) => text)).toContain('Suicidal thoughts.')
})
