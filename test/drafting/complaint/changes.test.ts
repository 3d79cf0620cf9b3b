/** Since when an old trouble is worse is not since when it is there. D550. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ['Migraines for years, bad for 6 weeks.', "C: What's up?", 'P: Migraines.', 'C: How long?', 'P: On and off for years. But bad the last six weeks.'],
  ['Knee pain for 3 weeks, getting worse.', 'C: How can I help?', "P: My knee's been sore for three weeks and it's getting worse."],
])('D550: %s', (line, ...lines) => {
  expect(draftTexts(...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['another thing began', 'June', 'C: What brings you in?', 'P: I have a cough.', 'C: When did the nights start?', 'P: June.'],
  ['it tells the last one', 'week', 'C: What can I do?', 'P: I am tired all the time, and my periods are heavy.', 'C: When did the last one start?', 'P: Two weeks ago.'],
])('D550: no time of the complaint if %s', (_, time, ...lines) => {
  expect(draftTexts(...lines)[0]).not.toContain(time)
})
