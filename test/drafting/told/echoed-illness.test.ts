/** D372: an illness that the clinician repeats after the patient is that of the person of whom it was told. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (told: string, echo: string): string =>
  draftJudged(talk('C: Any illnesses?', `P: ${told}`, `C: ${echo}`, 'P: Yeah.')).map(({ text }) => text).join(' ') // biome-ignore format: short

test.each([
  ['My sister has epilepsy.', 'Epilepsy, right.'],
  ['My mum has hay fever.', 'Hay fever, okay.'],
  ['My dad has gout.', 'Okay, gout.'],
])('D372: %s %s', (told, echo) => {
  expect(linesOf(told, echo)).not.toMatch(/History of/)
})

test('D372: keeps what the patient has', () => {
  expect(linesOf('I have epilepsy.', 'Epilepsy, right.')).toMatch(/History of epilepsy/)
})
