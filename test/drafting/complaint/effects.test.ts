/** What a trouble stops, how it goes on and how often it comes, in the words of the reply. D528. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const ask = ['C: What brings you in?', 'P: My hip hurts.']
const judged = (...lines: readonly string[]) => draftJudged(talk(...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
test.each([
  ['Cannot get in the car, stopped the swimming.', "C: How's it affecting your day to day?", "P: I can't get in the car. I've stopped my swimming. My wife does the shopping."],
  ['Cannot put the shoes on, only walks to the corner.', "C: How's the hip affecting you?", "P: Can't put my shoes on. And I only walk to the corner."],
  ['Was coming and going, now constant.', 'C: Constant, or does it come and go?', "P: It was coming and going. Now it's just there. Constant."],
  ['Was better Friday, worse again from last night.', 'C: Is it getting better or worse?', 'P: It was better Friday, then worse again from last night.'],
  ['Hip pain how often: was once a month, now every couple of days.', 'C: How often?', "P: It was once a month. Now it's every couple of days."],
  ['Difficulty with: opening jars, turning a key, lifting the kettle.', "C: What can't you do?", "P: Open jars. Turn a key. I can't lift my kettle."],
  ['Stiff in the morning: about an hour, used to be ten minutes.', 'C: How long are you stiff for in the morning?', 'P: About an hour before I can do my hair. It used to be ten minutes.'],
  ['Hip pain: severity 6/10 now, 9/10 getting out of bed, 3/10 lying down.', 'C: How bad is it out of ten?', 'P: Sitting here, six. Getting out of bed, nine. Lying down, maybe three.'],
  ['Nocturia, once or twice.', 'C: Up at night to wee?', 'P: Up once, maybe twice.'],
])('D528: %s', (line, ...lines) => {
  expect(judged(...ask, ...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  [/coming and going/, 'C: Constant, or does it come and go?', "P: It was coming and going. Now I think you'd have to ask my wife."],
  [/sick/, 'C: How has the new tablet affected you?', 'P: It makes me sick.'],
  [/^No,? not/, 'C: Does it stop you doing things?', 'P: No, not really.'],
] as readonly (readonly [RegExp, ...string[]])[])('D528: nothing of %s', (wrong, ...lines) => {
  expect(draftTexts(...ask, ...lines).filter((text) => wrong.test(text))).toEqual([])
})
