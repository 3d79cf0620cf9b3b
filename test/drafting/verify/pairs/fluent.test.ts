/** Statements in the words of a fluent note: each right one stays, and its twin with one wrong part does not. D510 to D517, D544 to D547. */
import { expect, test } from '@jest/globals'
import { judgeStatement } from '../../../../bench/drafting/judge-statement.ts'
import { talk } from '../../dialogues.ts'
import { judgePair } from './judge.ts'
import type { Pair } from './pair.ts'

const judgeBoth = async (pair: Pair) => {
  const { right, wrong } = await judgePair(pair)
  return { right: right.isKept, wrong: wrong.isKept, rules: right.rules }
}
const expected = { right: true, wrong: false, rules: [] }

// biome-ignore format: one pair a row
const presupposed: readonly Pair[] = [
  ['scope', 'symptom', 'Cough worse at night, not brought on by running.|cough', 'Cough brought on by running.|cough', ['C: Does running bring the cough on?', 'P: No, it is worse during the night.']],
  ['scope', 'symptom', 'Does not have swelling now.|swelling|-', 'Swelling.|swelling', ['C: Is the swelling still there?', 'P: No.']],
  ['attribute', 'symptom', 'Pain 6/10.|pain', 'Pain 10/10.|pain', ['C: Out of ten, how bad is the pain?', 'P: About a six.']],
]
test.each(presupposed)('D510: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const sayingNothing: readonly Pair[] = [
  ['scope', 'symptom', 'Heaviness in the legs.|heaviness in legs', 'No heaviness in the legs.|heaviness in legs|-', ['P: I get this, I do not know, heaviness. In the legs.']],
  ['scope', 'medication', 'Misses about one tablet a week.|tablet', 'Misses about three tablets a week.|tablet', ['C: Do you ever miss any of the tablets?', 'P: Maybe one a week.']],
  ['number', 'plan', 'Naproxen for a maximum of five days.|naproxen', 'Naproxen for at least five days.|naproxen', ['C: Take the naproxen, but no more than five days.']],
  ['attribute', 'plan', 'Drink at least two litres a day.|fluids', 'Drink at most two litres a day.|fluids', ['C: Please drink at least two litres of water a day.']],
  ['scope', 'symptom', 'Sore on the heel.|sore on heel', 'Heel not sore, no wound.|wound|-', ['P: There is a bit of a sore on my heel.']],
]
test.each(sayingNothing)('D511: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const refused: readonly Pair[] = [
  ['plan', 'plan', 'Avoid swimming until the stitches are out.|avoid swimming', 'Swimming from tomorrow.|swimming', ['P: Can I go swimming?', 'C: Not until the stitches are out.']],
  ['plan', 'plan', 'Stop the antiseptic cream.|antiseptic cream', 'Continue the antiseptic cream.|antiseptic cream', ['P: And no more of the antiseptic cream?', 'C: No more antiseptic cream.']],
  ['plan', 'plan', 'Gentle cycling permitted.|cycling', 'Gym permitted.|gym', ['P: Can I go to the gym?', 'C: Not yet. Easy cycling is fine.']],
  ['plan', 'plan', 'Continue the amlodipine unchanged.|amlodipine', 'Increase the amlodipine.|amlodipine', ['C: The amlodipine stays the same.']],
  ['plan', 'plan', 'Naproxen declined by the patient.|naproxen|-', 'Start naproxen.|naproxen', ['C: I could give you naproxen. Would you take it?', 'P: No, I would rather stay with the gel.']],
  ['plan', 'plan', 'Cease the digoxin.|digoxin', 'Continue the digoxin.|digoxin', ['C: I would stop the digoxin.']],
]
test.each(refused)('D512: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const times: readonly Pair[] = [
  ['time', 'plan', 'Blood tests today.|blood tests', 'Blood tests tomorrow.|blood tests', ['C: I want some bloods from you this morning.']],
  ['time', 'plan', 'Dress the wound on alternate days.|dress wound', 'Dress the wound daily.|dress wound', ['C: The nurse will dress the wound every second day.']],
  ['time', 'social', 'Ex-smoker, quit in 1989.|smoking|p', 'Ex-smoker, quit in 1998.|smoking|p', ['C: Do you smoke?', 'P: Gave it up in eighty-nine.']],
  ['number', 'finding', 'Wound 15 x 10 mm.|wound', 'Wound 15 x 20 mm.|wound', ['C: The wound is fifteen millimetres by ten.']],
  ['time', 'history', 'Cut her arm at the age of fourteen, none since.|self-harm|p', 'Has been cutting her arm recently.|cutting', ['P: I cut my arm a few times when I was fourteen. Not since.']],
  ['time', 'plan', 'Excision biopsy on Monday.|excision', 'Excision biopsy today.|excision', ['P: Today?', 'C: Not today, but soon. We will cut it out on Monday and send it to the lab.']],
]
test.each(times)('D513: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const parts: readonly Pair[] = [
  ['scope', 'finding', 'Chest clear, no chest wall tenderness.|tenderness|-', 'Chest wall tenderness.|tenderness', ['C: Chest is clear. It is not sore when I press on it.']],
  ['scope', 'symptom', 'Urine cloudy.|cloudy urine', 'Blood in the urine.|blood in urine', ['C: Any blood in the urine?', 'P: No. It looks a bit cloudy, though.']],
  ['side', 'symptom', 'Goes into the neck, not the right arm.|neck', 'Goes into the neck and the right arm.|neck', ['C: Does it go into the neck, or the arm?', 'P: It goes up into the neck. The right arm, no. Not the arm.']],
  ['side', 'finding', 'Foot pulses palpable bilaterally.|foot pulses', 'Foot pulses absent bilaterally.|foot pulses|-', ['C: I can feel the foot pulses on the left. And on the right too.']],
]
test.each(parts)('D514: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const fluent: readonly Pair[] = [
  ['drug', 'medication', 'No PDE5 inhibitor use.|PDE5 inhibitor|-', 'Uses a PDE5 inhibitor.|PDE5 inhibitor', ['C: Do you take anything like Viagra?', 'P: No.']],
  ['scope', 'symptom', 'No manic or psychotic symptoms.|mania|-', 'Psychotic symptoms.|psychosis', ['C: Any times of feeling really high, hardly needing sleep, or hearing voices?', 'P: No, nothing like that.']],
  ['attribute', 'finding', 'Superficial wound with surrounding erythema.|wound', 'Deep wound with surrounding erythema.|wound', ['C: There is a shallow wound, and redness around it.']],
  ['plan', 'plan', 'Call an ambulance for chest pain at rest.|ambulance', 'Review in the clinic for chest pain at rest.|review', ['C: Triple zero straight away if the chest pain comes on at rest.']],
  ['person', 'social', 'Relationship breakup in June.|breakup', 'Parents separated in June.|separation|r', ['P: My girlfriend and I broke up in June.']],
  ['attribute', 'symptom', 'Unintentional weight loss of 5 kg.|weight loss', 'Intentional weight loss of 5 kg.|weight loss', ['P: I have lost five kilos without trying.']],
  ['scope', 'finding', 'Urinalysis positive for nitrites, negative for blood.|nitrites', 'Urinalysis positive for nitrites and blood.|nitrites', ['C: The dipstick shows nitrites, no blood.']],
]
test.each(fluent)('D515: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const ofLists: readonly Pair[] = [
  ['person', 'history', 'No previous stroke.|stroke|-', 'Previous stroke.|stroke|p', ['C: Any clots, stroke, breast cancer?', 'P: No. My dad had a stroke at sixty.']],
  ['sense', 'impression', 'Possible melanoma.|melanoma|u', 'Melanoma excluded.|melanoma|-', ['C: I cannot rule out a melanoma by looking.']],
  ['attribute', 'symptom', 'Tight rather than throbbing headache.|tight headache', 'Throbbing headache.|throbbing headache', ['C: Is the headache throbbing, or tight?', 'P: Tight. It is not throbbing.']],
]
test.each(ofLists)('D516: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const fears: readonly Pair[] = [
  ['sense', 'symptom', 'Worried about bowel cancer.|worry about bowel cancer', 'Bowel cancer.|bowel cancer', ['P: I am really worried. I read that it could be a sign of bowel cancer.']],
  ['sense', 'symptom', 'Afraid that it is shingles.|fear of shingles', 'Shingles.|shingles', ['P: I am worried, I do not want it to be shingles.']],
]
test.each(fears)('D517: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const ofOthers: readonly Pair[] = [
  ['side', 'symptom', 'Left knee swelling.|left knee swelling', 'Right knee swelling.|right knee swelling', ["P: My right knee swells up. No, what am I saying, it's the left."]],
  ['side', 'symptom', 'Left hip pain.|left hip pain', 'Right hip pain.|right hip pain', ['P: The left hip aches. The right is fine, no pain there.']],
  ['time', 'medication', 'Takes turmeric.|turmeric', 'Takes fish oil.|fish oil', ['P: I was taking fish oil until I ran out. Now just the turmeric.']],
  ['time', 'social', 'Tried ecstasy once.|ecstasy|p', 'Uses ecstasy.|ecstasy', ['P: I tried ecstasy once at uni, never again.']],
  ['person', 'history', 'No falls.|fall|-', 'Had a fall.|fall', ['C: How is he? Has he had any falls?', "O: He's had no falls. Oh, that was Mavis across the hall, she had the fall.", "O: He's eating well."]],
  ['drug', 'medication', 'Takes ramipril 5 and bisoprolol 10.|ramipril', 'Takes ramipril 10 mg and bisoprolol 5 mg.|ramipril', ['P: I have ramipril five and bisoprolol ten.']],
  ['attribute', 'finding', 'Lateral elbow tenderness.|lateral elbow tenderness', 'Medial elbow tenderness.|medial elbow tenderness', ['C: Tender on the outside of the elbow. Inside?', 'P: Nah.']],
  ['attribute', 'finding', 'Oxygen saturation 94% on oxygen.|oxygen saturation', 'Oxygen saturation 94% on room air.|oxygen saturation', ['C: Sats are ninety-four on two litres of oxygen.']],
  ['sense', 'impression', 'Possible bowel cancer.|bowel cancer|u', 'Bowel cancer.|bowel cancer', ["C: I can't say it's bowel cancer, and I can't say it isn't."]],
]
test.each(ofOthers)('D544: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

const bloods = [
  "C: CRP's twenty-four, it was five. ESR thirty-eight. The eGFR has slipped, fifty-eight, it was sixty-nine.",
]
const weights = ["C: Weight's fifty-eight kilos. It was sixty-one in May."]
// biome-ignore format: one pair a row
const formerly: readonly Pair[] = [
  ['number', 'vital', 'CRP 24, previously 5.|CRP 24', 'CRP 24, previously 38.|CRP 24', bloods],
  ['time', 'vital', 'CRP 24 (was 5).|CRP 24', 'CRP 5 (was 24).|CRP 5', bloods],
  ['number', 'vital', 'eGFR 58, down from 69.|eGFR 58', 'eGFR 58, up from 69.|eGFR 58', bloods],
  ['number', 'vital', 'eGFR 58 (previously 69).|eGFR 58', 'CRP 24 (previously 69).|CRP 24', bloods],
  ['time', 'vital', 'Weight 58 kg, was 61 kg in May.|weight 58 kg', 'Weight 61 kg, was 58 kg in May.|weight 61 kg', weights],
  ['time', 'vital', 'eGFR 54, previously 62.|eGFR 54', 'eGFR 62, previously 54.|eGFR 62', ['C: Your eGFR has gone from sixty-two to fifty-four.']],
]
test.each(formerly)('D545: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

test('docs/design/drafting.md#providers: a summary of seven questions cites each with its answer, and stays', async () => {
  const things = ['fever', 'cough', 'rash', 'nausea', 'vomiting', 'diarrhoea', 'headache']
  const segments = talk(...things.flatMap((thing) => [`C: Any ${thing}?`, 'P: No.']))
  const judged = await judgeStatement(segments, {
    section: 'subjective',
    text: 'No fever, cough, rash, nausea, vomiting, diarrhoea or headache.',
    certainty: 'certain',
    claims: things.map((concept) => ({
      kind: 'symptom',
      concept,
      polarity: 'absent',
      person: 'patient',
      time: 'current',
    })),
    evidence: segments.map((_, segment) => ({ segment, role: segment % 2 === 0 ? 'question' : 'answer' })),
  })

  expect(judged.isKept).toBe(true)
})

// biome-ignore format: one pair a row
const goingOn: readonly Pair[] = [
  ['person', 'family', 'Father died of a heart attack at 54.|heart attack|r', 'History of heart attack.|heart attack|p', ['C: Any heart trouble in the family?', 'P: Dad dropped dead at fifty-four. Heart attack.']],
  ['person', 'symptom', 'Headache since Monday.|headache', 'Sister has a headache.|headache|r', ['P: My sister drove me. Bad headache since Monday.']],
  ['person', 'history', 'No clots.|clots|-', 'Clots.|clots', ['C: Have you had a clot? Any clots in the family?', 'P: No.']],
]
test.each(goingOn)('D546: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})

// biome-ignore format: one pair a row
const takenUp: readonly Pair[] = [
  ['drug', 'plan', 'Stop aspirin.|stop aspirin', 'Stop Eliquis.|stop Eliquis', ["C: First one, aspirin. You're on Eliquis, so aspirin on top gives you bleeding for no gain. Stop that from today."]],
  ['drug', 'plan', 'Continue Micardis.|continue Micardis', 'Stop Micardis.|stop Micardis', ["C: Let's get you off the Voltaren altogether. Keep the Micardis going as is."]],
  ['time', 'history', 'Bleeding ulcer in 2015.|bleeding ulcer|p', 'Bleeding ulcer.|bleeding ulcer', ["P: Had an ulcer, years ago. In 2015. Bled a bit. I'm on Somac, the forty."]],
  ['number', 'symptom', 'Back pain 4 out of 10, leg pain 8.|back pain', 'Back pain 8 out of 10, leg pain 4.|back pain', ['C: Out of ten?', "P: Back's a four. Leg's eight when it gets going."]],
  ['number', 'symptom', 'Glucose readings mostly 9.|glucose readings', 'Glucose readings mostly 8.|glucose readings', ['C: And the glucose?', 'P: Mostly nines.']],
]
test.each(takenUp)('D547: %s of a %s: %s stays, and not: %s', async (...pair) => {
  expect(await judgeBoth(pair)).toEqual(expected)
})
