/** What a line of the plan takes from the sentences before it, and which of several proposals a no declines. D464, D465. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const named: readonly (readonly [line: string, ...talk: readonly string[]])[] = [
  ['Pregabalin, one capsule, 75 mg, twice a day.', "C: There's one called pregabalin, it calms the nerve.", 'C: One capsule, seventy-five milligrams, twice a day.'],
  ['Start dapagliflozin (Forxiga), 10 mg, once in the morning.', "C: I'd like to add a tablet called Forxiga, dapagliflozin, ten milligrams, once in the morning."],
  ['Start fusidic acid, two drops, four times a day, five days.', "C: I'll give you fusidic acid. Two drops, four times a day, five days."],
  ['Stop celecoxib today.', "C: So that's the celecoxib, and it won't help your stomach.", "C: I'd stop it today, not next week."],
  ['Salt: cut down over a couple of weeks.', 'C: Now the salt. Cut down over a couple of weeks.'],
  ['Tetanus booster: nurse can do it today.', "C: Have you had a tetanus booster?", 'P: Not for years.', 'C: The nurse can do it today.'],
  ['Methotrexate: start in three weeks, when the bloods are back.', "C: It's methotrexate that helps the joints. Start in three weeks, when the bloods are back."],
  ['Swap gliclazide to the evening.', 'C: Gliclazide, sixty. When do you take it?', 'P: Mornings.', 'C: Swap it to the evening.'],
  ['Coffee: get it down to two, with none after lunch.', "C: And the coffee, mate. I'd love you to get it down to two, with none after lunch."],
  ['Certificate till Friday.', 'P: Do I need a certificate? I drive a truck.', "C: I'll give you one till Friday."],
  ['Load with ticagrelor, 180 mg.', "C: Because of the aspirin allergy we'll load you with ticagrelor, a hundred and eighty milligrams."],
  ['Admit to the coronary care unit.', "C: I've spoken to the registrar and they'll admit you to the coronary care unit."],
  ['Stop empagliflozin and call if vomiting or fasting.', "C: I'd like to add empagliflozin, ten milligrams in the morning. The thing with it is you can get thrush, and if you're vomiting or fasting you need to stop it and call us."],
  ['Return sooner if having lows, or sores on those feet.', "C: I'll see you in three months. Sooner if you're having lows, or if you get any sores on those feet."],
  ['Use condoms.', 'C: Use condoms, or I can give you the mini pill.'],
  ['Get some bloods in two weeks, ferritin, and the lipids.', "C: I'll get some bloods in two weeks, ferritin, and your lipids while we're at it."],
  ['Once this has settled, start allopurinol, a low dose, 50 mg.', "C: Once this has settled, we'll start allopurinol, a low dose, fifty milligrams."],
  ['When the swelling has gone down start allopurinol 100 mg a day.', "C: When the swelling's gone down we'll start you on allopurinol a hundred milligrams a day."],
  ['Review the knee and the blood pressure in two weeks.', "C: Let's review your knee and your blood pressure in two weeks."],
  ['No diclofenac with that kidney.', 'C: No diclofenac with that kidney.'],
]
test.each(named)('D464: %s', (line, ...talk) => {
  expect(draftTexts(...talk, 'P: Okay.')).toContain(line)
})

// biome-ignore format: one row a line
const unnamed: readonly (readonly [words: string, ...talk: readonly string[]])[] = [
  ['Ibuprofen', 'C: Ibuprofen, four hundred, three times a day.', "C: And I'll start you on iron.", 'C: Take it with juice, not tea.'],
  ['juice', 'C: Oh, the chloroquine.', 'C: No, not for you.', 'C: Every day, with juice.'],
  ['Metformin', 'C: We have metformin, and gliclazide.', 'C: Twenty milligrams, twice a day.'],
]
test.each(unnamed)('D464: %s names no other order', (words, ...talk) => {
  expect(draftTexts(...talk, 'P: Okay.').filter((line) => line.includes(words) && /juice|20 mg/.test(line))).toEqual([])
})

// biome-ignore format: one row a line
const declined: readonly (readonly [line: string, isThere: boolean, ...talk: readonly string[]])[] = [
  ['Start paracetamol 2 tablets 4 times a day for 1 week.', true, "C: Regular paracetamol, two tablets four times a day for a week. And I could give you some oxycodone for the nights.", "P: I don't want oxycodone.", 'C: Fair enough.'],
  ['Ketotifen drops, one in each eye twice a day.', true, 'C: Ketotifen drops, one in each eye twice a day. No rubbing.', "P: No rubbing. That's hard."],
  ['Continue paracetamol 2 tablets 3 times a day.', true, 'C: Keep the paracetamol, two tablets, but you can take it three times a day.', 'P: Right. Not the celecoxib.', 'C: No.'],
  ['Start oxycodone 5 mg at night.', false, "C: I'll start you on oxycodone, five milligrams at night.", "P: No thanks, I'd rather not.", 'C: Okay.'],
]
test.each(declined)('D465: %s stands: %s', (line, isThere, ...talk) => {
  expect(draftTexts(...talk).includes(line)).toBe(isThere)
})
