/** Statements in the forms of notes and letters stay, and their twins with one wrong part do not. D292, D293. */
import { expect, test } from '@jest/globals'
import { judgePair } from './pairs/judge.ts'
import type { Pair } from './pairs/pair.ts'

// biome-ignore format: one pair a row
const pairs: readonly Pair[] = [
  ['attribute', 'finding', 'On examination: ankle swelling on the left.|ankle swelling', 'On examination: ankle swelling on the right.|ankle swelling', ['C: I can see swelling of the ankle on the left.']],
  ['scope', 'symptom', 'Negative for rash.|rash|-', 'Positive for rash.|rash', ['C: Any rash?', 'P: No.']],
  ['scope', 'social', 'Abstains from alcohol.|alcohol|-', 'Drinks alcohol.|alcohol', ['C: Do you drink alcohol?', 'P: No, none.']],
  ['drug', 'medication', 'Takes metformin 500 mg BD.|metformin', 'Takes metformin 500 mg TDS.|metformin', ['C: What do you take?', 'P: Metformin, five hundred milligrams twice a day.']],
  ['attribute', 'vital', 'BP 140/88 mmHg.|blood pressure', 'BP 148/88 mmHg.|blood pressure', ['C: Your B P reads a hundred and forty over eighty eight.']],
  ['person', 'family', 'Mother had gout.|gout|r', 'Uncle had gout.|gout|r', ['C: What runs in the family?', 'P: My mum had gout.']],
  ['time', 'social', 'Ex-smoker.|smoking|p', 'Current smoker.|smoking', ['P: I used to smoke. I gave it up eight years ago.']],
  ['sense', 'social', 'Worried about gout.|worry about gout', 'Known gout.|gout', ['P: My big fear is gout.']],
  ['plan', 'plan', 'Morphine declined.|morphine|-', 'Start morphine.|morphine', ['C: I can offer you morphine.', 'P: I would rather not.']],
  ['plan', 'plan', 'Decided against morphine.|morphine|-', 'Start morphine.|morphine', ['C: I thought about morphine and decided against it.']],
  ['sense', 'impression', 'Gout not suspected.|gout|-', 'Diagnosis: gout.|gout', ['C: This is certainly not gout.']],
  ['sense', 'symptom', 'Worried about a stroke.|worry about stroke', 'Has had a heart attack.|heart attack', ['P: I am worried about a stroke. The bill nearly gave me a heart attack.']],
  ['plan', 'safety-net', 'Return if fever.|fever', 'No need to return for fever.|fever|-', ['C: If you get a fever, come back.']],
  ['scope', 'finding', 'No goitre.|goitre|-', 'Goitre.|goitre', ['C: I cannot feel a goitre.']],
]

test.each(pairs)('D292: %s of a %s: %s stays, and not: %s', async (...pair) => {
  const { right, wrong } = await judgePair(pair)

  expect({ right: right.isKept, wrong: wrong.isKept, rules: right.rules }).toEqual({ right: true, wrong: false, rules: [] }) // biome-ignore format: short
})

test('D293: a unit that was not said stays, unless another one was said', async () => {
  const spoken = [
    'vital',
    'vital',
    'Weight 76 kg.|weight',
    'Weight 76 cm.|weight',
    ['C: You weigh seventy six.'],
  ] as unknown as Pair
  const other = [
    'number',
    'vital',
    'Weight 12 kg.|weight',
    'Weight 13 kg.|weight',
    ['C: You weigh twelve stone.'],
  ] as unknown as Pair

  expect((await judgePair(spoken)).right.isKept).toBe(true)
  expect((await judgePair(other)).right.isKept).toBe(false)
})
