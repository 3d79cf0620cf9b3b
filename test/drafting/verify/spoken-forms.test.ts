/** Shorthand, rates, companions, ends and comparisons: right statements stay, and their twins with one wrong part do not. D321. */
import { describe, expect, test } from '@jest/globals'
import { judgePair } from './pairs/judge.ts'
import type { Pair } from './pairs/pair.ts'

// biome-ignore format: one pair a row
const shorthand: readonly Pair[] = [
  ['number', 'symptom', 'Nocturia x2.|nocturia', 'Nocturia x5.|nocturia', ['C: Do you get up at night?', 'P: Twice a night to pee.']],
  ['attribute', 'plan', 'Plan: 1. CXR this week.|chest X-ray', 'Plan: 1. MRI this week.|MRI', ['C: I will arrange a chest X-ray for this week.']],
  ['number', 'symptom', '3-week history of earache.|earache', '5-week history of earache.|earache', ['P: I have had earache for three weeks.']],
  ['drug', 'medication', 'Ibuprofen 400 mg six-hourly.|ibuprofen', 'Ibuprofen 400 mg four-hourly.|ibuprofen', ['P: I take ibuprofen, four hundred milligrams, every six hours.']],
  ['plan', 'safety-net', 'To ED in the event of chest pain.|chest pain', 'To ED in the event of dizziness.|dizziness', ['C: If you get chest pain, go to the emergency department.']],
  ['sense', 'history', 'T2DM.|type 2 diabetes', 'T1DM.|type 1 diabetes', ['P: I have type two diabetes.']],
]

// biome-ignore format: one pair a row
const rates: readonly Pair[] = [
  ['number', 'social', 'Alcohol: one glass of wine per week.|alcohol', 'Alcohol: one glass of wine per day.|alcohol', ['P: I gave up smoking years ago. I have a glass of wine on a Friday.']],
  ['number', 'social', 'Plays squash weekly.|squash', 'Plays squash daily.|squash', ['P: I play squash on Tuesdays.']],
  ['drug', 'medication', 'Uses one puff every morning.|puff', 'Uses one puff every night.|puff', ['P: I use one puff in the morning.']],
  ['number', 'symptom', 'Coughs daily.|cough', 'Coughs weekly.|cough', ['P: I cough every single morning.']],
  ['drug', 'medication', 'Ibuprofen 200 mg three times a day.|ibuprofen', 'Ibuprofen 300 mg three times a day.|ibuprofen', ['P: Ibuprofen, two hundred, three times a day.']],
]

// biome-ignore format: one pair a row
const companions: readonly Pair[] = [
  ['person', 'symptom', 'Weight loss.|weight loss', 'Daughter has weight loss.|weight loss|r', ['C: Has your weight changed?', 'O: He has lost weight, his trousers hang off him.']],
  ['person', 'symptom', 'Confused at night.|confusion', 'Sister confused at night.|confusion|r', ['O: She gets confused at night.']],
  ['person', 'symptom', 'Poor appetite.|poor appetite', 'Normal appetite.|normal appetite', ['O: He has no appetite, he leaves everything.']],
  ['person', 'symptom', 'Falls.|falls', 'Brother falls.|falls|r', ['O: She keeps falling over.']],
  ['person', 'symptom', 'Wheeze at night.|wheeze', 'Father wheezes at night.|wheeze|r', ['O: He wheezes at night, I can hear it.']],
]

// biome-ignore format: one pair a row
const ends: readonly Pair[] = [
  ['time', 'complaint', 'Knee pain since Sunday.|knee pain', 'Knee pain since Monday.|knee pain', ['P: My knee has hurt since Sunday. It went one way and I went the other.']],
  ['time', 'symptom', 'Low mood.|low mood', 'Low mood last year.|low mood|p', ['C: And your mood?', 'P: Low. I have stopped going to choir.']],
  ['time', 'symptom', 'Earlier cough, resolved.|cough|p', 'Cough.|cough', ['P: I had a cough. It went away after a week.']],
  ['time', 'symptom', 'Earlier rash, now gone.|rash|p', 'Rash.|rash', ['P: I had a rash. Gone now.']],
  ['time', 'social', 'Ex-smoker.|smoking|p', 'Current smoker.|smoking', ['P: I used to smoke. I packed it in at Christmas.']],
]

// biome-ignore format: one pair a row
const comparisons: readonly Pair[] = [
  ['attribute', 'social', 'Drinks less now than in earlier years.|alcohol', 'Drinks more now than in earlier years.|alcohol', ['P: I drink a few beers. I used to drink a lot more in earlier years.']],
  ['attribute', 'symptom', 'Headaches now less than before.|headache', 'Headaches now worse than before.|headache', ['P: The headaches are less now, they used to be much worse before.']],
  ['attribute', 'social', 'Smokes less now than before.|smoking', 'Smokes more now than before.|smoking', ['P: I smoke less now. I used to smoke far more before.']],
  ['attribute', 'symptom', 'Sleep worse now than before.|sleep', 'Sleep better now than before.|sleep', ['P: My sleep is worse now. It used to be better before.']],
  ['attribute', 'symptom', 'Pain worse now than last year.|pain', 'Pain less now than last year.|pain', ['P: The pain is worse now. Last year it used to be less.']],
]

const keeps = async (pair: Pair) => {
  const { right, wrong } = await judgePair(pair)
  expect({ right: right.isKept, wrong: wrong.isKept, rules: right.rules }).toEqual({ right: true, wrong: false, rules: [] }) // biome-ignore format: short
}

// biome-ignore format: one pair a row
const everyday: readonly Pair[] = [
  ['sense', 'symptom', 'Constipation.|constipation', 'Diarrhoea.|diarrhoea', ['P: A bit bunged up since the operation.']],
  ['attribute', 'symptom', 'Lasts: half an hour.|headache', 'Lasts: half a day.|headache', ['C: How long does it go for?', 'P: Half an hour.']],
  ['attribute', 'symptom', 'Eased by heat.|back pain', 'Eased by cold.|back pain', ['C: Anything ease the back pain?', 'P: Heat.']],
  ['attribute', 'symptom', 'Pain 3/10 at rest.|pain', 'Pain 6/10 at rest.|pain', ['P: The pain is three out of ten when I am sitting.']],
  ['drug', 'medication', 'Was given Nurofen.|ibuprofen|p', 'Was given Panadol.|paracetamol|p', ['P: My sister gave me some Nurofen.']],
]

describe('D321', () => {
  test.each(shorthand)('shorthand means its words: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair))
  test.each(rates)('a period may be said by its days: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair))
  test.each(companions)('a companion speaks of the patient: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair)) // biome-ignore format: short
  test.each(ends)('an end takes its thing up: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair))
  test.each(everyday)('clinical words for everyday ones: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair))
  test.each(comparisons)('who used to do more does less now: %s of a %s: %s stays, and not: %s', (...pair) => keeps(pair)) // biome-ignore format: short
})
