/** Joined statements of a model, judged clause by clause, and replies that leave a question open. D339, D340, D341. */
import { expect, test } from '@jest/globals'
import { judgePair } from './pairs/judge.ts'
import type { Pair } from './pairs/pair.ts'

// biome-ignore format: one row a line
const joined: readonly Pair[] = [
  // Values that two clauses exchange were all said.
  ['number', 'social', 'Smokes 12 a day; alcohol 6 units a week.|smoking', 'Smokes 6 a day; alcohol 12 units a week.|smoking', ['C: Do you smoke?', 'P: Yes, twelve a day.', 'C: And alcohol?', 'P: Six units a week, maybe.']],
  ['person', 'family', 'FH: brother - gout; mother - asthma.|gout|r', 'FH: brother - asthma; mother - gout.|asthma|r', ['C: Any illness in the family?', 'P: My brother has gout, and my mum has got asthma.']],
  ['number', 'medication', 'Takes ramipril 5 mg daily; metformin 500 mg daily.|ramipril', 'Takes ramipril 500 mg daily; metformin 5 mg daily.|ramipril', ['P: I take ramipril, five milligrams every day, and metformin, five hundred milligrams every day.']],
  ['attribute', 'social', 'Lives alone. Resides in a caravan park.|lives alone', 'Lives alone. Resides in a retirement village.|lives alone', ['C: Where are you living?', 'P: In the caravan park. I live alone.']],
  ['scope', 'symptom', 'Tingling of the hands; no neck pain.|tingling', 'Tingling of the hands and neck pain.|tingling', ['P: I get tingling in my hands.', 'C: Any neck pain?', 'P: No, no neck pain.']],
  // A date belongs to the thing that is nearest to it.
  ['time', 'complaint', 'Sore throat since Tuesday.|sore throat', 'Sore throat since Saturday.|sore throat', ['P: I have had this sore throat since Tuesday.', 'C: And work?', 'P: I am off until Saturday.']],
  ['time', 'symptom', 'Dizzy since June.|dizziness', 'Dizzy since April.|dizziness', ['P: I have been dizzy since June. The car was sold in April.']],
]

// biome-ignore format: one row a line
const exactWords: readonly Pair[] = [
  ['plan', 'safety-net', 'Go to hospital if the chest pain returns.|chest pain', 'Contact the surgery if the chest pain returns.|chest pain', ['C: If that chest pain comes back, go straight to hospital.']],
  ['plan', 'safety-net', 'Return to the clinic if the rash spreads.|rash', 'Attend the emergency department if the rash spreads.|rash', ['C: If the rash spreads, come back and see me.']],
  ['attribute', 'safety-net', 'Return if loss of bladder control.|loss of bladder control', 'Return if loss of bowel control.|loss of bowel control', ['C: Come back if you lose control of your bladder.']],
  ['plan', 'plan', 'Start prednisolone 25 mg.|prednisolone', 'Start prednisolone 50 mg.|prednisolone', ['C: Take prednisolone, fifty milligrams,', 'P: Okay.', 'C: sorry, twenty five milligrams.']],
  ['drug', 'medication', 'Takes bisoprolol.|bisoprolol', 'Takes atenolol.|atenolol', ['C: The atenolol, is it?', 'P: Bisoprolol.']],
  ['time', 'social', 'Ex-smoker, 20 a day.|smoking|p', 'Current smoker, 20 a day.|smoking', ['C: Do you smoke?', 'P: Not any more.', 'C: How many was it?', 'P: About twenty a day.']],
  ['time', 'history', 'Past history of melanoma.|melanoma|p', 'Current melanoma.|melanoma', ['P: I had a melanoma, that is all behind me now.']],
  ['drug', 'medication', 'Started on apixaban.|apixaban', 'Started on warfarin.|warfarin', ['P: They put me on apixaban last year.']],
]

