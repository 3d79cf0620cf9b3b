/** The time that a clinician gives in reply to a question after the next visit, and lines that only look like orders. D502, D381, D503. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (...lines: readonly string[]): readonly string[] => draftJudged(talk(...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Review in one week.', "C: I'll write to the hospital.", 'P: When do we come again?', 'C: One week, with me, lying and standing again.'],
  ['Review in a fortnight.', 'C: Rest the arm.', 'P: When do I come back?', 'C: A fortnight.'],
  ['Review in ten days.', 'C: Rest the arm.', 'P: When do you want to see me?', 'C: In about ten days.'],
  ['Review with the nurse next Tuesday.', 'C: Rest the arm.', "P: When's my next appointment?", 'C: Next Tuesday, with the nurse.'],
]
test.each(told)('D502: %s', (line, ...lines) => {
  expect(linesOf(...lines)).toContain(line)
})

// biome-ignore format: one row a line
const untold: readonly (readonly string[])[] = [
  ['C: Rest the arm.', 'P: When can I go back to work?', 'C: Two weeks.'],
  ['C: Rest the arm.', 'P: Do I need to come back?', 'C: No, only if it gets worse.'],
  ['C: Rest the arm.', 'P: How long do I take them?', 'C: Six weeks.'],
]
test.each(untold)('D502: no visit in "%s" "%s" "%s"', (...lines) => {
  expect(linesOf(...lines).filter((line) => /^Review/.test(line))).toEqual([])
})

test('D502: the reply is no piece of the order before it', () => {
  const lines = linesOf("C: I'll see you after the scan.", 'P: When do we come again?', 'C: One week, with me.')
  expect(lines.join(' ')).not.toMatch(/scan, one week/)
})

// biome-ignore format: one row a line
test.each([
  ['No driving for twenty-four hours because of the sedation.', 'C: No driving for twenty-four hours because of the sedation.'],
  ['Do not drive for two weeks after this, because of the seizure.', "C: You can't drive for two weeks after this, because of the seizure."],
  ['Do not drive until assessed by an OT driving assessor.', "C: I'd ask you not to drive until you've been assessed by an OT driving assessor."],
])('D503: %s', (line, said) => {
  expect(linesOf('C: It went well.', 'P: Good.', said)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  'C: Right, let\'s do the tablets. Have you got the list?', 'C: Come here, poppet.', 'C: Sit and breathe.', 'C: Take seven from a hundred, and keep going.',
  'C: We add up a score: one for your age, one for blood pressure.', "C: You keep your underwear on, I'll do the front and then the back.",
  'C: Nothing today points to that.', "C: None till you've seen the surgeon.", "C: Our nurse will check your technique before you go.",
])('D381: no order in "%s"', (said) => {
  expect(linesOf('P: Okay.', said, 'P: Okay.').filter((line) => /^(?:Do|Come|Sit|Take|Add|Keep|Nothing|None|Refer)\b/.test(line))).toEqual([]) // biome-ignore format: short
})

test('D289: what can go to the morning is not stopped', () => {
  expect(linesOf('P: Okay.', 'C: The atorvastatin can go to mornings.').join(' ')).not.toMatch(/Stop/)
  expect(linesOf('P: Okay.', "C: The atorvastatin can go, you don't need it.")).toContain('Stop atorvastatin.')
})

test('D320: a relative reads on from the list of tablets', () => {
  const lines = linesOf(
    'C: And who is this?', "O: I'm Sally, the daughter.", 'C: Have you got the list of tablets?',
    'O: Metoprolol, fifty twice a day. And they added the frusemide, forty, in the morning.', 'C: So the frusemide is new. Go on.',
    'O: Um, atorvastatin forty at night. Apixaban five, twice a day.',
  ) // biome-ignore format: a talk
  expect(lines.join(' ')).toMatch(/metoprolol 50 twice a day/)
  expect(lines.join(' ')).toMatch(/furosemide 40 in the morning/)
  expect(lines.join(' ')).toMatch(/atorvastatin 40 at night/)
  expect(lines.join(' ')).toMatch(/apixaban 5 twice a day/)
  expect(lines.join(' ')).not.toMatch(/doubted/)
})
