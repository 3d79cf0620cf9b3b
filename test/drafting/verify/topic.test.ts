/** A note may name what the cited "it" is, and deny a part of what was denied; a contrast denies only what follows it. D290. */
import { expect, test } from '@jest/globals'
import type { Claim, Statement } from '../../../src/core/clinical-note.ts'
import { handWritten, noteOf, talk, verify } from '../dialogues.ts'

type Cited = readonly (readonly [segment: number, role: 'question' | 'answer' | 'statement'])[]

function isKept(lines: readonly string[], text: string, claim: Partial<Claim> & Pick<Claim, 'kind' | 'display'>, cited: Cited): boolean {
  const segments = talk(...lines)
  const whole: Claim = { concept: claim.display, polarity: 'present', certainty: 'certain', person: 'patient', time: 'current', ...claim } // biome-ignore format: short
  const statement: Statement = { ...handWritten(text, cited.map(([segment, role]) => ({ segment, role })), segments), claims: [whole] } // biome-ignore format: short
  const { findings } = verify(noteOf(claim.kind === 'plan' ? 'plan' : 'subjective', statement), segments)
  return findings.filter(({ statementId }) => statementId !== undefined).every(({ rule }) => rule === 'said-in-other-words')
} // biome-ignore format: short

// biome-ignore format: one row a line
test.each([
  ['the only symptom before',   true,  ['P: I have a rash on my belly.', 'C: Does anything bring it on?', 'P: Grass brings it on.']],
  ['another symptom after it',  false, ['P: I have a rash on my belly.', 'P: And my knee hurts.', 'C: Does anything bring it on?', 'P: Grass brings it on.']],
  ['two symptoms at once',      false, ['P: I have a rash and a cough.', 'C: Does anything bring it on?', 'P: Grass brings it on.']],
  ['a symptom that is denied',  false, ['P: I have no rash.', 'C: Does anything bring it on?', 'P: Grass brings it on.']],
  ['a symptom of somebody else', false, ['P: My brother has a rash.', 'C: Does anything bring it on?', 'P: Grass brings it on.']],
])('D290: "Rash brought on by grass." cites only the last two lines, after %s: %s', (_, isRight, lines) => {
  const last = lines.length - 1

  expect(isKept(lines, 'Rash brought on by grass.', { kind: 'symptom', display: 'rash' }, [[last - 1, 'question'], [last, 'answer']])).toBe(isRight)
}) // biome-ignore format: short

test('D290: a word of degree before what is denied follows from the denial, and not from an assertion', () => {
  const denied = ['C: Are you on any tablets?', 'P: No, none.']
  const asserted = ['C: Are you on any tablets?', 'P: Yes, I take tablets.']
  const cited: Cited = [[0, 'question'], [1, 'answer']] // biome-ignore format: short

  expect(isKept(denied, 'No regular tablets.', { kind: 'medication', display: 'tablets', polarity: 'absent' }, cited)).toBe(true)
  expect(isKept(asserted, 'Significant tablets.', { kind: 'medication', display: 'tablets' }, cited)).toBe(false)
}) // biome-ignore format: short

test('D290: a contrast denies only what follows it', () => {
  const lines = ['C: For the hip, sleep with a pillow between the knees, not the cushion.']

  expect(isKept(lines, 'Advised to sleep with a pillow between the knees.', { kind: 'plan', display: 'pillow between the knees' }, [[0, 'statement']])).toBe(true) // biome-ignore format: short
})
