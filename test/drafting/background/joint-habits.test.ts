/** Habits that one turn asks after together, work beside other talk, and counts of cigarettes. D533. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: Hello, come in. What can I do for you?', 'P: I have had a sore toe since Friday.'] as const
const told = (lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => /alcohol|smok|vap|work|cannabis|medicines/i.test(text)) // biome-ignore format: one row

// biome-ignore format: one row a line
const rows: readonly (readonly [form: string, lines: readonly string[], texts: readonly string[]])[] = [
  ['how often is of the vape',  ['C: Smoke? Vape? Grog?', 'P: I vape. Most days, really. Few beers on a Sunday, maybe five.'],          ['Alcohol: few beers on a Sunday, five.', 'Vapes.']],
  ['a time without a drink',    ['C: Smoking and drinking?', 'P: Socially. Couple of wines on a Friday.'],                            ['Alcohol: couple of wines on a Friday.']],
  ['no smokes, then a time',    ['C: Smoke or drink?', 'P: No smokes. Couple on the weekend, beers.'],                                ['Does not smoke.', 'Alcohol: couple on the weekend, beers.']],
  ['another deed',              ['C: Do you drink?', "P: Ten beers on a Saturday. Not in the week, I've got to be up at four."],        ['Alcohol: ten beers on a Saturday, not in the week.']],
  ['what sets a pain off',      ['C: Any triggers? Stress, red wine, skipping meals?', 'P: Skipping lunch, for sure.'],                []],
  ['a thing before its count',  ['C: Do you drink?', "P: Beer, I'd have three or four, on most nights."],                              ['Alcohol: beer, three or four on most nights.']],
  ['tens and ones',             ['C: Smoke?', 'P: Twenty-five a day.'],                                                               ['Smokes 25 a day.']],
  ['a range',                   ['C: Do you smoke?', 'P: Ten or twelve a day.'],                                                      ['Smokes 10 or 12 a day.']],
  ['since an age',              ['C: Any smoking?', 'P: Twenty a day since I was fifteen.'],                                           ['Smokes 20 a day.']],
  ['cannabis in a vape',        ['C: Do you vape?', 'P: Just cannabis. I vape cannabis on weekends.'],                                 ['Vapes cannabis.']],
  ['work, and what it is like', ['C: What do you do for work?', "P: I'm a welder. So sparks all day, lovely."],                        ['Work: welder.']],
  ['a place alone',             ['C: Where are you working?', 'P: Tamworth, at the moment.'],                                          ['Work: in Tamworth.']],
  ['out at a place',            ['C: What do you do for work?', "P: I'm a storeman, out at the tile depot."],                            ['Work: storeman, at the tile depot.']],
]

test.each(rows)('D533: %s', (_, lines, texts) => {
  expect([...told(lines)].toSorted()).toEqual([...texts].toSorted())
  const segments = talk(...opening, ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})
