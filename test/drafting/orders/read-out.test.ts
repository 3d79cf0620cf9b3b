/** Medicines that are read out, and orders that only point. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draftNote } from '../../../src/drafting/compose/draft.ts'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { type Candidate, says } from '../../../src/drafting/extract/candidates.ts'
import { isReadOut } from '../../../src/drafting/extract/told-plan/read-out.ts'
import { talk, template } from '../dialogues.ts'

const planOf = (...lines: readonly string[]): readonly string[] =>
  draftNote({ template, transcriptId: 'talk', segments: talk(...lines), record: [] }).sections.flatMap(({ key, statements }) => (key === 'plan' ? statements.map(({ text }) => text) : [])) // biome-ignore format: short

const visit = (...plan: readonly string[]): readonly string[] => [
  'C: What brings you in?',
  'P: My ankles swell up.',
  'C: Okay. And the perindopril, is it still five milligrams?',
  'P: Five in the morning, yeah.',
  'C: And rosuvastatin ten at night.',
  "P: That's the one.",
  'C: Any cough?',
  'P: No.',
  'C: Let me have a listen. Chest is clear. Ankles are a bit puffy.',
  'P: Right.',
  'C: I think this is heart failure, fluid on the ankles.',
  'P: Okay.',
  ...plan,
]

test('D457: a bare name with its dose before the plan is read out, and an order is not', () => {
  const dialogue = readDialogue(talk('C: And rosuvastatin ten at night.', "P: That's the one.", 'C: Take rosuvastatin ten at night.')) // biome-ignore format: short
  const lineOf = (place: number): Candidate => ({ text: 'Rosuvastatin ten at night.', claims: [], quotes: dialogue.slice(place, place + 1).flatMap(says), weight: 0, at: 0 }) // biome-ignore format: short

  expect(isReadOut(lineOf(0), dialogue, 2)).toBe(true)
  expect(isReadOut(lineOf(0), dialogue, 0)).toBe(false)
  expect(isReadOut(lineOf(2), dialogue, 3)).toBe(false)
})

test.each([
  ['C: Keep writing it down every day.', /writing/],
  ['C: Give it a week.', /week/],
  ['C: Tell your sister to bring her tablets on Friday.', /sister|tablets/],
])('D458: "%s" is no line of the plan', (line, words) => {
  expect(planOf(...visit(line, 'P: Will do.')).filter((text) => !text.startsWith('Also said')).join(' ')).not.toMatch(words) // biome-ignore format: short
})

test('D458: what must not be done stays', () => {
  expect(planOf(...visit("C: Don't scratch it.", 'P: Will do.'))).toContain('Do not scratch it.')
})
