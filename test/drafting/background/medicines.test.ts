/** Strength and rate that stand apart from their medicine. D433. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const medicines = (lines: readonly string[]): readonly string[] => draftTexts('P: I have a sore toe.', ...lines).filter((text) => /^(?:Takes?|Taking|Uses|Does not take)\b/.test(text)) // biome-ignore format: short

// biome-ignore format: one row a line
test.each<readonly [texts: readonly string[], lines: readonly string[]]>([
  [['Takes rosuvastatin 10 mg at night.'],   ["C: I've got you down as cholesterol.", 'P: Yeah just the cholesterol. The, um, rosuvastatin.', 'C: Ten milligrams?', 'P: Ten, yeah. At night. I do take it.']],
  [['Takes solifenacin 5 mg in the morning before breakfast.'], ["C: So you're on solifenacin, five milligrams?", 'P: Five, yes. In the morning before breakfast.']],
  [['Takes pantoprazole 40.'],               ['C: Any medicines?', "P: Just the pantoprazole. Forty. I've had that for years."]],
  [['Takes sertraline 50.'],                 ["C: And what's the antidepressant you're on?", 'P: Sertraline. Fifty. Two years now.']],
  [['Takes ramipril 5 mg in the morning.'],  ["C: You're on the, hang on let me get it up, ramipril, five milligrams, one in the morning. Still taking that?", 'P: Yeah, yeah every morning with me toast.']],
  [['Takes telmisartan 40.', 'Takes metformin 500.'], ['C: What else do you take, have you got a list?', "P: I've got the list. Here you are.", 'C: So, telmisartan forty. Metformin five hundred.']],
  [['Takes simvastatin 20.', 'Takes lisinopril 10.'], ['C: Are you taking any tablets?', 'P: Is it lisinopril, and the simvastatin.', 'C: Lisinopril ten, simvastatin twenty. Yes, I have you.']],
  [['Takes Clenil 2 puffs morning and night.'], ['C: What medicines do you take?', 'P: Just the brown inhaler, the Clenil. Two puffs, morning and night.']],
])('D433: %s', (texts, lines) => {
  expect(medicines(lines)).toEqual(texts)
})

// Of somebody else, of another time, ordered, denied, or with another strength.
// biome-ignore format: one row a line
test.each<readonly [lines: readonly string[]]>([
  [["C: I'd like to start you on ramipril, two point five. Okay?", 'P: Okay, ramipril.', 'C: Five milligrams?', 'P: Right.']],
  [['C: Any medicines?', "P: My husband's on warfarin. Five."]],
  [["C: You're on ramipril, five milligrams?", 'P: No, I came off that.']],
  [['C: What do you take?', 'P: I was on the clopidogrel for a year and they stopped it. Seventy-five.']],
])('D433: not taken: %s', (lines) => {
  expect(medicines(lines).filter((text) => text.startsWith('Takes'))).toEqual([])
})
