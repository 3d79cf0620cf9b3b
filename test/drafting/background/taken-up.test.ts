/** Words of the past, the family and the medicines that take up another thing than they name. D474. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [text: string, lines: readonly string[]])[] = [
  ['History of blood pressure, cholesterol and gout.', ["C: So you've got the blood pressure, the cholesterol and the gout, is that right?", "P: That's right."]],
  ['Had left hip replaced in 2016.',         ['C: Any operations?', 'P: I had the left hip replaced in 2016.']],
  ['Mother: gallstones.',                    ['C: Anyone in the family with gallstones?', 'P: Mum had hers out.']],
  ['Ex-smoker, stopped in 2009, smoked twenty a day for thirty years.', ['C: Do you smoke?', 'P: Gave up in 2009. I smoked twenty a day for thirty years.']],
  ['Ex-smoker, stopped in two thousand and twelve.', ['C: Smokes?', 'P: Gave up, you know that. Two thousand and twelve.']],
  ['Work: dental assistant.',                ['C: Work?', "P: I'm a dental assistant."]],
  ['Lives with wife.',                       ['C: Anyone else at home with you?', "P: Uh, no, kids, the kids have flown the nest. So uh, now it's just me and the missus."]],
  ['Alcohol: four pints on Saturday and on Sunday.', ['C: And do you drink at all?', 'P: Maybe what like four, four pints on like Saturday and then, you know on, Sunday as well.']],
]
test.each(told)('D474: %s', (text, lines) => {
  expect(draftTexts(...lines)).toContain(text)
})

// biome-ignore format: one row a line
const barred: readonly (readonly [words: RegExp, lines: readonly string[]])[] = [
  [/^Sister: pregnancy\./,   ['C: Any diabetes in the family?', 'P: My sister had the pregnancy diabetes.']],
  [/heart attack/,           ['C: What brings you in?', "P: I think I've been having, like, heart attacks? But obviously not."]],
  [/^No thrush/,             ['C: Any burning, any thrush?', 'P: No burning. Little bit itchy, once, I got the cream.']],
  [/^Cramps/,                ['C: What do you take?', 'P: Just magnesium, for the cramps.']],
  [/^Takes Temaze/,          ['C: Anything from the chemist for sleep?', "P: I had some of Joan's. The Temaze."]],
  [/^Takes .*night/,         ['C: What do you take?', 'P: The Symbicort. I forget the puffer at night.']],
  [/knee done/,              ['C: Any operations?', "P: I haven't had the knee done yet."]],
  [/^History of/,            ["C: So you've got the cough, the cold and the runny nose?", 'P: Yes.']],
  [/^History of/,            ["C: So you've got the gout and the reflux?", 'P: No, no reflux.']],
  [/glucose/i,               ['C: Any medical problems?', "P: The sugar, that's ten years now."]],
  [/kids/,                   ['C: Who is at home?', 'P: The kids have all left. Just me and the wife.']],
  [/^Works as a teacher/,    ['C: What do you do?', "P: I'm a teacher's aide at the school."]],
]
test.each(barred)('D474: not stated: %s: %j', (words, lines) => {
  expect(draftTexts(...lines).filter((text) => words.test(text))).toEqual([])
})
