/** The clinician's measurements and findings, said aloud. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../src/drafting/dialogue/dialogue.ts'
import { draftMeasurements } from '../../src/drafting/extract/examination/measurements.ts'
import { draft, talk, verify } from './dialogues.ts'

const textsOf = (...lines: readonly string[]) => draftMeasurements(readDialogue(talk(...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
const rows: readonly (readonly [said: string, texts: readonly string[]])[] = [
  ["C: OK, so your BP's one thirty over eighty, that's spot on.",                        ['Blood pressure 130/80 mmHg.']],
  ["C: I've checked your blood pressure and it's 148 over 92.",                           ['Blood pressure 148/92 mmHg.']],
  ['C: Let me take your temperature. Thirty eight point two, so you do have a fever.',    ['Temperature 38.2 °C.']],
  ['C: Sats are ninety seven percent and your pulse is eighty eight, regular.',           ['Oxygen saturation 97%.', 'Pulse 88 bpm.', 'Pulse regular.']],
  ['C: Your breathing rate is eighteen and the blood sugar is six point two.',            ['Respiratory rate 18 breaths/min.', 'Glucose 6.2 mmol/L.']],
  ['C: The peak flow was three hundred and fifty.',                                       ['Peak flow 350 L/min.']],
  ['C: You weigh eighty two kilos.',                                                      ['Weight 82 kg.']],
  ['C: I can hear some crackles at the left base.',                                       ['Crackles at the left base.']],
  ['C: Your chest sounds clear.',                                                         ['Chest clear.']],
  ['C: Let me have a look. Your throat is red.',                                          ['Throat red.']],
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

// biome-ignore format: one row a line
const findings: readonly (readonly [said: string, text: string])[] = [
  ['C: I can hear some wheeze on the right.',                       'Wheeze on the right.'],
  ['C: Let me have a look. Your ear drum is bulging and red.',      'Ear drum bulging and red.'],
  ['C: Let me press here. Your tummy is soft.',                     'Tummy soft.'],
  ['C: Let me examine it. There is swelling over your left ankle.', 'Swelling over the left ankle.'],
  ['C: I can see pus on your tonsils.',                             'Pus on the tonsils.'],
]

test.each(findings)('D261: a finding has the part of the body as its subject: %s', (said, text) => {
  const segments = talk('P: I feel unwell.', said)

  expect(textsOf(said)).toEqual([text])
  expect(verify(draft(segments), segments).findings).toEqual([])
})

// biome-ignore format: one row a line
const told: readonly (readonly [lines: readonly string[], text: string])[] = [
  [['P: My blood pressure was one fifty over ninety at home.'],                'Reported blood pressure 150/90 mmHg at home.'],
  [['P: I took my temperature this morning and it was 38.6.'],                 'Reported temperature 38.6 °C this morning.'],
  [['C: What was your temperature?', 'P: Thirty nine point one.'],             'Reported temperature 39.1 °C.'],
  [['P: The peak flow was about three hundred yesterday.'],                    'Reported peak flow about 300 L/min yesterday.'],
  [['P: My sugar was fourteen point two this morning.'],                       'Reported glucose 14.2 mmol/L this morning.'],
  [['P: My oxygen was ninety four percent at the pharmacy.'],                  'Reported oxygen saturation 94% at the pharmacy.'],
]

test.each(told)('D261: a value that the patient reports is a reported finding: %j', (lines, text) => {
  const segments = talk('C: How can I help?', 'P: I have a cough.', ...lines)
  const note = draft(segments)

  expect(note.sections.find(({ key }) => key === 'objective')?.statements.map((statement) => statement.text)).toEqual([
    text,
  ])
  expect(verify(note, segments).findings).toEqual([])
})

// biome-ignore format: one row a line
const untold = [
  "P: My dad's blood pressure was one fifty over ninety.",
  'P: My blood pressure is usually one twenty over eighty.',
  'P: If my temperature goes over 38 I take Panadol.',
  'P: I think my temperature was thirty nine.',
  'P: My temperature was thirty eight or thirty nine.',
  'P: Last year my blood pressure was one sixty over a hundred.',
]

test.each(untold)('D261: no value is stated: %s', (line) => {
  const note = draft(talk('C: How can I help?', 'P: I have a cough.', line))

  expect(note.sections.find(({ key }) => key === 'objective')?.statements).toEqual([])
})
