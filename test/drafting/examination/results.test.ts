/** Results that are read out, and what strips, tracings and pictures show. D460, D461. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftMeasurements } from '../../../src/drafting/extract/examination/measurements.ts'
import { talk } from '../dialogues.ts'

const measured = (lines: readonly string[]): readonly string[] =>
  draftMeasurements(readDialogue(talk('C: Hello.', 'P: Hello.', ...lines))).map(({ text }) => text)

type Row = readonly [name: string, lines: readonly string[], texts: readonly string[]]

// biome-ignore format: one row a line
const results: readonly Row[] = [
  ['former value', ['C: The sugar, the HbA1c, is eight point one per cent. Back in June it was seven point three.'], ['HbA1c 8.1% (was 7.3 in June).']],
  ['then and now', ['C: Your potassium was five point four at the hospital and today it is four point one.'], ['Potassium 4.1 (was 5.4 at the hospital).']],
  ['a week later', ["C: Your INR was five last week. It's two point eight now."],             ['INR 2.8 (was 5 last week).']],
  ['an aim of now', ['C: Your HbA1c was nine. Now seven is what we aim for.'],                ['HbA1c 9.']],
  ['verdict',      ["C: Your ferritin's eleven, low."],                                      ['Ferritin 11 (low).']],
  ['several',      ['C: Hep B, HIV, syphilis all negative.'],                                ['Hep B negative, HIV negative, syphilis negative.']],
  ['ratio',        ["C: The urine albumin is up a touch, the ratio's four point eight."],    ['Urine albumin ratio 4.8 (up a touch).']],
  ['sheet',        ['C: TSH two point one, kidneys fine, eGFR seventy-four.'],               ['Kidneys fine.', 'TSH 2.1.', 'eGFR 74.']],
  ['a day',        ['C: Your HbA1c from last week was eight point one, so it has crept up.'],   ['HbA1c 8.1 last week.']],
  ['with',         ['C: Your blood sugar, with the folate, was fine.'],                      ['Blood sugar fine.']],
  ['target',       ["C: We'd like your potassium under five."],                              []],
  ['relative',     ["C: Your mum's sugar was nine."],                                        []],
  ['last one',     ['C: So the last one was six two in March.'],                             []],
  ['limit',        ['C: Anything under fifteen would mean your ferritin is low.'],           []],
]
test.each(results)('D460: a result that is read out: %s', (_, lines, texts) => {
  expect([...measured(lines)].toSorted()).toEqual([...texts].toSorted())
})

// biome-ignore format: one row a line
const reports: readonly Row[] = [
  ['strip',        ['C: Urine dip shows ketones one plus, no blood.'],                       ['Urine dip: ketones one plus, no blood.']],
  ['tracing',      ["C: Let's look at the ECG. Sinus rhythm. No ST changes."],               ['ECG: sinus rhythm, no ST changes.']],
  ['its part',     ['C: X-ray of your hip shows moderate arthritis on the inside.'],         ['X-ray of the hip: moderate arthritis on the inside.']],
  ['a colon',      ['C: The CT from the hospital: three millimetre stone on the right, low down in the tube.'], ['CT: three millimetre stone on the right, low down in the tube.']],
  ['it',           ["C: Kim did that ECG when you came in. It's normal, sinus rhythm, no changes."], ['ECG normal, sinus rhythm, no changes.']],
  ['a state',      ["C: The echo shows the pump's a bit weak, ejection fraction forty percent."], ['Echo: pump a bit weak, ejection fraction forty percent.']],
  ['histology',    ["C: Histology's back. It was a basal cell carcinoma, all out, clear margins."], ['Histology: basal cell carcinoma, all out, clear margins.']],
  ['urine',        ['C: The urine showed two plus of ketones, no blood to speak of, no nitrites.'], ['Urine: two plus of ketones, no blood, no nitrites.']],
  ['two names',    ['C: Chlamydia and gonorrhoea negative.'],                                  ['Chlamydia negative, gonorrhoea negative.']],
  ['what it does', ["C: I'll get a CT. It shows stones better than an ultrasound."],            []],
  ['a relative',   ["C: My brother's scan showed a tumour."],                                  []],
  ['condition',    ["C: If the X-ray shows a fracture I'll ring you."],                      []],
  ['plan',         ["C: I'll get an ECG tomorrow."],                                         []],
]
test.each(reports)('D461: a strip, a tracing or a picture: %s', (_, lines, texts) => {
  expect(measured(lines)).toEqual(texts)
})

// biome-ignore format: one row a line
const postures: readonly Row[] = [
  ['standing',     ['C: Blood pressure lying is one forty over eighty and standing one thirty over seventy.'], ['Blood pressure 140/80 mmHg.', 'Standing blood pressure 130/70 mmHg.']],
  ['fronted',      ["C: Let me have a look. On the left side of your nose there's a pearly lump."], ['Pearly lump on the left side of the nose.']],
  ['tracing',      ['C: The ECG shows some ST depression in the side leads.'],                  ['ECG: ST depression in the side leads.']],
]
test.each(postures)('D484: a posture, and a place in front of its finding: %s', (_, lines, texts) => {
  expect(measured(lines)).toEqual(expect.arrayContaining([...texts]))
})
