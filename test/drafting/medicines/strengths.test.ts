/** Strengths without a unit, with examples of our own. D363. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short
const findingsOf = (lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

// biome-ignore format: one row a line
const told: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Takes ramipril 10 every morning.',                  'C: Any tablets?', 'P: Ramipril ten, every morning.'],
  ['Takes atorvastatin 80.',                            'C: What tablets do you take?', 'P: Eighty of atorvastatin.'],
  ['Takes Micardis 40.',                                'C: Which tablets are you on?', 'P: Micardis, the forty.'],
  ['Takes Zoloft 50 every night.',                      'C: Are you still on the Zoloft?', 'P: Yes, fifty.', 'C: And when?', 'P: Every night.'],
  ['Takes metformin 1000 with breakfast and dinner.',   'C: Any medicines?', 'P: Metformin.', 'C: What dose?', 'P: The thousand, one with breakfast and one with dinner.'],
  ['Takes metformin 500 mg twice a day with breakfast and tea.', 'C: Any medicines?', 'P: Metformin, five hundred milligrams twice a day, with breakfast and tea.'],
  ['Takes rosuvastatin 20 mg.',                         'C: Any medicines?', 'P: Rosuvastatin twenty.', 'C: Twenty milligrams?', 'P: Yes.'],
]

test.each(told)('D363: "%s"', (text, ...lines) => {
  expect(factsOf(lines)).toEqual([text])
  expect(findingsOf(lines)).toEqual([])
})

// biome-ignore format: one row a line
const noStrength: readonly (readonly [said: RegExp, ...lines: readonly string[]])[] = [
  [/\b2\b/,     'C: Any tablets?', 'P: Panadol, two.'],
  [/\b(?:6|8)\b/, 'C: Any tablets?', 'P: Amlodipine at eight.'],
  [/\b10\b/,    'C: Any tablets?', 'P: Seretide, ten years now.'],
  [/\b12\b/,    'C: Any tablets?', 'P: Thyroxine since I was twelve.'],
  [/ mg/,       'C: Any tablets?', 'P: Ramipril ten, every morning.'],
]

test.each(noStrength)('D363: no strength %s of %s %s', (said, ...lines) => {
  expect(factsOf(lines).filter((text) => /^Takes/.test(text) && said.test(text))).toEqual([])
})
