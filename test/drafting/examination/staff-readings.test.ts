/** What a nurse reads out, and a tracing that somebody hands over. D531. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: Hello, what brings you in?', 'P: I have had a sore chest since last night.'] as const
const values = /blood pressure|pulse|temperature|saturation|respiratory|weight|haemoglobin|white|crp|potassium|dipstick|ecg|sinus|sugar|glucose/i // biome-ignore format: one row
const read = (lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => values.test(text)) // biome-ignore format: one row

// biome-ignore format: one row a line
const rows: readonly (readonly [form: string, lines: readonly string[], texts: readonly string[]])[] = [
  ['a set of obs',        ['O: Obs are done. BP one forty on eighty, pulse ninety, sats ninety-six on room air.', 'C: Thanks.'], ['Blood pressure 140/80 mmHg.', 'Oxygen saturation 96%.', 'Pulse 90 bpm.']],
  ['asked for',           ['C: What are the obs doing?', 'O: Temp thirty-seven two, heart rate eighty-four.'],                   ['Temperature 37.2 °C.', 'Pulse 84 bpm.']],
  ['a repeat',            ['O: Repeat BP, one fifty-eight on ninety-two. Sats ninety-seven on air.', 'C: Good.'],                ['Blood pressure 158/92 mmHg.', 'Oxygen saturation 97%.']],
  ['bloods',              ["O: Bloods are back. Haemoglobin's eighty-two, potassium five point six.", 'C: Okay.'],               ['Haemoglobin 82, potassium 5.6.']],
  ['a strip',             ["C: And the urine?", "O: Dipstick's clear.", 'C: Good.'],                                            ['Dipstick clear.']],
  ['his usual value',     ['O: He normally runs a BP of one thirty. Obs today, BP one oh two over sixty.', "C: That's low."],     ['Blood pressure 102/60 mmHg.']],
  ['another bed',         ["O: Bed nine's BP is eighty over forty, doctor.", 'C: Coming.'],                                      []],
  ['a condition',         ["O: I'm the nurse. If the sats are under ninety I'd call you.", 'C: Sure.'],                          []],
  ['a handed ECG',        ["O: ECG's done, doctor.", 'C: Pass it over. Okay... sinus rhythm, ninety-two, some T wave inversion in V two to V four. No ST depression.'], ['ECG: sinus rhythm ninety-two, T wave inversion in V2 to V4, no ST depression.']],
  ['a rhythm by itself',  ["C: You're in sinus rhythm, rate of seventy-two, no T wave changes."],                               ['Sinus rhythm, rate of seventy-two, no T wave changes.']],
  ['a rhythm in general', ['C: Your heart can go out of sinus rhythm now and then.'],                                           []],
  ['a dose',              ['C: Metoprolol, fifty milligrams twice a day, that is for the heart rate.', 'P: Yep.'],               []],
]

test.each(rows)('D531: %s', (_, lines, texts) => {
  expect([...read(lines)].toSorted()).toEqual([...texts].toSorted())
  const segments = talk(...opening, ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

test('D531: what a relative tells of another day is no reading of now', () => {
  const told = read(["O: I'm his wife. His blood pressure was one sixty on ninety this morning.", 'C: Okay.'])
  expect(told).toEqual(['Reported blood pressure 160/90 mmHg this morning.'])
})
