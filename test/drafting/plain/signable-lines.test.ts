/** Plan lines that a clinician would have to strike: they are no plain lines. D316. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const plainOf = (said: string): readonly string[] =>
  draftTexts('C: Hello.', 'P: Hello.', `C: ${said}`, 'P: Okay.').filter((line) => !line.startsWith('Also said'))

// biome-ignore format: one row a line
const none: readonly string[] = [
  // The clinician's own call, or what the clinician does with the patient.
  "I'll ring the hospital and let them know you're on your way.",
  "I'll phone the ward and let them know you're coming.",
  "I'll call the clinic and let them know about you.",
  "We'll get you wired up to a monitor for a day.",
  "I'll put you in touch with somebody.",
  // The thing is a pronoun.
  "Okay, I'll do that for you, it needs a long appointment, so book a double.",
  "You'll have to ring for that nearer the time.",
  "We'll do it when you come in, that is easier.",
  // A noun beside a comma is no imperative.
  'Honey and lemon, steam, all the old things.',
  'Bit of this and that, rest, the usual things.',
]
test.each(none)('D316: no plain line is read from: %s', (said) => {
  expect(plainOf(said)).toEqual([])
})

// biome-ignore format: one row a line
const acts: readonly string[] = [
  'If you get any muscle pains, stop it and give us a call.',
  'If you get any unexplained muscle pains, stop it and give us a call.',
  'If you get a rash, stop taking them and ring us.',
  'If you feel sick, leave it and call us.',
  'If your stomach hurts, stop the tablets and come back.',
  'If you get a dry cough, stop using it and phone us.',
]
test.each(acts)('D316: an act is no condition: %s', (said) => {
  expect(plainOf(said).filter((line) => / if .*\b(?:stop|leave)/.test(line))).toEqual([])
})

// biome-ignore format: one row a line
const tails: readonly (readonly [said: string, line: string])[] = [
  ["Have two Panadol every six hours, that'll take the edge off.", 'Have two Panadol every six hours.'],
  ['Take an antihistamine at night, it should calm the itch.', 'Take an antihistamine at night.'],
  ["Keep a diary of the headaches, and get your eyes tested, you're overdue.", 'Keep a diary of the headaches, and get the eyes tested.'],
  ["Take the tablets with food, it'll settle your stomach.", 'Take the tablets with food.'],
  ["Use the moisturiser twice a day, that'll help.", 'Use the moisturiser twice a day.'],
]
test.each(tails)('D316: a tail of praise or reason goes: %s', (said, line) => {
  expect(plainOf(said)).toEqual([line])
})
