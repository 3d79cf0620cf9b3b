/** Sentences of a plan, read clause by clause. D443, D445. */
import { expect, test } from '@jest/globals'
import { readPlanLine } from '../../../src/drafting/extract/told-plan/plan-lines.ts'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [said: string, line: string])[] = [
  ['soak it in warm water, ten minutes, and pat it dry', 'soak it in warm water, ten minutes, and pat it dry'],
  ['I would like you to keep off the bike until the stitches are out, because the knee bends there', 'keep off the bike until the stitches are out'],
  ['we will do an ultrasound of the neck, and I will ring you with it', 'do an ultrasound of the neck, and ring with it'],
  ['you should wear the splint at night', 'wear the splint at night'],
  ['I would leave the drops for a week, they only sting', 'leave the drops for a week'],
  ['gentle walks, twice a day, and build it up', 'gentle walks, twice a day, and build it up'],
  ['at night, two pillows', 'undefined'],
  ['the swelling can last, and give you a dull ache', 'undefined'],
  ['most of these settle by themselves', 'undefined'],
  ['I do not want to start anything, I want a scan', 'undefined'],
]
test.each(told)('D443: "%s" is "%s"', (said, line) => {
  expect(readPlanLine(said)?.text ?? 'undefined').toBe(line)
})

// biome-ignore format: one row a line
const lines: readonly (readonly [line: string, ...talk: readonly string[]])[] = [
  ['Start cefuroxime 250 mg twice a day with food, seven days.', "C: I'd like you on cefuroxime. Two hundred and fifty milligrams, twice a day, with food.", 'P: For how long?', 'C: Seven days.'],
  ['No ladders for three weeks.', 'P: And work?', 'C: No ladders for three weeks.'],
  ['Ditch the crutches when walking without a limp.', 'C: Ditch the crutches when you walk without a limp, they only slow you down.'],
]
test.each(lines)('D443: %s', (line, ...talk) => {
  expect(draftTexts(...talk, 'P: Okay.')).toContain(line)
})

// biome-ignore format: one row a line
const untold: readonly (readonly string[])[] = [
  ['C: Lots of fluid in that joint.', 'P: Right.'],
  ['C: Forty milligrams, every night.', 'P: Okay.'],
  ["C: We'll see if you can come down to ten next time.", 'P: Okay.'],
  ['C: Your neighbour should keep off it.', 'P: Yes.'],
]
test.each(untold)('D443: no line from "%s"', (...talk) => {
  expect(draftTexts(...talk)).toEqual([])
})

const examined = [
  'C: What brings you in?', 'P: My shoulder hurts.', 'C: Since when?', 'P: A month.', 'C: Any fall?', 'P: No.', 'C: Do you smoke?', 'P: No.',
  'C: Arms out, and hold them there.', 'P: Okay.', 'C: Turn your hands out, push against me. No swelling. Full movement. Tender in front.', 'P: Ow.',
  "C: So this is tendonitis. Ice it after work, ten minutes. And I'll send you to the physio.", 'P: Okay.', 'C: No heavy lifting for two weeks.', 'P: Fine.',
] // biome-ignore format: a talk
test('D445: what is asked in the examination is no plan', () => {
  const texts = draftTexts(...examined)

  expect(texts).toEqual(expect.arrayContaining(['Ice it after work, ten minutes.', 'No heavy lifting for two weeks.']))
  expect(texts.filter((text) => /hold them|hands|push/i.test(text))).toEqual([])
})
