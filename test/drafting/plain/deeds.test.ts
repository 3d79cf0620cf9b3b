/** Advice in other constructions, under a condition, with a clause of time, or without a verb, as one plain line. D333. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

/** The lines of the plan; a line that the verifier doubts says so. */
const linesOf = (said: string): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', `C: ${said}`, 'P: Okay.')).map(({ text }) => text)

// biome-ignore format: one row a line
const advice: readonly (readonly [said: string, line: string])[] = [
  // A clause of time without its person.
  ['Wash your hands before you touch the eye.', 'Wash the hands before touching the eye.'],
  ['Put on sunscreen whenever you are outside.', 'Put on sunscreen whenever outside.'],
  ['Keep the bandage on while you are at work.', 'Keep the bandage on while at work.'],
  ['Rest the leg when you get home.', 'Rest the leg when getting home.'],
  ['Put the leg up while you watch the telly.', 'Put the leg up while watching the telly.'],
  // A denied duty, ability or wish forbids the deed.
  ["You mustn't lift anything heavy for six weeks.", 'Do not lift anything heavy for six weeks.'],
  ["You can't drive for four weeks after that seizure.", 'Do not drive for four weeks after that seizure.'],
  ["I'd rather you didn't share a towel with anyone.", 'Do not share a towel with anyone.'],
  ["You're not to swim until the stitches are out.", 'Do not swim until the stitches are out.'],
  ["I'd prefer you didn't scratch it.", 'Do not scratch it.'],
  // Advice that is weighed.
  ["There's no harm in trying a warm bath before bed.", 'Consider trying a warm bath before bed.'],
  ["No harm in wearing a brace for the gym.", 'Consider wearing a brace for the gym.'],
  ["There's no harm in keeping a diary of it.", 'Consider keeping a diary of it.'],
  // The speaker's own place, and the first person plural.
  ["I'd be going easy on the red meat.", 'Go easy on the red meat.'],
  ["I'd be cutting back on the salt.", 'Cut back on the salt.'],
  ["Let's go easy on the stairs this week.", 'Go easy on the stairs this week.'],
  ["Let's hold off on the gym for ten days.", 'Hold off on the gym for ten days.'],
  ["Let's give the dairy a rest for a week.", 'Give the dairy a rest for a week.'],
  // A condition.
  ["Feed from the other breast first if it's sore.", 'Feed from the other breast first if it is sore.'],
  ['Put some ice on it if it swells.', 'Put some ice on it if it swells.'],
  ["Skip the walk if it's too hot.", 'Skip the walk if it is too hot.'],
  ["If it stings, rinse the eye with cool water.", 'Rinse the eye with cool water if it stings.'],
  ['If it bleeds, press on it for ten minutes.', 'Press on it for ten minutes if it bleeds.'],
  // No verb.
  ['The main thing is rest.', 'Rest.'],
  ['What helps is a pillow between the knees.', 'A pillow between the knees.'],
  ['Plenty of fluids.', 'Plenty of fluids.'],
  ['Warm compresses, ten minutes, three times a day.', 'Warm compresses, ten minutes, three times a day.'],
  ['No heavy lifting for six weeks.', 'No heavy lifting for six weeks.'],
  ['No swimming until the ear is dry.', 'No swimming until the ear is dry.'],
]
test.each(advice)('D333: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

// biome-ignore format: one row a line
const none: readonly string[] = [
  'Must have been hard, looking after both of them.',
  'Good to have on file.',
  "You don't need to come back in two weeks.",
  "You can't drive a manual, can you.",
  'No alcohol, no smoking.',
  'Lots of water in that knee.',
  'The main thing is your cholesterol.',
  'My brother would be cutting back on the salt.',
  'They said no swimming until it was dry.',
  'I would be looking at the results tomorrow.',
]
test.each(none)('D333: no advice is read from: %s', (said) => {
  expect(linesOf(said).filter((line) => !line.startsWith('Also said'))).toEqual([])
})

// biome-ignore format: one row a line
const weighed: readonly (readonly [said: string, line: string])[] = [
  ['We may need to get an X-ray of that.', 'Consider X-ray.'],
  ['We might have to do a stool sample.', 'Consider stool sample.'],
  ['Maybe we should get an ECG.', 'Consider ECG.'],
  ['What we should also think about is maybe a urine test and an ultrasound.', 'Consider urine test and ultrasound.'],
  ['We could do a full blood count, to see what is going on.', 'Consider full blood count.'],
  ["I'd probably advise you taking a day or two off work if you can.", 'Probably take a day or two off work.'],
]
test.each(weighed)('D333: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

test('D333: a test under a condition, or for another time, is not weighed', () => {
  const own = (said: string) => linesOf(said).filter((line) => !line.startsWith('Also said'))
  expect(own('We could do a scan if it comes back.')).toEqual([])
  expect(own('We might have to do a stool sample later on.')).toEqual([])
})
