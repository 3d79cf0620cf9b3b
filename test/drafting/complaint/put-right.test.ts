/** A value that the speaker puts right at once: what the sentence said of the old one holds for the new one. D525. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const ask = ['C: What can I do for you?', "P: I've got a sore throat."]
const judged = (...lines: readonly string[]) => draftJudged(talk(...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
test.each([
  ['Sore throat for 3 weeks.', "P: A fortnight. Or was it three weeks? Three weeks."],
  ['Sore throat for 2 weeks.', 'P: A week, or was it two? Yeah, two.'],
  ['Sore throat for 5 to 6 days.', 'P: Five days. Or is it six?'],
  ['Sore throat for about 9 days.', 'P: About eight days. No, I tell a lie, nine.'],
  ['Sore throat for 8 weeks.', 'P: Six weeks, hold on, no, eight.'],
])('D525: %s', (line, told) => {
  expect(judged(...ask, 'C: How long for?', told)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['Cramps, in the right calf.', 'C: Any cramps?', "P: In my left calf in bed. No, what am I saying, it's the right."],
  ['Wrist pain, right side.', "C: What's the trouble?", 'P: My left wrist hurts when I type. No, the right one.'],
  ['Swelling, left side, in the ankle.', 'C: Any swelling?', 'P: Left ankle.'],
  ['Rash, chest and back.', 'C: Any rash?', 'P: Chest and back.'],
  ['Numbness, both feet, at night.', 'C: Any numbness?', 'P: Both feet, at night.'],
])('D525: %s', (line, ...lines) => {
  expect(judged(...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  [/right/i, 'C: Which ear hurts?', 'P: Left. No, the right is fine.'],
  [/Lump/, 'C: Any lumps?', 'P: My neck is fine.'],
  [/fifteen|15/, 'C: Do you get short of breath?', 'P: After ten steps. Or was it fifteen that the nurse asked me to do?'],
] as readonly (readonly [RegExp, ...string[]])[])('D525: nothing of %s', (wrong, ...lines) => {
  expect(draftTexts(...lines).join(' ')).not.toMatch(wrong)
})
