/** The words around the cited ones: a condition, an exception, an end, another question. D315. */
import { expect, test } from '@jest/globals'
import type { Drafted } from './drafted/drafted.ts'
import { judgeDrafted } from './drafted/judge-drafted.ts'

const rulesOf = (lines: readonly string[], wrong: Drafted['wrong']): readonly string[] =>
  judgeDrafted({ cause: 'thing', lines, right: wrong, wrong }).wrong

// biome-ignore format: one row a line
test.each([
  { rule: 'condition-dropped', lines: ['C: If it bleeds again,', 'P: Yeah.', 'C: ring the ward.'], wrong: ['plan', 'Ring the ward.', 'ring the ward', 'ring the ward.'] },
  { rule: 'condition-dropped', lines: ['C: Stay on the aspirin. Until you have seen the surgeon.'], wrong: ['plan', 'Stay on the aspirin.', 'aspirin', 'Stay on the aspirin.'] },
  { rule: 'condition-dropped', lines: ['P: I have no pain', 'P: as long as I keep still.'], wrong: ['symptom', 'No pain.', 'pain|-', 'I have no pain'] },
  { rule: 'not-asserted', lines: ['P: What I am scared of is', 'P: gout. My toe is sore.'], wrong: ['symptom', 'Gout.', 'gout', 'gout.'] },
  { rule: 'time-mismatch', lines: ['P: I had a fever.', 'P: That has gone now.'], wrong: ['symptom', 'Fever.', 'fever', 'I had a fever.'] },
  { rule: 'question-unanswered', lines: ['C: Any fever?', 'P: Pardon?', 'C: Are you outside?', 'P: Yes.'], wrong: ['symptom', 'Fever.', 'fever', 'Any fever?', 'Yes.'] },
  { rule: 'question-unanswered', lines: ['C: Any fever?', 'P: I have not taken my temperature.'], wrong: ['symptom', 'No fever.', 'fever|-', 'Any fever?', 'I have not taken my temperature.'] },
  { rule: 'order-not-given', lines: ['C: Squeeze my fingers for me.'], wrong: ['plan', 'Squeeze my fingers.', 'squeeze my fingers', 'Squeeze my fingers for me.'] },
  { rule: 'order-not-given', lines: ['C: I will start you on codeine.', 'C: Actually, no, scrap that.'], wrong: ['plan', 'Start codeine.', 'codeine', 'I will start you on codeine.'] },
  { rule: 'thing-unnamed', lines: ['C: Take it with food.'], wrong: ['plan', 'Take it with food.', 'take it with food', 'Take it with food.'] },
] satisfies { rule: string; lines: string[]; wrong: Drafted['wrong'] }[])('D315: $wrong.1 is withheld for $rule', ({ rule, lines, wrong }) => {
  expect(rulesOf(lines, wrong)).toContain(rule)
})

// biome-ignore format: one row a line
test.each([
  { lines: ['C: If it bleeds again,', 'C: ring the ward. Take paracetamol for the pain.'], right: ['plan', 'Take paracetamol for the pain.', 'paracetamol', 'Take paracetamol for the pain.'] },
  { lines: ['C: If you like, I will refer you to the eye clinic.'], right: ['plan', 'Refer to the eye clinic.', 'eye clinic', 'I will refer you to the eye clinic.'] },
  { lines: ['C: Any fever?', 'P: Sorry, fever?', 'C: A fever, yes?', 'P: No fever.'], right: ['symptom', 'No fever.', 'fever|-', 'Any fever?', 'No fever.'] },
  { lines: ['C: Use the inhaler, breathe in slowly and hold your breath, twice a day.'], right: ['plan', 'Use the inhaler twice a day.', 'inhaler', 'Use the inhaler, breathe in slowly and hold your breath, twice a day.'] },
  { lines: ['P: I have a headache. It has not gone.'], right: ['symptom', 'Headache.', 'headache', 'I have a headache.'] },
  { lines: ['C: Take it easy for a week.'], right: ['plan', 'Take it easy for a week.', 'take it easy for a week', 'Take it easy for a week.'] },
] satisfies { lines: string[]; right: Drafted['right'] }[])('D315: $right.1 stays', ({ lines, right }) => {
  expect(rulesOf(lines, right)).toEqual([])
})
