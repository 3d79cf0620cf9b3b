/** Treatment by the clinic itself or by a colleague, and orders in other constructions. D348. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

/** The lines of the plan; a line that the verifier doubts says so. */
const linesOf = (said: string): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', `C: ${said}`, 'P: Okay.')).map(({ text }) => text)

// biome-ignore format: one row a line
const treatments: readonly (readonly [said: string, line: string])[] = [
  ["We'll lance that boil this morning.", 'Lance the boil this morning.'],
  ["I'm going to suture the forehead, they come out in five days.", 'Suture the forehead, to come out in five days.'],
  ["We'll get that wrist plastered, and it stays on for six weeks.", 'Plaster the wrist, to stay on for six weeks.'],
  ["I'm admitting you to the medical ward.", 'Admit to the medical ward.'],
  ["We're keeping you in for the night to be safe.", 'Keep in for the night.'],
  ["You'll be getting iron through the drip.", 'Iron through the drip.'],
  ["You're off sport until the end of the month.", 'Off sport until the end of the month.'],
  ['You are having the appendix out tonight.', 'Appendix out tonight.'],
  ['Your midwife will check the scar on Friday.', 'Midwife to check the scar on Friday.'],
  ['The practice nurse can change the dressing every three days.', 'Practice nurse to change the dressing every three days.'],
  ["I'll send you home with a boot.", 'Send home with a boot.'],
]
test.each(treatments)('D348: what the clinic does is a line of the plan: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

test.each([
  'If it gets worse we will drain it.',
  'We could put a cast on it, or not.',
  'Some people have the tonsils out.',
  'We nearly admitted you last time.',
  'Let me clean that up for you.',
  'Last year we would have kept you in.',
])('D348: a treatment that is weighed, past or of the moment is none: %s', (said) => {
  expect(linesOf(said)).toEqual([])
})

// biome-ignore format: one row a line
const orders: readonly (readonly [said: string, line: string])[] = [
  ['What I want you to do is rest the shoulder for a week.', 'Rest the shoulder for a week.'],
  ['The main thing to do is keep the wound dry.', 'Keep the wound dry.'],
  ["I'll send you across to imaging for a CT of the sinuses.", 'Arrange CT of the sinuses.'],
  ["I've requested an ultrasound of the liver, just to be sure.", 'Arrange ultrasound of the liver.'],
  ["The nurse'll take a throat swab in a minute.", 'Arrange throat swab.'],
  ["I'm going to ask the wrist surgeon to have a look at you.", 'Refer to wrist surgeon.'],
  ['We might as well do a thyroid test.', 'Arrange thyroid test.'],
  ['A chest X-ray is what we need next.', 'Arrange chest X-ray.'],
  ['A referral to the kidney doctor is on its way.', 'Refer to nephrologist (kidney doctor).'],
]
test.each(orders)('D348: an order in another construction: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

test.each(['To repeat then, a cream, a swab and rest.', 'Good to get that off the chest.'])(
  'D348: a recap and a word of praise order nothing: %s',
  (said) => {
    expect(linesOf(said)).toEqual([])
  },
)

// biome-ignore format: one row a line
const nets: readonly (readonly [said: string, line: string])[] = [
  ['Blood in the vomit or black stools, you ring an ambulance.', 'Call an ambulance if blood in vomit or black stools.'],
  ['No better in a week, back to your GP.', 'See GP if not better in a week.'],
  ['More pain, a fever, or more swelling, and we want to know.', 'Call if more pain, fever, or more swelling.'],
  ['The things to watch for are vomiting, a stiff neck or a rash.', 'Watch for vomiting or a stiff neck or a rash.'],
]
test.each(nets)('D348: a danger as the topic of its sentence: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

test('D348: a state is no danger to watch for', () => {
  expect(linesOf('Your symptoms are pain, fever and a rash.')).toEqual([])
})

// biome-ignore format: one row a line
const regimens: readonly (readonly [said: string, line: string])[] = [
  ['Fusidic acid cream, three times a day for a week.', 'Fusidic acid cream, three times a day for a week.'],
  ['The antibiotic is cefalexin, one capsule four times a day.', 'Start cefalexin 1 capsule 4 times a day.'],
  ['Two Nurofen every six hours with food, no more than six a day.', 'Two Nurofen every six hours with food, no more than six a day.'],
  ["We'll get you onto Clexane, sixty milligrams daily for two weeks.", 'Start Clexane 60 mg daily for 2 weeks.'],
  ['Levothyroxine goes up to one seventy five micrograms.', 'Change levothyroxine to 175 micrograms.'],
  ['Let us swap the Nexium for famotidine.', 'Swap the Nexium for famotidine.'],
]
test.each(regimens)('D361: a regimen without a verb is a line as it was said: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

test.each([
  'Some people have two Panadol every six hours, or nothing.',
  'Panadol every four hours was too much last time.',
  'If it hurts, two Panadol every six hours is not enough.',
])('D361: a regimen of others, of the past or under a condition is none: %s', (said) => {
  expect(linesOf(said).filter((line) => !line.startsWith('Also said'))).toEqual([])
})

test('D361: a regimen that the clinician reads back is no order', () => {
  const lines = draftJudged(
    talk('C: What do you take?', 'P: Metformin, and nothing else.', 'C: Metformin, twice a day.', 'P: Yes.'),
  ).map(({ text }) => text)
  expect(lines.filter((line) => line.startsWith('Metformin,'))).toEqual([])
})