// biome-ignore format: one row a line
/** A topic is not its trouble, and a word of agreement denies nothing that was not asked as absent. */
const topics: readonly Pair[] = [
  ['scope', 'social', 'Smokes.|smoking', 'Does not smoke.|smoking|-', ['C: Do you smoke?', 'P: That is right.']],
  ['time', 'social', 'Stopped smoking.|smoking|p', 'Smokes.|smoking', ['P: I packed the fags in at Easter.']],
  ['sense', 'symptom', 'Appetite good.|appetite', 'Anorexia.|anorexia', ['C: How is your appetite?', 'P: My appetite is good.']],
  ['attribute', 'symptom', 'Appetite poor.|appetite', 'Appetite good.|appetite', ['P: My appetite is poor, I pick at things.']],
  ['scope', 'symptom', 'Haemoptysis.|haemoptysis', 'No haemoptysis.|haemoptysis|-', ['P: I have been bringing up blood when I cough.']],
  ['sense', 'symptom', 'Headache.|headache', 'Photophobia.|photophobia', ['P: I get a headache. I live opposite a traffic light.']],
]

test.each([...joined, ...exactWords, ...topics])('D339: %s, %s: "%s" stays, and "%s" does not', async (...pair) => {
  const { right, wrong } = await judgePair(pair)

  expect({ right: right.isKept, wrong: wrong.isKept }).toEqual({ right: true, wrong: false })
})

// biome-ignore format: one row a line
const open: readonly (readonly [reply: string, lines: readonly string[]])[] = [
  ['hard to tell',  ['C: Any weight loss?', 'P: Hard to tell, I do not own scales.']],
  ['no idea',       ['C: Any weight loss?', 'P: No idea.']],
  ['could not say', ['C: Any weight loss?', 'P: I could not tell you, love.']],
  ['maybe',         ['C: Any weight loss?', 'P: Put that down as a maybe.']],
  ['not looked',    ['C: Any weight loss?', 'P: I have not checked, to be honest.']],
  ['might be',      ['C: Any weight loss?', 'P: Might be.']],
]

test.each(open)('D340: a reply of doubt (%s) neither denies nor affirms', async (_, lines) => {
  const { right, wrong } = await judgePair(['scope', 'symptom', 'No weight loss.|weight loss|-', 'Weight loss.|weight loss', lines]) // biome-ignore format: short

  expect({ denied: right.isKept, affirmed: wrong.isKept }).toEqual({ denied: false, affirmed: false })
})

test('D340: a reply that names the thing all the same is read', async () => {
  const lines = ['C: Any weight loss?', 'P: Yes, I am not sure how much.']
  const { right, wrong } = await judgePair(['scope', 'symptom', 'Weight loss.|weight loss', 'No weight loss.|weight loss|-', lines]) // biome-ignore format: short

  expect({ right: right.isKept, wrong: wrong.isKept }).toEqual({ right: true, wrong: false })
})

// biome-ignore format: one row a line
const noAllergies: readonly (readonly [reply: string, note: string, isKept: boolean, lines: readonly string[]])[] = [
  ['no',                    'NKDA.', true, ['C: Any allergies?', 'P: No.']],
  ['no',                    'No known drug allergies.', true, ['C: Are you allergic to anything?', 'P: Not that I know of.']],
  ['any medicine is taken', 'NKDA.', true, ['C: Any medicines that disagree with you?', 'P: Nope, I can take anything.']],
  ['never reacted',         'No adverse drug reactions.', true, ['C: Is there anything I should avoid giving you?', 'P: No, I have never reacted to anything.']],
  ['own words',             'Allergies: nil known.', true, ['P: I have no allergies, by the way.']],
  ['of foods only',         'NKDA.', false, ['C: Any food allergies?', 'P: No.']],
  ['an exception',          'NKDA.', false, ['C: Any allergies to medicines?', 'P: No, only penicillin.']],
  ['an allergen',           'No known drug allergies.', false, ['C: Any allergies?', 'P: Codeine makes me throw up.']],
  ['doubt',                 'NKDA.', false, ['C: Any drug allergies?', 'P: No idea, ask my wife.']],
]

test.each(noAllergies)('D341: after a reply such as "%s", "%s" is kept: %s', async (_, note, isKept, lines) => {
  const { right } = await judgePair(['scope', 'allergy', `${note}|allergies|-`, `${note}|allergies|-`, lines])

  expect(right.isKept).toBe(isKept)
})
