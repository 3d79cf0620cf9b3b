/** Tobacco and alcohol in other words, with examples of our own: a habit that has ended, none, an amount, and somebody else's. D317. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short

// The topic stands in the question or in the sentence; a particle verb ends it, a noun of the least amount or a kind of person denies it.
// biome-ignore format: one row a line
const told: readonly (readonly [lines: readonly string[], text: string])[] = [
  [['C: Do you smoke?', 'P: I packed it in ten years back.'],                      'Ex-smoker.'],
  [['C: Any cigarettes?', 'P: I gave them up when my son was born.'],              'Ex-smoker.'],
  [['C: How about the smoking?', 'P: I kicked it two years ago.'],                 'Ex-smoker, 2 years ago.'],
  [['P: I gave up the fags last year.'],                                           'Ex-smoker.'],
  [['C: Do you smoke?', 'P: Going well, none for three months.'],                  'Ex-smoker, for 3 months.'],
  [['C: What about tobacco?', 'P: Never touched it.'],                             'Does not smoke.'],
  [['C: Do you ever smoke?', 'P: Not once in my life.'],                           'Does not smoke.'],
  [['C: And cigarettes, how many?', 'P: Down to five a day.'],                     'Smokes 5 a day.'],
  [["C: How many cigarettes?", "P: I'm at fifteen a day."],                        'Smokes 15 a day.'],
  [['C: How about alcohol?', 'P: Never touch it.'],                                'Does not drink alcohol.'],
  [['C: And the drink, how much?', 'P: Not a drop.'],                              'Does not drink alcohol.'],
  [["P: My mates drink, I don't touch a drop."],                                   'Does not drink alcohol.'],
  [['P: As for alcohol, six beers a week.'],                                       'Alcohol: 6 beers a week.'],
  [['C: What does it come to over a week?', 'P: It comes to nine drinks a week.'], 'Alcohol: 9 drinks a week.'],
]
test.each(told)('D317: a habit in other words: %j', (lines, text) => {
  const segments = talk(...opening, ...lines)

  expect(factsOf(...lines)).toEqual([text])
  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')).toEqual([])
})

// Somebody else, an attempt, a part of it, a range, another drink, a question of another time or of less.
test.each([
  ['P: My husband smokes twenty a day.'],
  ['P: My husband gave up smoking last year.'],
  ["P: I've tried to kick the smokes."],
  ["P: I haven't given it up, the drink."],
  ['C: Do you smoke?', 'P: I cut it down.'],
  ['P: I quit smoking, but I started again.'],
  ['P: It goes from five to ten beers a week.'],
  ["P: I don't touch coffee."],
  ['C: Have you had a drink today?', 'P: No.'],
  ['C: Would you like to drink less?', 'P: No.'],
  ['C: Have you been spared drinking and recreational drugs?', 'P: Yes.'],
])('D317: this tells no habit of the patient: %s %s', (...lines) => {
  expect(factsOf(...lines)).toEqual([])
})

// biome-ignore format: one row a line
const ended: readonly (readonly [line: string | undefined, ...lines: readonly string[]])[] = [
  ['Ex-smoker, stopped 12 years ago.', 'C: Do you smoke?', 'P: Gave up twelve years ago.'],
  ['Ex-smoker, stopped in 2010.',      'C: Do you smoke?', 'P: Not any more. I quit in 2010.'],
  ['Ex-smoker.',                       'C: Do you smoke?', 'P: Used to.'],
  ['Ex-smoker, stopped 10 years ago.', 'C: Do you smoke?', 'P: No, I gave up ten years ago.'],
  [undefined,                          'C: Do you smoke?', "P: I gave up for a bit but I'm back on them."],
  [undefined,                          'C: Does your husband smoke?', 'P: Gave up years ago.'],
]
test.each(ended)('D483: %s', (line, ...lines) => {
  expect(draftTexts(...lines).filter((text) => text.startsWith('Ex-smoker'))).toEqual(line === undefined ? [] : [line])
})
