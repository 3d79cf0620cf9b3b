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

test.each([
  [
    'Stop tranexamic acid and return the same day if calf pain.',
    ['C: We start tranexamic acid.', 'P: Okay.', 'C: If you get calf pain, stop it and come in the same day.'],
  ],
  ['Stop amoxicillin and call if rash.', ['C: We start amoxicillin. If you get a rash, stop it and ring us.']],
  [
    'Call an ambulance if cannot finish a sentence, lips go blue, or inhaler is not helping.',
    ["C: If you can't finish a sentence, or your lips go blue, or the inhaler isn't helping, ambulance, triple zero."],
  ],
] as const)('D382: %s', (line, lines) => {
  expect(draftTexts(...lines)).toContain(line)
})

test('D382: a warning stays as it was said if two medicines may be the one to stop', () => {
  const lines = draftTexts('C: Take tranexamic acid.', 'P: Okay.', 'C: And Nurofen with food.', 'P: Okay.', 'C: If you get a swollen calf, stop it and ring us.') // biome-ignore format: short

  expect(lines).toContain('Also said: "if you get a swollen calf, stop it and ring us".')
})

test('D382: what is to be stopped later is started all the same', () => {
  expect(draftTexts('C: We start amoxicillin. If you get a rash, stop it and ring us.')).toContain('Start amoxicillin.')
})

test.each([
  [
    'Stop the methotrexate, and go to the emergency department if eyes go yellow.',
    'C: If your eyes go yellow stop the methotrexate and get to emergency.',
  ],
  ['Stop the cream, and return if rash spreads.', 'C: If the rash spreads stop the cream and come back.'],
])('D382: an order without a mark behind its sign: %s', (line, said) => {
  expect(draftTexts('C: It should settle.', 'P: Okay.', said)).toContain(line)
})
