/** An order that the patient objects to, and that another one replaces. D524. */
import { expect, test } from '@jest/globals'
import { draftNote } from '../../../src/drafting/compose/draft.ts'
import { draftTexts, talk, template } from '../dialogues.ts'

const first = "C: I'll give you amoxicillin, five hundred, three times a day."
const second = "C: Right you are, let's do doxycycline, a hundred milligrams twice a day."
const complaint = ['C: What is up?', "P: I've got a sore throat."]

test.each([
  'I thought I was allergic to that, I came out in a rash last time.',
  'I had that once and swelled up.',
  "I can't take that.",
  'Amoxicillin made me vomit.',
  'The hospital told me not to take it.',
])('D524: an order is not given after: %s', (said) => {
  const texts = draftTexts(...complaint, first, `P: ${said}`, second)

  expect(texts.filter((text) => /amoxicillin, five hundred/i.test(text))).toEqual([])
  expect(texts).toContain('Start doxycycline 100 mg twice a day.')
})

test('D524: the reviewer sees the order that was replaced, with the objection', () => {
  const segments = talk(...complaint, first, "P: I can't take that.", second)
  expect(draftNote({ template, transcriptId: 't', segments, record: [] }).openQuestions).toContain(
    'Replaced after "I can\'t take that": Give amoxicillin, five hundred, three times a day.',
  )
})

test.each([
  ['a question', 'P: Will it upset my stomach?', second],
  ['another thing', 'P: My throat is swollen.', second],
  ['nothing instead', 'P: It upset my stomach once.', 'C: Take it with food.'],
])('D524: an order stays: %s', (_, said, next) => {
  expect(draftTexts(...complaint, first, said, next).join(' ')).toMatch(/amoxicillin/i)
})

// biome-ignore format: one row a line
test.each([
  [/flucloxacillin/i, "C: I'll give you flucloxacillin.",          'P: Is that a penicillin? I swell up with those.', 'C: Oh. Then erythromycin. Take it four times a day.'],
  [/amoxicillin/i,    "C: I'll start amoxicillin for your chest.", 'P: Penicillin brings me out in a rash.',         'C: Ah. Then clarithromycin 500 mg twice a day.'],
  [/trimethoprim/i,   "C: I'll start trimethoprim.",               'P: I take methotrexate too.',                    "C: Then that won't do. I'll give you nitrofurantoin."],
  [/methotrexate/i,   "C: Let's start the methotrexate.",          "P: I'm trying for a baby.",                      "C: Oh, then we can't. Sulfasalazine, 500 mg twice a day."],
  [/stop tramadol/i,  "C: I'd stop the tramadol.",                 "P: But it's the only thing that helps!",         "C: All right, we'll leave it for now."],
  [/stop omeprazole/i, 'C: Stop the omeprazole.',                  'P: But my heartburn!',                           'C: Oh, okay, keep it.'],
])('D524: an order that is taken back is not given: %s', (never, ...lines) => {
  const segments = talk(...complaint, ...lines)
  const { sections, openQuestions } = draftNote({ template, transcriptId: 't1', segments, record: [] })
  const plan = sections.flatMap(({ statements }) => statements).filter(({ claims }) => claims.some(({ kind }) => kind === 'plan')).map(({ text }) => text) // biome-ignore format: one row

  expect(plan.filter((text) => never.test(text))).toEqual([])
  expect(openQuestions.join(' ')).toMatch(never)
})

test('D524: a reminder takes no order back', () => {
  expect(draftTexts(...complaint, "C: I'll start trimethoprim.", 'P: Okay.', "C: Don't forget it at the weekend.").join(' ')).toContain('Start trimethoprim.') // biome-ignore format: short
})

test('D524: an order stands if nobody takes it back', () => {
  expect(
    draftTexts(...complaint, "C: I'll start trimethoprim.", 'P: Okay.', 'C: Then we see how it goes.').join(' '),
  ).toContain('Start trimethoprim.')
})
