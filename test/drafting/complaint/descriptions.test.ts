/** What describes a complaint, and words that name no trouble. D310, D419, D469, D488. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const ask = 'C: What can I do for you?'

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Numbness for 6 months, right side, in the hands.', 'P: My hands go numb at night.', 'C: Both hands?', 'P: Mostly the right.', 'C: For how long?', 'P: Six months.'],
  ['Headache, behind the eyes.', 'P: I get these headaches. Behind my eyes.'],
  ['Heel pain, right side.', 'P: I have this pain in my heel.', 'C: Which heel?', 'P: The right one.'],
  ['Breast lump, started 2 weeks ago.', 'P: I have a lump in my breast.', 'C: When did you find it?', 'P: Two weeks ago.'],
  ['Toothache since Thursday.', 'P: I have a toothache. Since Thursday.'],
  ['Sore, on the foot.', 'P: It is a bit of a sore. On the foot.'],
  ['Difficulty passing urine for 6 months.', 'P: I cannot get going and then it dribbles, when I wee.', 'C: For how long?', 'P: Six months.'],
]
test.each(told)('D310: the verifier passes: %s', (line, ...lines) => {
  expect(draftJudged(talk(ask, ...lines)).map(({ text }) => text)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['Ankle pain: severity 7/10, 8/10 at night.', 'P: About a seven, eight at night.'],
  ['Ankle pain: severity 7-8/10.', 'P: Seven, eight.'],
  ['Ankle pain: severity 7-8/10 at night.', 'P: Seven or eight at night.'],
  ['Ankle pain: severity 4/10 now, 8/10 when putting the foot down.', 'P: Sitting like this, four. If I put my foot down, eight.'],
])('D419: %s', (line, reply) => {
  expect(draftJudged(talk('P: My ankle hurts.', 'C: How bad is it, out of ten?', reply)).map(({ text }) => text).join(' ')).toContain(line) // biome-ignore format: short
})

// biome-ignore format: one row a line
test.each([
  ['a fall', 'P: I fall asleep on the couch at seven.', /^Fall\b/],
  ['a fall of hair', "P: My hair's been falling out.", /^Fall\b/],
  ['tiredness', 'P: I cannot get going and then it dribbles, when I wee.', /Tiredness/],
  ['a weight', 'P: I have lost weight. I have lost about eight kilos.', /eported weight/],
])('D469: no %s: %s', (_, line, wrong) => {
  expect(draftTexts(ask, line).join(' ')).not.toMatch(wrong)
})
