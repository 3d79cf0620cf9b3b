/** Warnings over two sentences, lists of dangers, and wishes to hear of a danger, each as one line with all its dangers. D334. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (...said: readonly string[]): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', ...said, 'P: Okay.')).map(({ text }) => text)

// biome-ignore format: one row a line
const nets: readonly (readonly [said: string, line: string])[] = [
  ['There are three things that mean you ring us. First, a fever. Second, a rash. Third, vomiting.', 'Call if fever, rash, or vomiting.'],
  ['Things to watch for are fever, a stiff neck, and a rash. Any of those, straight to hospital.', 'Go straight to hospital if fever, stiff neck, or rash.'],
  ['The red flags are a fever, a stiff neck, or a rash, and if any of those happen go to emergency.', 'Go to the emergency department if fever, stiff neck, or rash.'],
  ['Look out for redness or pus. If you get either of those, ring us.', 'Call if redness or pus.'],
  ['Come back if the pain gets worse. Or if you get a fever.', 'Return if pain worse, or fever.'],
  ['If that mole itches, bleeds or gets any bigger I want to see you.', 'Return if mole itches, bleeds, or gets bigger.'],
  ['Come back if the joint goes red, hot and swollen.', 'Return if joint goes red and hot and swollen.'],
  ['Ring us if the wound gets hot, red or smelly.', 'Call if wound gets hot or red or smelly.'],
  ["I'd want you back if there's any fever, or pus, or the wound opens up.", 'Return if fever, pus, or wound opens up.'],
  ["I'd want to hear about any chest pain.", 'Call if chest pain.'],
  ["If you get a rash that doesn't settle, I'd want to know about it.", 'Call if rash that does not settle.'],
  ["When the breathing gets hard, that's when you go to emergency.", 'Go to the emergency department if breathing gets hard.'],
]
test.each(nets)('D334: %s', (said, line) => {
  expect(linesOf(`C: ${said}`)).toEqual([line])
})

test('D334: a return behind an order keeps its own condition', () => {
  expect(linesOf('C: Keep the cast dry, and ring us if your fingers go numb.')).toEqual([
    'Keep the cast dry, and call if fingers go numb.',
  ])
})

test('D334: a question that the patient answers is no condition', () => {
  expect(linesOf('C: Any fever?', 'P: No.', 'C: Come back and see me on Friday.').join(' ')).not.toContain(' if ')
})
test('D334: nor is a question about the past', () => {
  expect(linesOf('C: Have you had any fever? Come back and see me on Friday.').join(' ')).not.toContain(' if ')
})
