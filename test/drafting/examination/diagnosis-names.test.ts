/** Diagnoses that no table names, by their head noun. D360. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const linesOf = (said: string): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', `C: ${said}`, 'P: Okay.')).map(({ text }) => text)

// biome-ignore format: one row a line
const named: readonly (readonly [said: string, line: string])[] = [
  ["You've got a greenstick fracture of the radius.", 'Greenstick fracture of the radius.'],
  ["It's a complete tear of the calf muscle.", 'Complete tear of the calf muscle.'],
  ['I think this is a pilonidal abscess.', 'Likely pilonidal abscess.'],
  ['It could be an infection in that finger.', 'Possible infection in the finger.'],
  ["That's radial tunnel syndrome.", 'Radial tunnel syndrome.'],
  ['This looks like dactylitis to me.', 'Likely dactylitis.'],
  ['The scan shows a clean break of the fourth metatarsal.', 'Clean break of the fourth metatarsal.'],
  ["Nine times out of ten that's a ganglion cyst.", 'Likely ganglion cyst.'],
  ["You've come down with laryngitis.", 'Laryngitis.'],
]
test.each(named)('D360: a head noun names the diagnosis with the words around it: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

test.each([
  "There's no sign of a stress fracture.",
  'If it were a spiral fracture you would know.',
  'We ruled out a pilonidal abscess.',
  'We have a diagnosis now.',
  'People with a stress fracture limp.',
  'Your mum had a detachment of the retina.',
  'That bleed is being looked at.',
])('D360: a denied, supposed or other person’s illness is none: %s', (said) => {
  expect(linesOf(said).filter((line) => !line.startsWith('Also said'))).toEqual([])
})

test('D360: the longer name stands, and not the shorter one beside it', () => {
  const lines = draftJudged(
    talk(
      'C: Hello.',
      'P: Hello.',
      "C: You've got a fracture.",
      'P: Oh.',
      "C: It's a fracture of the wrist.",
      'P: Okay.',
    ),
  ).map(({ text }) => text)
  expect(lines).toEqual(['Fracture of the wrist.'])
})

test('D360: an illness that names its virus is no second diagnosis', () => {
  expect(draftTexts("C: It's the shingles. It's the old chicken pox virus waking up in a nerve.")).toEqual([
    'Shingles.',
  ])
  expect(draftTexts("C: It's the flu virus.")).toEqual(['Influenza.'])
  expect(draftTexts('C: I think this is a virus.')).toEqual(['Likely viral infection.'])
})
