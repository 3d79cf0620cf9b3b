/** Conditions that turn round, and cases that are only supposed. D356. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const linesOf = (...said: readonly string[]): readonly string[] =>
  draftTexts('C: Hello.', 'P: My son has had a cough since Monday.', ...said, 'P: Okay.').filter(
    (text) => text !== 'Cough since Monday.',
  )

// Neither half of a decision that parts two ways may become a condition of the other.
test.each([
  "C: If the puffer settles him, yes, otherwise we'll get an ambulance.",
  'C: If he brightens up, stay home, otherwise call an ambulance.',
  'C: If he keeps coughing, call us, or else ring an ambulance.',
  'C: If the pain goes, great, if not, go to hospital.',
])('D356: a condition that turns round stays in its words: %s', (said) => {
  const lines = linesOf(said)

  expect(lines.filter((line) => !/^(?:Also said: |Possibly)/.test(line))).toEqual([])
})

test.each([
  ["C: Then we'd get an MRI."],
  ["C: In that case we'd do an X-ray."],
  ['C: Well, then I would send him for a chest X-ray.'],
])('D356: a supposed case is no order: %s', (said) => {
  expect(linesOf(said).filter((line) => !line.startsWith('Also said: '))).toEqual([])
})

test('D356: an earlier return keeps its own time apart', () => {
  expect(linesOf('C: Come back in two weeks, or sooner if it gets worse.')).toEqual([
    'Return in two weeks, or sooner if worse.',
  ])
})

// biome-ignore format: one row a line
const told: readonly (readonly [said: string, wrong: RegExp])[] = [
  ['I fell over, but I did not hurt the hip, only my pride.', /hip pain/i],
  ['I slipped on the step and never hurt my back at all.', /back pain/i],
  ["I tried my mate's Voltaren but it upset my stomach.", /stomach|abdom/i],
  ['I took ibuprofen and it played havoc with my guts.', /abdom|bowel|stomach/i],
  ['My husband drinks every night.', /alcohol/i],
  ['Dad drinks every day.', /alcohol/i],
]
test.each(told)('D356: not of the patient, or not of today: %s', (said, wrong) => {
  expect(draftTexts('C: Hello.', `P: ${said}`, 'C: Okay.').filter((text) => wrong.test(text) && !text.startsWith('Reports: '))).toEqual([]) // biome-ignore format: short
})
