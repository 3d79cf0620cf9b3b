/** Warnings that are read chunk by chunk over one or several sentences. D382. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Call an ambulance if sudden thunderclap headache, limb weakness, seizure, or neck so stiff you cannot nod.', "C: Now, red flags. Sudden thunderclap headache, weakness in an arm or leg, a seizure, or a neck so stiff you can't nod. For any of those you're calling triple zero."],
  ['Return that day if headaches that will not shift, flashing lights, or pain under ribs.', "C: Headaches that won't shift, or flashing lights, or pain under the ribs, I want you seen that day."],
  ['Let the midwife know if itching on palms and soles particularly.', 'C: And itching, on the palms and soles particularly, let the midwife know.'],
  ['Stop flucloxacillin and get help straight away if rash, or wheeze or swelling of face.', 'C: With the flucloxacillin it may upset your stomach. Any rash, wheeze or swelling of the face, stop them and get help straight away.'],
  ['Call an ambulance if arm pain that comes on with a tight chest.', "C: And arm pain that comes on with a tight chest, that's not me, that's triple zero."],
]
test.each(told)('D382: %s', (line, ...lines) => {
  expect(draftTexts(...lines, 'P: Okay.')).toContain(line)
})

// biome-ignore format: one row a line
const untold: readonly string[] = [
  "C: If you'd had a stroke you would have gone straight to hospital.",
  "C: They'll do a tracing, and if it's a blocked artery, they'd take you straight to the hospital.",
  "C: I'd call it a grade two sprain if there's swelling and bruising.",
  'C: I saw a man last week, vomiting blood, went straight to hospital.',
]
test.each(untold)('D382: no warning in "%s"', (line) => {
  expect(draftTexts(line, 'P: Okay.').filter((one) => /^(?:Call|Go|Return)\b/.test(one))).toEqual([])
})
