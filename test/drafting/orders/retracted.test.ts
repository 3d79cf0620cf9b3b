/** An order that is taken back, or that was never given, is no plan. D301. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const plans = (...lines: readonly string[]) =>
  draftTexts('C: Hello, what brings you in today?', 'P: I have had a cough for two weeks.', ...lines, 'P: Bye.').filter(
    (text) => !text.startsWith('Also said') && !text.startsWith('Cough'),
  )

// biome-ignore format: one row a line
const never: readonly (readonly string[])[] = [
  ["C: I'd like you to take amoxicillin 500 mg. Oh wait, you're allergic. Forget that."],
  ['C: I want you to have a blood test. Actually, scrap that, you had one.'],
  ["C: Let's stop the amlodipine. Hmm, no, keep it."],
  ["C: I'll refer you to cardiology. Well, maybe not yet."],
  ["C: I'll refer you to cardiology.", "P: I've seen them already.", "C: Oh, then there's no point."],
  ["C: I'll send you for a chest X-ray. On second thoughts, let's wait."],
  ["C: Let's book you in for next Tuesday. Actually no, let's not."],
  ["C: I want you to start sertraline 50 mg once a day.", "P: No, I won't take it."],
  ['C: I would normally start you on amlodipine 5 mg.'],
  ["C: Normally I'd give you amoxicillin 500 mg three times a day."],
  ['C: I was about to say take ibuprofen 400 mg three times a day.'],
  ['C: You should have gone to the emergency department.'],
  ['C: Take warfarin with care, they say.'],
]
test.each(never)('D301: nothing is planned by: %s', (...lines) => {
  expect(plans(...lines)).toEqual([])
})

// biome-ignore format: one row a line
const still: readonly (readonly [said: string, text: string])[] = [
  ["I'll refer you to cardiology. Don't forget that letter.", 'Refer to cardiology.'],
  ["Start amlodipine 5 mg once a day. I'll refer you to cardiology. Scrap that.", 'Start amlodipine 5 mg once a day.'],
  ["I'll send you for a chest X-ray. No, nothing to worry about.", 'Arrange chest X-ray.'],
]
test.each(still)('D301: what is not taken back stays: %s', (said, text) => {
  expect(plans(`C: ${said}`, 'P: OK.')).toContain(text)
})

test('D260: a denied need of a deed is no line of a plan', () => {
  expect(plans("C: You don't need to come back in two weeks.")).toEqual([])
})
