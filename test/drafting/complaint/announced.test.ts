/** A complaint that the clinician announces before the patient tells it, and the time that the reply gives. D527. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const judged = (...lines: readonly string[]) => draftJudged(talk(...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
test.each([
  ['Abdominal pain since yesterday afternoon.', "C: Hello there. Triage says belly pain, yeah? When'd it kick off?", 'P: Um, yesterday arvo. I was at the gym.'],
  ['Chest pain since quarter to nine.', "C: You've got chest pain, tell me, have you got it now?", "P: It's eased a bit.", 'C: When did it start?', 'P: Half past eight. No, quarter to nine, because the kids had just left.'],
  ['Ear pain since two in the morning, left side.', 'C: The nurse has you down as a sore ear.', 'P: Yeah, the left one.', 'C: Since when?', 'P: About two in the morning.'],
  ['Headache since yesterday afternoon.', "C: They tell me you've had a bad headache. When did it come on?", 'P: Yesterday afternoon, about three.'],
  ['Headache since Tuesday.', "C: What's wrong?", 'P: I have a bad headache.', 'C: When did it start?', 'P: Tuesday, when I got home from work.'],
  ['Sore throat since six o\'clock last night.', 'C: What brings you in?', 'P: Sore throat.', 'C: When did it start?', "P: Six o'clock last night."],
])('D527: %s', (line, ...lines) => {
  expect(judged(...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  [/^Rash/, "C: You've had a rash, is that right?", 'P: No, that was my sister.'],
  [/^Cough/, "C: You've got a cough, I hear.", 'P: Not me, my boy here.'],
  [/puppy/, "C: You've got a new puppy, I hear.", "P: Yes! He's lovely."],
  [/half past/, "C: What's the trouble?", "P: My foot's swollen.", 'C: When do you take the tablet?', 'P: Half past six.'],
] as readonly (readonly [RegExp, ...string[]])[])('D527: nothing of %s', (wrong, ...lines) => {
  expect(draftTexts(...lines).filter((text) => wrong.test(text))).toEqual([])
})
