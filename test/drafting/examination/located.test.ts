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
  ['a lesion at its place',     ["C: Let me see your back. So the one on the left lower back, beside the spine. It's asymmetrical. Uneven border."], ['Left lower back, beside the spine: uneven border.']],
  ['a push of a part',          ['C: Up on the bed. Push your big toes down against me. Strong.'],   ['Big toes: strong on pushing.']],
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

// biome-ignore format: one row a line
const sided: readonly (readonly [name: string, said: readonly string[], text: string])[] = [
  ['on the right',       ["C: Let me see those hands. So on the right, second and third knuckles are swollen and sore... the wrist is swollen, warm."], 'Right wrist swollen, warm.'],
  ['the fuller name',    ['C: Sock off.', 'P: Careful.', 'C: Little toe, right. Red, hot, swollen.'],                         'Right little toe red, hot, swollen.'],
  ['the sore one',       ["P: It's his right ear again.", "C: Let me look in the ears. The good one first. That's fine. Now the sore one. I can see a bit of the drum and it's red."], 'Right drum red.'],
  ['only a word for it', ["C: Let me look in your ears. Good ear first. Right. Canal's a bit narrow, drum's fine."],            'Good ear: canal a bit narrow, drum fine.'],
  ['no side is named',   ["C: Let me see the foot. It hurts compared with the left. Foot's warm, pulses good."],                'Foot warm, pulses good.'],
]
test.each(sided)('D566: a part with a fellow has its side: %s', (_, said, text) => {
  expect(lines(...said)).toContain(text)
})

// biome-ignore format: one row a line
const whole: readonly (readonly [name: string, said: readonly string[], text: string])[] = [
  ['an exception',       ["C: Let me have a listen. Heart sounds fine, just a soft little murmur."],                             'Heart sounds fine, just a soft little murmur.'],
  ['a limit behind but', ["C: Let me see those hips. The left hip is stiff but no worse than usual."],                           'Left hip stiff but no worse than usual.'],
  ['a list',             ["C: Let me look at your skin. Face has blackheads, whiteheads and a few red pimples."],                'Face has blackheads, whiteheads and a few red pimples.'],
]
test.each(whole)('D567: a finding keeps what stands behind it: %s', (_, said, text) => {
  expect(lines(...said)).toContain(text)
})

// biome-ignore format: one row a line
const unseen: readonly (readonly [name: string, said: readonly string[], no: RegExp])[] = [
  ['a likeness',               ["C: Let me have a look. That's harmless. Like a tiny scar."],                          /scar/],
  ['risks of a procedure',     ["C: Let me have a look. Now the biopsy. Bit of bruising, infection, a small scar."],   /scar|bruising/],
  ['a summary',                ["C: Let me have a look. The bleeding, the change in your bowels, the weight."],        /bleeding/i],
  ['an instruction',           ["C: I'll check you. Scrunch up your face, big smile."],                                /face|smile/],
  ['another question of feeling', ["C: Up on the bed. Left leg straight up. Where do you feel that?", 'P: My back.', 'C: Right goes to eighty, no problem.'], /^Feeling/],
  ['a value of another day',   ["C: Bloods from May. Urate point five. Sugar, fasting, five point nine."],             /glucose/i],
]
test.each(unseen)('D567: no finding of today: %s', (_, said, no) => {
  expect(lines(...said).filter((text) => no.test(text) && !text.startsWith('Also said'))).toEqual([])
})

test("D567: the heart of an unborn child is not the mother's, and a former result has its year", () => {
  const pregnant = lines("C: Let me look at you. Fundal height is 26 centimetres. Baby's head down. And there's the heart, one hundred and forty-two, lovely and regular.") // biome-ignore format: short

  expect(pregnant).toContain('Fetal heart 142.')
  expect(pregnant.filter((text) => /^Heart/.test(text))).toEqual([])
  expect(lines('C: When was the last one?', 'P: You did it.', 'C: It was, twenty twenty-three, HPV negative.')).toContain('HPV negative in 2023.') // biome-ignore format: short
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
