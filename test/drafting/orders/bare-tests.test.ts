/** Tests that the clinician names without a verb, and what is listed beside them. D500, D501. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const before = ['C: I think it is your thyroid, so here is what we will do.', 'P: Okay.']

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Bloods today, iron, coeliac and a thyroid test.', ...before, 'C: Bloods today: iron, coeliac and a thyroid test.'],
  ['Bloods tomorrow, kidneys, sugar, full blood count.', ...before, 'C: From me, bloods tomorrow: kidneys, sugar, full blood count.'],
  ['Forty-eight hour Holter monitor.', ...before, 'C: An ultrasound of the neck this week. And a forty-eight hour Holter monitor.'],
  ['Gastroscopy, urgent.', ...before, 'C: So a gastroscopy, urgent.'],
  ['HbA1c again, in three months.', ...before, 'C: And the HbA1c again, in three months.'],
  ['Arrange bloods, liver function, uric acid and urine for protein.', ...before, "C: I'll do bloods as well, liver function, uric acid, and a urine for protein."],
  ['Arrange colonoscopy next month.', ...before, "C: I'll book you a colonoscopy for next month."],
]
test.each(told)('D500: %s', (line, ...lines) => {
  expect(draftJudged(talk(...lines)).map(({ text }) => text)).toContain(line)
})

// biome-ignore format: one row a line
const untold: readonly string[] = [
  'C: Bloods from last week: iron normal, thyroid normal.',
  'C: Ultrasound today was fine.',
  'C: The chest X-ray, that was clear.',
]
test.each(untold)('D500: no order in "%s"', (line) => {
  expect(draftTexts(...before, line).filter((one) => /^(?:Bloods|Ultrasound|The chest|Arrange)/.test(one))).toEqual([])
})

test('D500: a thing that the patient gets is no visit', () => {
  expect(draftTexts(...before, "C: I'll get you an MRI next week.")).toContain('Arrange MRI next week.')
  expect(draftTexts(...before, "C: I'll get you an appointment next week.").join(' ')).toMatch(/next week/)
})

test('D501: an amount goes on with no line of another medicine', () => {
  const lines = draftTexts(
    ...before,
    'C: Progesterone, a hundred milligrams, one at night. For the headaches, paracetamol two tablets is fine, but no more than two days a week.',
  )
  expect(lines).toContain('Start progesterone 100 mg at night.')
  expect(lines).toContain('For the headaches, paracetamol two tablets, but no more than two days a week.')
})

test('D501: what is denied beside an amount stays with it', () => {
  const lines = draftTexts(...before, 'C: Panadol, two tablets up to four times a day. Not on top of the Lemsip.')
  expect(lines.join(' ')).toMatch(/Panadol.*not on top of the Lemsip/i)
})

// biome-ignore format: one row a line
test.each([
  ['Start Ozempic 0.25 mg once a week for 4 weeks.', "C: I'd like to start Ozempic, the weekly injection. Point two five milligrams once a week for four weeks."],
  ['Start levothyroxine 0.5 mg every morning.', "C: I'll start levothyroxine. Nought point five milligrams every morning."],
])('D363: %s', (line, said) => {
  expect(draftJudged(talk(...before, said)).map(({ text }) => text)).toContain(line)
})

test('D289: a patch that is changed twice a week has the same dose', () => {
  const lines = draftTexts(...before, "C: I'll start the Estradot patch, fifty micrograms, changed twice a week.")
  expect(lines.join(' ')).not.toMatch(/Change (?:oestradiol|Estradot)/)
})
