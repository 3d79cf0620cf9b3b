/** Lines that a reader of notes found wrong, each with its siblings. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../../src/drafting/extract/advice.ts'
import { draftAskedMedicines } from '../../../src/drafting/extract/asked-medicines.ts'
import { draftImpressions } from '../../../src/drafting/extract/impressions.ts'
import { talk } from '../dialogues.ts'

const plansOf = (...lines: readonly string[]) => draftAdvice(readDialogue(talk(...lines))).map(({ text }) => text)
const medicinesOf = (...lines: readonly string[]) =>
  draftAskedMedicines(readDialogue(talk(...lines))).map(({ text }) => text)
const impressionsOf = (said: string) => draftImpressions(readDialogue(talk(said))).map(({ text }) => text)

// "Would" with a verb of duty tells what another case would need.
test.each([
  "C: You'd have to stop smoking before the operation.",
  "C: You'd need to fast from midnight.",
  'C: You would have to give up the gluten.',
  "C: You'd have to take it with a full glass of water.",
  'C: You would need to keep off alcohol with that one.',
])('D285: the need of another case is no advice: %s', (said) => {
  expect(plansOf(said, 'P: I see.').filter((text) => !text.startsWith('Also said'))).toEqual([])
})

test('D285: "you had better" and "you would do well to" are advice', () => {
  expect(plansOf("C: You'd better rest the ankle for a week.", 'P: OK.')).toEqual(['Rest the ankle for a week.'])
  expect(plansOf("C: You'd do well to avoid stairs.", 'P: OK.')).toEqual(['Avoid stairs.'])
})

// The subject of the verb of wanting gives the order.
test.each([
  "C: Start ramipril five milligrams, that's what the guidelines want.",
  'C: The guidelines say start amlodipine.',
  'C: Start aspirin is what the textbook says.',
  'C: According to the leaflet you take it with food.',
  'C: Our protocol says to increase the metformin.',
])('D147: an order of a text starts no medicine: %s', (said) => {
  const candidates = draftAdvice(readDialogue(talk(said, 'P: OK.')))

  expect(candidates.flatMap(({ claims }) => claims).filter(({ change }) => change !== undefined)).toEqual([])
  expect(candidates.filter(({ text }) => !text.startsWith('Also said'))).toEqual([])
})

// Three digits in a row are a number to call, and no stutter.
test.each([
  ['C: Call nine nine nine if you get chest pain.', 'Call an ambulance if chest pain.'],
  ['C: If you cannot breathe, ring nine nine nine.', 'Call an ambulance if cannot breathe.'],
  ['C: Ring one one one.', undefined],
])('D286: a number to call keeps its digits: %s', (said, text) => {
  const [line] = plansOf(said, 'P: OK.')

  if (text === undefined) expect(line ?? '').not.toMatch(/^(?:Ring|Call) one\W*$/)
  else expect(line).toBe(text)
})

// biome-ignore format: one row a line
const none: readonly (readonly string[])[] = [
  ['C: What is on your repeat list?', 'P: Nothing at all.'],
  ['C: Do you take any tablets?', 'P: No.'],
  ['C: Which medicines do you take?', 'P: None, really.'],
  ['C: Any regular medication?', 'P: Nope, none.'],
  ["P: I'm not on any tablets, before you ask."],
  ["P: I don't take anything at the moment."],
]
test.each(none)('D280: no medicines: %s', (...lines) => {
  expect(medicinesOf(...lines).map((text) => text.replace('regular ', ''))).toEqual(['No medicines.'])
})

// biome-ignore format: one row a line
const others: readonly (readonly string[])[] = [
  ['C: Any medicines that disagree with you?', 'P: No, I can take anything.'],
  ['C: Have you taken any tablets for it?', 'P: No.'],
  ['C: Any problems with your tablets?', 'P: No, nothing.'],
  ['C: Are any of your tablets new?', 'P: Nothing new.'],
  ["P: I'm not on any tablets that make me drowsy."],
]
test.each(others)('D280: another question is no denial of all medicines: %s', (...lines) => {
  expect(medicinesOf(...lines)).toEqual([])
})

// A denial before the name, or after it with any degree.
test.each([
  "C: There's nothing here to suggest a heart attack.",
  'C: I see no evidence of cellulitis.',
  'C: Asthma would look different to this.',
])('D72: an excluded cause is no impression: %s', (said) => {
  expect(impressionsOf(said)).toEqual([])
})

test.each([
  ['C: I would say gout is very unlikely indeed.', 'Gout unlikely.'],
  ['C: Pneumonia is most unlikely.', 'Pneumonia unlikely.'],
])('D572: what is unlikely is told as unlikely: %s', (said, line) => {
  expect(impressionsOf(said)).toEqual([line])
})
