/** Tests and referrals over an interruption, and services named by the people who give them. D335. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (...said: readonly string[]): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', ...said, 'P: Okay.')).map(({ text }) => text)

// biome-ignore format: one row a line
const requests: readonly (readonly [said: readonly string[], line: string])[] = [
  [["C: I'm going to arrange,", 'P: Is that the noisy one?', 'C: it is, yeah, an ultrasound of your gallbladder.'], 'Arrange ultrasound of the gallbladder.'],
  [["C: So I'll book,", 'P: Today?', 'C: a chest X-ray for you.'], 'Arrange chest X-ray.'],
  [["C: I'll refer you to", 'P: Who?', 'C: a dermatologist.'], 'Refer to dermatologist.'],
  [["C: I'd like to order an ultrasound,", 'P: Mm.', 'C: of the shoulder.'], 'Arrange ultrasound of the shoulder.'],
  [["C: I'd like the kidney people to see you."], 'Refer to kidney people.'],
  [['C: I want a podiatrist to see you.'], 'Refer to podiatrist.'],
  [["C: While we're at it let's do an ECG."], 'Arrange ECG.'],
  [['C: Can you do me a urine sample before you leave?'], 'Arrange urine sample.'],
  [['C: Drop a stool sample in on Monday.'], 'Arrange stool sample on Monday.'],
  [['C: How about we get a skin check done?', 'P: Sure.'], 'Arrange skin check.'],
]
test.each(requests)('D335: %s', (said, line) => {
  expect(linesOf(...said)).toEqual([line])
})

test('D335: a new sentence after a question does not go on with the old one', () => {
  expect(linesOf('C: I want an MRI,', 'P: Will it hurt my back?', 'C: No, it will not. The lower back is fine.')).not.toContain('Arrange MRI of the lower back.') // biome-ignore format: short
})
test('D335: a proposal that is declined is no order', () => {
  expect(linesOf('C: How about we get a skin check done?', 'P: No thanks.')).toEqual([])
})
