/** What a clinician thinks unlikely, beside what the same breath thinks likely. D440, D572. */
import { expect, test } from '@jest/globals'
import type { Statement } from '../../../src/core/clinical-note.ts'
import { draftJudged, handWritten, noteOf, talk, verify } from '../dialogues.ts'

const told = (line: string): readonly string[] => draftJudged(talk(line)).map(({ text }) => text)

// biome-ignore format: one row a line
test.each([
  ["C: A stroke's unlikely.",                                            ['Stroke unlikely.']],
  ["C: It's unlikely to be a blood clot, I'd say gout.",                 ['Likely gout.', 'Blood clot unlikely.']],
  ["C: I'd be surprised if it was a fracture.",                          ['Fracture unlikely.']],
  ["C: It's unlikely that it's broken.",                                 ['Not thought to be broken.']],
  ["C: A clot is unlikely and I think it's a muscle strain.",            ['Likely muscle strain.', 'Clot unlikely.']],
  ["C: I think it's gout, I don't think it's an infection.",             ['Likely gout.', 'Infection unlikely.']],
  ['C: Gout is more likely, a fracture is unlikely.',                    ['Likely gout.', 'Fracture unlikely.']],
])('D572: each verdict of a sentence is as likely as it was said: %s', (line, lines) => {
  expect(told(line)).toEqual(lines)
})

test.each([
  'C: Side effects are unlikely.',
  "C: I don't think it's just a sprain.",
  'C: A pulmonary embolism is unlikely, but it is possible.',
  'C: A clot is unlikely in the left leg, the right one may well have one.',
  'C: The chance of a stroke is very unlikely on this tablet.',
  'C: Unless the fever comes back, a kidney infection is unlikely.',
  "C: Your mum thinks it's a stroke but that's unlikely.",
  "C: I don't think you've torn anything big.",
])('D572: no verdict: %s', (line) => {
  expect(told(line)).toEqual([])
})

/** The rules that an outside sentence about the words of the clinician breaks. */
function broken(text: string, display: string, line: string): readonly string[] {
  const segments = talk(line)
  const statement: Statement = { ...handWritten(text, [{ segment: 0, role: 'statement' }], segments), claims: [{ kind: 'impression', concept: display, display, polarity: text.includes('unlikely') ? 'absent' : 'present', certainty: text.startsWith('Likely') ? 'uncertain' : 'certain', person: 'patient', time: 'current' }] } // biome-ignore format: short
  return verify(noteOf('assessment', statement), segments).findings.flatMap(({ rule, statementId }) => (statementId === undefined ? [] : [rule])) // biome-ignore format: short
}

test('D572: the verifier takes neither verdict of a sentence for the other one', () => {
  const said = "C: I don't think it's a fracture, I think it's a stroke."

  expect(broken('Fracture unlikely.', 'fracture', said)).toEqual([])
  expect(broken('Stroke unlikely.', 'stroke', said)).not.toEqual([])
  expect(broken('Likely fracture.', 'fracture', said)).not.toEqual([])
})

// biome-ignore format: one row a line
test.each([
  [['P: My ankles swell.', 'C: As to the swelling, I believe it to be the amlodipine.'],           'Swelling likely from the amlodipine.'],
  [['P: I fell.', 'C: I think the fall was from the blood pressure dropping when you stand up.'],  'Fall likely from the blood pressure dropping on standing.'],
  [["P: I'm dizzy.", 'C: And the cause is mostly the tablets.'],                                   'Cause: mostly the tablets.'],
  [["P: I'm dizzy.", "C: The tablets are the main reason, I'm pretty confident of that."],         'Main reason: the tablets.'],
  [['P: My joints are bad.', 'C: I think the missed methotrexate is the likely reason.'],          'Likely reason: the missed methotrexate.'],
  [['P: I cough.', "C: The ramipril's giving you that cough."],                                    'Cough from the ramipril.'],
])('D496: what the trouble comes from: %j', (lines, line) => {
  expect(draftJudged(talk(...lines)).map(({ text }) => text)).toContain(line)
})

test.each([
  'C: The main reason for today is the blood result.',
  'C: The cause is not the tablets.',
  'C: If the tablets are the cause we stop them.',
  'C: The reason is simple.',
  'C: Alcohol is a big cause of reflux.',
])('D496: no cause of the trouble: %s', (line) => {
  expect(draftJudged(talk("P: I'm dizzy.", line)).map(({ text }) => text)).toEqual(['Dizziness.'])
})
