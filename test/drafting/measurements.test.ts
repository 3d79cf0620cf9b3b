/** The clinician's measurements and findings, said aloud. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../src/drafting/dialogue/dialogue.ts'
import { draftMeasurements } from '../../src/drafting/extract/measurements.ts'
import { draft, talk, verify } from './dialogues.ts'

const textsOf = (...lines: readonly string[]) => draftMeasurements(readDialogue(talk(...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
const rows: readonly (readonly [said: string, texts: readonly string[]])[] = [
  ["C: OK, so your BP's one thirty over eighty, that's spot on.",                        ['Blood pressure 130/80 mmHg.']],
  ["C: I've checked your blood pressure and it's 148 over 92.",                           ['Blood pressure 148/92 mmHg.']],
  ['C: Let me take your temperature. Thirty eight point two, so you do have a fever.',    ['Temperature 38.2 °C.']],
  ['C: Sats are ninety seven percent and your pulse is eighty eight, regular.',           ['Oxygen saturation 97%.', 'Pulse 88 bpm.']],
  ['C: Your breathing rate is eighteen and the blood sugar is six point two.',            ['Respiratory rate 18 breaths/min.', 'Glucose 6.2 mmol/L.']],
  ['C: The peak flow was three hundred and fifty.',                                       ['Peak flow 350 L/min.']],
  ['C: You weigh eighty two kilos.',                                                      ['Weight 82 kg.']],
  ['C: I can hear some crackles at the left base.',                                       ['Examination: some crackles at the left base.']],
  ['C: Your chest sounds clear.',                                                         ['Examination: your chest sounds clear.']],
  ['C: Let me have a look. Your throat is red.',                                          ['Examination: your throat is red.']],
]

test.each(rows)('AU Core vital signs: a reading said aloud is written with its unit: %s', (said, texts) => {
  expect(textsOf(said)).toEqual(texts)
})

// biome-ignore format: one row a line
const silent = [
  'C: Ideally we want your blood pressure under one forty over ninety.',
  'C: If your temperature goes over thirty eight, take paracetamol.',
  "C: So your temperature's a hundred and one.",
  'C: Last time your blood pressure was one fifty over ninety.',
  'P: My blood pressure is one fifty over ninety.',
  'C: Is your chest clear?',
  'C: You said your throat is red.',
  'C: Your skin is red, you told me.',
]

test.each(silent)('docs/design/drafting.md#verification: no reading and no finding: %s', (said) => {
  expect(textsOf(said)).toEqual([])
})

test('AU Core blood pressure: systolic and diastolic are claims of their own', () => {
  const [reading] = draftMeasurements(readDialogue(talk('C: Your BP is one thirty over eighty.')))

  expect(reading?.claims.map(({ concept, value, unit }) => [concept, value, unit])).toEqual([
    ['systolic-blood-pressure', 130, 'mmHg'],
    ['diastolic-blood-pressure', 80, 'mmHg'],
  ])
})

test.each(rows)('docs/design/drafting.md#verification: the verifier follows the reading: %s', (said) => {
  const segments = talk('P: I have a cough.', said)

  expect(verify(draft(segments), segments).findings).toEqual([])
})
