/** Habits, work and home over several sentences of a reply. D432. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const told = (lines: readonly string[]): string => draftTexts(...lines).join(' ')

// biome-ignore format: one row a line
const rows: readonly (readonly [line: string, lines: readonly string[]])[] = [
  ['Alcohol: couple of beers Friday and Saturday, bit more at Christmas.', ['C: Do you drink?', 'P: Couple of beers, Friday, Saturday. Bit more at Christmas.']],
  ['Alcohol: most nights, couple of glasses of red, three.',           ['C: And alcohol?', "P: I used to be just weekends, and now it's most nights. Couple of glasses of red. Three, maybe. To help me sleep."]],
  ['Ex-smoker, for 4 years.',                                             ['C: Smoke?', 'P: Gave it up. Four years.']],
  ['Ex-smoker, stopped in eighty-nine.',                                  ['C: Smoking?', 'P: I gave up. In eighty-nine.']],
  ['Smokes socially, three on a Saturday.',                               ['C: Do you smoke?', 'P: Um. Socially.', 'C: Socially like one at a party or like most days?', 'P: Like, three on a Saturday.']],
  ['Vapes.',                                                              ['C: Do you smoke or vape?', 'P: Vape. Not this week.']],
  ['Vapes.',                                                              ['C: Do you smoke or vape?', 'P: I vape a bit. On weekends.']],
  ['Work: second year nursing, works at Kmart on weekends.',              ['C: What are you up to, uni, work?', 'P: Second year nursing. And I work at Kmart on weekends.']],
  ['Work: drives a bus.',                                                 ['C: What do you do for work?', "P: I'm a, well I drive a bus."]],
  ['Work: retired, was a fitter.',                                        ["C: What's your work?", 'P: Retired. I was a fitter.']],
  ['Lives with wife and two boys.',                                       ['C: Who do you live with?', 'P: Me, the wife and two boys.']],
  ['Lives alone.',                                                        ["C: Who's at home?", 'P: Just me, since Ted died.']],
]
test.each(rows)('D432: %s', (line, lines) => {
  expect(told(lines)).toContain(line.slice(1, -1))
})

// biome-ignore format: one row a line
const barredRows: readonly (readonly [barred: RegExp, lines: readonly string[]])[] = [
  [/alcohol/i,         ['C: Are you drinking plenty?', 'P: Couple of glasses of water a day.']],
  [/Smokes/,           ['C: Do you smoke?', 'P: No. My husband does, twenty a day.']],
  [/does not smoke/i,  ['C: Do you smoke?', 'P: No. Well, socially. One or two at a wedding.']],
  [/work/i,            ["C: And how's work?", "P: Busy. I've been off since Monday."]],
  [/lives/i,           ['C: Anyone at home poorly?', 'P: My daughter had a cold.']],
  [/Alcohol:/,         ['C: Do you drink alcohol?', "P: My dad was a drinker, so I don't. Two cups of tea a day."]],
]
test.each(barredRows)('D432: not told: %s', (barred, lines) => {
  expect(told(lines)).not.toMatch(barred)
})
