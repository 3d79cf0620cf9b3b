/** A medicine is started, stopped or continued by any verb of that meaning, if every other word of the sentence is known. D287. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../../src/drafting/extract/advice.ts'
import { talk } from '../dialogues.ts'

const textsOf = (...lines: readonly string[]) => draftAdvice(readDialogue(talk(...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
const orders: readonly (readonly [change: string, said: string, text: string])[] = [
  ['started',   "I'll put you on metoprolol, fifty milligrams, twice a day.",         'Start metoprolol 50 mg twice a day.'],
  ['started',   "Let's get you on apixaban five milligrams twice a day.",             'Start apixaban 5 mg twice a day.'],
  ['started',   'Pick up some loratadine from the chemist, ten milligrams, once a day.', 'Start loratadine 10 mg once a day.'],
  ['started',   'Here is a script for naproxen, five hundred milligrams three times daily.', 'Start naproxen 500 mg 3 times a day.'],
  ['started',   "We'll go with doxycycline.",                                         'Start doxycycline.'],
  ['stopped',   'Ditch the bisoprolol as of today.',                                  'Stop bisoprolol.'],
  ['stopped',   "The allopurinol, we'll cease that.",                                 'Stop allopurinol.'],
  ['stopped',   "I'm going to take you off the amitriptyline.",                       'Stop amitriptyline.'],
  ['stopped',   'Your diclofenac needs to stop.',                                     'Stop diclofenac.'],
  ['stopped',   "Let's pause the metformin for now.",                                 'Stop metformin.'],
  ['continued', "I'm happy with the gabapentin, so carry on with it.",                'Continue gabapentin.'],
  ['continued', 'Perindopril, no change there, keep taking it.',                      'Continue perindopril.'],
  ['continued', 'Stick with the sertraline.',                                         'Continue sertraline.'],
  ['continued', 'Carry on with the tiotropium as before.',                            'Continue tiotropium.'],
  ['continued', 'You should stay on your ramipril.',                                  'Continue ramipril.'],
]
test.each(orders)('D287: %s: %s', (_, said, text) => {
  expect(textsOf(`C: ${said}`, 'P: OK.')).toEqual([text])
})

// biome-ignore format: one row a line
const others: readonly string[] = [
  "If it hurts I'll put you on naproxen.", 'You might stop the naproxen.', "I'd never put you on codeine.", 'My colleague put you on codeine, I think.', "We could get you on apixaban.",
]
test.each(others)('D287: a condition, a doubt or another person changes no medicine: %s', (said) => {
  expect(textsOf(`C: ${said}`, 'P: OK.').filter((text) => /^(?:Start|Stop|Continue) \S+\.$/.test(text))).toEqual([])
})

test('D287: an order whose dose or rate cannot be read is not told without it', () => {
  expect(textsOf("C: I'll put you on lactulose, a good glug of ten mils, twice a day.", 'P: OK.')).not.toContain(
    'Start lactulose twice a day.',
  )
})

test('D147: "three times daily" is never "daily"', () => {
  expect(textsOf("C: I'm going to start you on paracetamol, one gram, three times daily.", 'P: OK.')).toEqual([
    'Start paracetamol 1 g 3 times a day.',
  ])
})

test('D147: "a hundred and twenty" is never 20', () => {
  expect(
    textsOf("C: I'm going to start you on paracetamol, a hundred and twenty milligrams, once a day.", 'P: OK.'),
  ).toEqual(['Start paracetamol 120 mg once a day.'])
})
