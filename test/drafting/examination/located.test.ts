/** A finding that is told without its part gets the part that the examiner is looking at. D566. */
import { expect, test } from '@jest/globals'
import { draft, draftJudged, handWritten, talk, verify } from '../dialogues.ts'

const lines = (...said: readonly string[]): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', ...said)).map(({ text }) => text)

// biome-ignore format: one row a line
const told: readonly (readonly [name: string, said: readonly string[], texts: readonly string[]])[] = [
  ['a part alone',              ["C: Let me have a look. Left wrist, no swelling, no bruising."], ['Left wrist: no swelling.', 'Left wrist: no bruising.']],
  ['with its side behind it',   ["C: Let's have a look. Middle toe, left. No ulcer."],            ['Left middle toe: no ulcer.']],
  ['a place on the part',       ["C: Let me have a look. Back of the left hand. There's a small cut, no redness round it."], ['Back of the left hand: small cut, no redness round it.']],
  ['behind a part',             ["C: Let's see that knee. And behind the knee, no lump."],        ['Behind the knee: no lump.']],
  ['a row of fragments',        ["C: Let's see the knee. So the right knee. Bit of swelling, no redness, not warm."], ['Right knee: bit of swelling, no redness, not warm.']],
  ['the subject of the clause', ["C: I'll take a look. Left ear canal is dry, no discharge, no swelling."], ['Left ear canal dry.', 'Left ear canal: no discharge.', 'Left ear canal: no swelling.']],
  ['a word that points back',   ["C: Let me examine you. The uterus is bulky. No masses at the sides."], ['Uterus bulky.', 'Uterus: no masses at the sides.']],
  ['a sentence before',         ["C: Let me have a look at your foot. Under the heel, there's a small lump, hard. No ulcer."], ['Under the heel: small lump, hard.', 'Under the heel: no ulcer.']],
]
test.each(told)('D566: a finding has the part that is examined: %s', (_, said, texts) => {
  expect(lines(...said).toSorted()).toEqual([...texts].toSorted())
})

// biome-ignore format: one row a line
const bare: readonly (readonly [name: string, said: readonly string[], text: string])[] = [
  ['another part was told of',     ["C: Let me examine you. Lie back. Abdomen soft. Heart normal. No swelling."],                     'No swelling.'],
  ['a list of parts',              ["C: Let me have a look. Elbows, wrists, fingers, all quiet. No nodules."],                        'No nodules.'],
  ['a sign of the whole person',   ["C: Let me have a look. Elbows fine. No rash."],                                                  'No rash.'],
  ['a sign with one place',        ["C: Let me have a listen. Ankles fine, no murmur."],                                              'Ankles fine, no murmur.'],
  ['a value in between',           ["C: Let me have a look. Left foot. Blood pressure is 130 over 80. No swelling."],                 'No swelling.'],
]
test.each(bare)('D566: a finding keeps its words: %s', (_, said, text) => {
  expect(lines(...said)).toContain(text)
})

const exam = talk('C: Let me have a look.', 'C: Left wrist fine, right hand, no swelling, and the elbow, no bruising.')
const findings = (text: string, polarity: 'present' | 'absent', side?: 'left' | 'right'): readonly string[] => {
  const statement = { ...handWritten(text, [{ segment: 1 }], exam), claims: [{ kind: 'finding' as const, concept: 'words-s1', display: text.replace(/^.*: (?:no )?/, '').replace('.', ''), polarity, certainty: 'certain' as const, person: 'patient' as const, time: 'current' as const, ...(side === undefined ? {} : { side }) }] } // biome-ignore format: short
  const note = draft(exam)
  const sections = note.sections.map((section) => (section.key === 'objective' ? { ...section, statements: [statement] } : section)) // biome-ignore format: short
  return verify({ ...note, sections }, exam).findings.filter(({ statementId }) => statementId === statement.id).map(({ rule }) => rule) // biome-ignore format: short
}

test('D566: the verifier lets a finding stand under its part, and under no other part or side', () => {
  expect(findings('Right hand: no swelling.', 'absent', 'right')).toEqual([])
  expect(findings('Elbow: no swelling.', 'absent')).toContain('attribute-mismatch')
  expect(findings('Right hand: no bruising.', 'absent', 'right')).toContain('attribute-mismatch')
  expect(findings('Left hand: no swelling.', 'absent', 'left')).toContain('attribute-mismatch')
  expect(findings('Right hand: no swelling.', 'absent', 'left')).toContain('attribute-mismatch')
  expect(findings('Right hand: swelling.', 'present', 'right')).not.toEqual([])
})
