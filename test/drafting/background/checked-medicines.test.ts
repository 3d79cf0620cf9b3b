/** Medicines that the clinician goes through one by one, and how regularly they are taken. D472. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const medicines = (lines: readonly string[]): readonly string[] => draftTexts('P: I have a sore toe.', 'C: Right.', ...lines, 'C: Okay.', ...Array.from({ length: 12 }, () => 'P: And then the toe got sore again.')).filter((text) => /^(?:Takes?|Taking|Misses|No longer)\b/.test(text)) // biome-ignore format: short

// biome-ignore format: one row a line
const rows: readonly (readonly [texts: readonly string[], lines: readonly string[]])[] = [
  [['Takes gliclazide MR 60 mg every morning.'], ["C: Let's go through what you take. Gliclazide?", 'P: Yep, the white ones. One every morning.', 'C: So the MR, sixty milligrams.', 'P: Mm.']],
  [['Takes telmisartan 40 at night.'],           ['C: What tablets are you on?', 'P: A few.', 'C: Telmisartan, forty at night.', "P: That's the one."]],
  [['Takes candesartan 8.', 'Takes ezetimibe 10.'], ["C: You're taking candesartan eight and ezetimibe ten?", "P: Yes, that's right."]],
  [['Takes duloxetine 60 in the morning.'],      ["C: I've got duloxetine, sixty, in the morning. Is that still right?", 'P: Still on that.']],
  [['Takes rabeprazole 20 as needed.'],          ["C: Let's run through your tablets. Rabeprazole, twenty?", 'P: Only when I need it, after a curry.']],
  [['Takes levothyroxine 75 a day.'],            ['C: Are you taking your tablets? The levothyroxine, still a hundred a day?', 'P: Well, seventy-five now.']],
  [['Takes sertraline 50 most mornings.'],       ['C: What do you take?', 'P: Sertraline, fifty. Every morning. Well, most mornings.']],
  [['Misses: the evening one, twice a month.'],  ['C: Do you ever miss any?', 'P: The evening one, maybe twice a month.']],
  [['Misses no doses.'],                         ['C: Do you ever miss any doses?', 'P: Never.']],
]
test.each(rows)('D472: %j', (texts, lines) => {
  expect(medicines(lines)).toEqual(expect.arrayContaining([...texts]))
})

// An order, a reaction, another time, a no, a contrary rate, another thing that is missed.
// biome-ignore format: one row a line
const barred: readonly (readonly [lines: readonly string[]])[] = [
  [["C: I'll start you on telmisartan, forty at night.", "P: That's the one."]],
  [['C: Are you on any tablets?', 'P: No.', 'C: Right. Telmisartan, forty at night.', 'P: Yep.']],
  [["C: Let's go through your tablets. Telmisartan, forty?", 'P: No, never had that.']],
  [['C: What has she had before?', 'P: An antibiotic.', 'C: Amoxicillin?', 'P: Yes, that was it. She was fine.']],
  [['C: Amoxicillin is okay?', "P: Yes, I've had that."]],
  [['C: Have you missed any periods?', 'P: Yes, twice a year.']],
  [['C: Do you ever miss any work?', 'P: Once a month.']],
]
test.each(barred)('D472: not taken: %j', (lines) => {
  expect(medicines(lines)).toEqual([])
})
