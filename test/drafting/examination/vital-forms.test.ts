/** Vital signs in short forms pass the verifier with their numbers. D288, D291. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ['C: Pulse ninety-eight, pressure one thirty-four on eighty-six, temp thirty-six eight.', 'Blood pressure 134/86 mmHg; temperature 36.8 °C; pulse 98 bpm.'],
  ['C: Temp thirty-six nine, blood pressure one forty-two on seventy-eight.', 'Blood pressure 142/78 mmHg; temperature 36.9 °C.'],
  ['C: Pulse one-oh-four, sats ninety-six.', 'Oxygen saturation 96%; pulse 104 bpm.'],
  ['C: Weight seventy-four, height one sixty-six.', 'Height 166 cm; weight 74 kg.'],
  ["C: White count's eleven point four, CRP's six.", 'White cells 11.4, CRP 6.'],
])('D288: %s', (said, line) => {
  expect(draftJudged(talk(said)).map(({ text }) => text)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  "C: The eye pressure's eighteen.",
  'C: You are under pressure, forty hours on eighty jobs.',
  'C: There was a pressure of twenty on ten.',
])('D288: no blood pressure: %s', (said) => {
  expect(draftTexts(said).join(' ')).not.toMatch(/Blood pressure/)
})
