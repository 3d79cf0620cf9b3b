/** Wrong statements by their cause, each with a right one of the same talk. D291, D315. */
import { expect, test } from '@jest/globals'
import { judgePair } from './pairs/judge.ts'
import type { Pair } from './pairs/pair.ts'

// biome-ignore format: one row a line
const rows: readonly Pair[] = [
  ['drug', 'medication', 'Takes sertraline 50 mg.|sertraline', 'Takes bisoprolol 50 mg.|bisoprolol', ['P: I take bisoprolol, and sertraline, fifty milligrams.']],
  ['drug', 'medication', 'Takes sertraline 50 mg.|sertraline', 'Takes bisoprolol 50 mg.|bisoprolol', ['P: There is bisoprolol, one tablet.', 'P: And sertraline,', 'P: fifty milligrams.']],
  ['drug', 'plan', 'Continue simvastatin 20 mg.|simvastatin', 'Start simvastatin 20 mg.|simvastatin', ['P: I am on simvastatin, twenty milligrams.', 'C: Simvastatin, twenty milligrams.', 'C: Carry on with the simvastatin.']],
  ['number', 'medication', 'Metformin one gram b.d.|metformin', 'Metformin one gram t.d.s.|metformin', ['P: I take metformin, a thousand milligrams twice a day.']],
  ['number', 'complaint', 'Dizziness for a fortnight.|dizziness', 'Dizziness for two months.|dizziness', ['P: I have had this dizziness for a couple of weeks. I moved house two months ago.']],
  ['number', 'complaint', 'Cough for seven days.|cough', 'Cough for six days.|cough', ['P: I have had this cough for a week.']],
  ['time', 'medication', 'Stopped lisinopril.|lisinopril|p', 'Takes lisinopril.|lisinopril', ['C: The lisinopril is still on your list.', 'P: I stopped that in April.']],
  ['time', 'history', 'Tonsillitis.|tonsillitis', 'Past history of tonsillitis.|tonsillitis|p', ['C: Well, what you have got is tonsillitis.']],
  ['time', 'complaint', 'Cough for three days.|cough', 'Cough for three weeks.|cough', ['P: I have had a cough for three days. I flew home three weeks ago.']],
  ['scope', 'symptom', 'No neck pain.|neck pain|-', 'Neck pain.|neck pain', ['P: The good thing is, my neck does not hurt.']],
  ['scope', 'symptom', 'Vomiting.|vomiting', 'Diarrhoea.|diarrhoea', ['C: Any diarrhoea? And vomiting?', 'P: No to the first, yes to the second.']],
  ['scope', 'symptom', 'Dizziness.|dizziness', 'Palpitations.|palpitations', ['C: Is it palpitations, or dizziness?', 'P: The second one.']],
  ['scope', 'symptom', 'Itch.|itch', 'No itch.|itch|-', ['P: What I cannot stand is the itch.']],
  ['scope', 'symptom', 'No palpitations today.|palpitations|-', 'Palpitations today.|palpitations', ['C: Any palpitations today?', 'P: No, not today.']],
  ['sense', 'impression', 'Vertigo.|vertigo', 'Possible stroke.|stroke|u', ['C: This is vertigo. We can put a stroke to bed.']],
  ['sense', 'plan', 'Warned that codeine may cause constipation.|constipation', 'Constipation from codeine.|constipation', ['C: Codeine can cause constipation, so drink plenty.']],
  ['plan', 'plan', 'Arrange an ECG.|ECG', 'Arrange an echocardiogram.|echocardiogram', ['C: I would like to arrange an ECG.']],
  ['attribute', 'symptom', 'Cough at 5 a.m.|cough', 'Cough at 5 p.m.|cough', ['P: I get this cough at five in the morning.']],
  ['attribute', 'symptom', 'Knee pain worse on stairs.|knee pain', 'Knee pain better on stairs.|knee pain', ['C: What makes your knee pain worse?', 'P: Stairs.']],
]

test.each(rows)('D315: %s, %s: "%s" stays and "%s" does not', async (...pair) => {
  const judged = await judgePair(pair)

  expect(judged.wrong.isKept).toBe(false)
  expect(judged.right).toEqual({ isKept: true, rules: [] })
})
