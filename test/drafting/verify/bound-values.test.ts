/** Values that belong to their own name, their own time and their own answer: right statements stay, and their twins do not. D321. */
import { describe, expect, test } from '@jest/globals'
import { judgePair } from './pairs/judge.ts'
import type { Pair } from './pairs/pair.ts'

// biome-ignore format: one pair a row
const vitals: readonly Pair[] = [
  ['number', 'vital', 'SpO2 95%, HR 72.|vital signs', 'SpO2 72%, HR 95.|vital signs', ['C: Your oxygen is ninety five percent and your pulse is seventy two.']],
  ['number', 'vital', 'Temperature 38, respiratory rate 20.|vital signs', 'Temperature 20, respiratory rate 38.|vital signs', ['C: Your temperature is thirty eight, and your respiratory rate is twenty.']],
  ['number', 'vital', 'Weight 80 kg, height 170 cm.|vital signs', 'Weight 170 kg, height 80 cm.|vital signs', ['C: Your weight is eighty, and your height is one hundred and seventy.']],
  ['number', 'vital', 'Pulse 64, weight 71 kg.|vital signs', 'Pulse 71, weight 64 kg.|vital signs', ['C: The pulse is sixty four. Your weight is seventy one kilos.']],
  ['number', 'vital', 'Sats 96%, pulse 101.|vital signs', 'Sats 101%, pulse 96.|vital signs', ['C: Sats are ninety six, pulse is a hundred and one.']],
]

// biome-ignore format: one pair a row
const changes: readonly Pair[] = [
  ['number', 'vital', 'Cholesterol 5, down from 7.|cholesterol', 'Cholesterol 7, down from 5.|cholesterol', ['C: Your cholesterol is five, it was seven last time.']],
  ['number', 'vital', 'Weight 82 kg, previously 88 kg.|weight', 'Weight 88 kg, previously 82 kg.|weight', ['C: Your weight is eighty two kilos now. It was eighty eight in the spring.']],
  ['number', 'vital', 'HbA1c 60, up from 52.|HbA1c', 'HbA1c 52, up from 60.|HbA1c', ['C: Your HbA1c is sixty today, and it was fifty two before.']],
  ['number', 'social', 'Smokes 5 a day, previously 20 a day.|smoking', 'Smokes 20 a day, previously 5 a day.|smoking', ['P: I smoke. It is five a day now. It used to be twenty a day.']],
  ['number', 'vital', 'Blood glucose 11, was 7.|blood glucose', 'Blood glucose 7, was 11.|blood glucose', ['P: My sugar is eleven now, it was seven in the summer.']],
]

// biome-ignore format: one pair a row
const sides: readonly Pair[] = [
  ['number', 'finding', 'Standing blood pressure 104/60 mmHg.|blood pressure', 'Standing blood pressure 136/70 mmHg.|blood pressure', ['C: Blood pressure lying down is one thirty six over seventy, and standing it is one oh four over sixty.']],
  ['number', 'finding', 'Blood pressure 152/88 mmHg on the left arm.|blood pressure', 'Blood pressure 160/90 mmHg on the left arm.|blood pressure', ['C: Blood pressure is one sixty on ninety in the right arm, and one fifty two on eighty eight in the left.']],
  ['side', 'finding', 'Monofilament 0/10 on the left and 4/10 on the right.|monofilament', 'Monofilament 4/10 on the left and 0/10 on the right.|monofilament', ['C: With the monofilament on the left you have got none out of ten, and on the right it is four out of ten.']],
  ['side', 'finding', 'Visual acuity 6/9 on the right and 6/18 on the left.|visual acuity', 'Visual acuity 6/18 on the right and 6/9 on the left.|visual acuity', ['C: With the right eye you got six over nine, and with the left it is six eighteen.']],
  ['side', 'finding', 'Right ear drum fine.|ear drum', 'Right ear drum red.|ear drum', ['C: The left ear drum is red. The right one is fine.']],
  ['side', 'finding', 'Grip strength 16 kg on the left and 28 kg on the right.|grip strength', 'Grip strength 28 kg on the left and 16 kg on the right.|grip strength', ['C: Grip strength sixteen kilos on the left, twenty eight on the right.']],
]

// biome-ignore format: one pair a row
const well: readonly Pair[] = [
  ['scope', 'symptom', 'No ankle swelling.|ankle swelling|-', 'Ankle swelling.|ankle swelling', ['C: Any swelling of the ankles?', 'P: My ankles are the same as ever.']],
  ['scope', 'symptom', 'No visual disturbance.|visual disturbance|-', 'Visual disturbance.|visual disturbance', ['C: Any trouble with your vision?', 'P: My vision is fine.']],
  ['scope', 'symptom', 'No diarrhoea.|diarrhoea|-', 'Diarrhoea.|diarrhoea', ['C: Any diarrhoea?', 'P: All normal there.']],
  ['scope', 'symptom', 'No breathlessness.|breathlessness|-', 'Breathlessness.|breathlessness', ['C: Any breathlessness?', 'P: Breathing is all right.']],
  ['scope', 'symptom', 'Palpitations.|palpitations', 'No palpitations.|palpitations|-', ['C: Any palpitations?', 'P: Yes, but I am okay with them.']],
]

// biome-ignore format: one pair a row
const habits: readonly Pair[] = [
  ['time', 'social', 'Alcohol: previously half a bottle of wine a night.|alcohol|p', 'Drinks half a bottle of wine a night.|alcohol', ['P: I was on half a bottle of wine a night. I have cut that right down.']],
  ['time', 'social', 'Previously smoked 20 a day.|smoking|p', 'Smokes 20 a day.|smoking', ['P: I was smoking twenty a day. I have cut that right down.']],
  ['number', 'social', 'Alcohol: 10 units per week.|alcohol', 'Alcohol: 20 units per week.|alcohol', ['C: How much alcohol do you drink in a typical week?', 'P: Ten units or so.']],
  ['number', 'social', 'Alcohol: 10 units a week.|alcohol', 'Alcohol: 10 units a day.|alcohol', ['C: How much do you drink a week?', 'P: About ten units.']],
  ['attribute', 'plan', 'Refer for day care.|day care', 'Refer for night care.|night care', ['C: I will refer you for day care.']],
]

const keeps = async (pair: Pair) => {
  const { right, wrong } = await judgePair(pair)
  expect({ right: right.isKept, wrong: wrong.isKept, rules: right.rules }).toEqual({ right: true, wrong: false, rules: [] }) // biome-ignore format: short
}

test.each(sides)('D494: a value belongs to its side or posture: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair)) // biome-ignore format: short

describe('D321', () => {
  test.each(vitals)('a number belongs to its measure: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair))
  test.each(changes)('a change has its direction: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair))
  test.each(well)('who says that all is well denies the trouble: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair)) // biome-ignore format: short
  test.each(habits)('a habit of before is none of now: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair))
})
