/** The day on which a trouble began. D480. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const began: readonly (readonly [said: string, ...lines: readonly string[]])[] = [
  ['P: The rash came up on Thursday.', 'Rash since Thursday.'],
  ['P: Last night I got this really bad headache.', 'Headache since last night.'],
  ['P: I woke up with an earache this morning.', 'Ear pain since this morning.'],
  ["P: I've had a sore throat since about Tuesday and then on Thursday this rash came up.", 'Sore throat since Tuesday.', 'Rash since Thursday.'],
  ['P: The cough started on Sunday and then the fever came on Monday.', 'Cough since Sunday.', 'Fever since Monday.'],
  ["P: My knee's been sore since the weekend.", 'Knee pain since the weekend.'],
]
test.each(began)('D480: %s', (said, ...lines) => expect(draftTexts(said)).toEqual(lines))

// biome-ignore format: one row a line
const others: readonly (readonly [reason: string, ...lines: readonly string[]])[] = [
  ['another clause has the day', 'P: Yesterday I started pulling weeds, and now I have back pain.'],
  ['it happens on that day of each week', 'P: Every Sunday I get a headache.'],
  ['a visit is no beginning', 'P: I got seen at the hospital on Monday for the cough.'],
]
test.each(others)('D480: no day of beginning: %s', (_reason, ...lines) => {
  expect(draftTexts(...lines).filter((text) => /since/.test(text))).toEqual([])
})

test('D480: "it is three weeks now" is a length, and "he is three weeks" an age', () => {
  expect(draftTexts("P: I've got a cough.", 'C: How long have you had it?', "P: It's three weeks now.")).toEqual(['Cough for 3 weeks.']) // biome-ignore format: short
  expect(draftTexts("P: He's three weeks. He's got a cough.", 'C: How is he feeding?').filter((text) => /3 weeks/.test(text))).toEqual([]) // biome-ignore format: short
})
