/** Questions after allergies in other words than "allergy", with examples of our own. D317. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const allergiesOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => /allerg/i.test(text)) // biome-ignore format: short

// A remedy that harms or is to be kept away from; the record read out; an allergen named in the question; an allergen that is waved off.
// biome-ignore format: one row a line
const told: readonly (readonly [lines: readonly string[], text: string])[] = [
  [['C: Is there any tablet or medicine that has ever disagreed with you?', "P: There isn't one."],        'No known medicine allergies.'],
  [["C: Any drugs I should steer clear of giving you?", 'P: Just trimethoprim, it brings me out in hives.'], 'Allergic to trimethoprim: hives.'],
  [['C: Is there anything you react badly to?', 'P: Only penicillin.'],                                      'Allergic to penicillin.'],
  [['C: Has a tablet ever upset you?', 'P: Never one.'],                                                     'No known medicine allergies.'],
  [['C: Has a medicine ever turned on you?', 'P: They have all been kind to me.'],                           'No known allergies.'],
  [['C: Your record shows no allergies. Does that still stand?', 'P: It still stands.'],                     'No known allergies.'],
  [['C: The allergy list here is empty, is that so?', 'P: Empty is right.'],                                 'No known allergies.'],
  [['C: I have nothing down under allergies, correct?', "P: That's right."],                                 'No known allergies.'],
  [['C: No allergies on file, still the case?', 'P: Yes, still the case.'],                                  'No known allergies.'],
  [['C: Latex, what does that do to you?', 'P: It brings me up in welts.'],                                  'Allergic to latex: welts.'],
  [['C: How does aspirin agree with you?', 'P: I come out in hives.'],                                       'Allergic to aspirin: hives.'],
  [['P: Not codeine, please, I end up with an itchy rash.'],                                                 'Allergic to codeine: itchy rash.'],
  [["P: I'm one of those who can't take penicillin. Hives every time."],                                     'Allergic to penicillin: hives.'],
]
test.each(told)('D317: asked in other words: %j', (lines, text) => {
  const segments = talk(...opening, ...lines)

  expect(allergiesOf(...lines)).toEqual([text])
  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')).toEqual([])
})

// The medicines of today, a diet, an effect that is none of an allergy, and a no to a record that is read out.
test.each([
  ['C: Have the tablets upset you?', 'P: No.'],
  ['C: Is there anything you avoid eating because of your stomach?', 'P: No.'],
  ['C: What does the codeine do for your pain?', 'P: Not a lot.'],
  ['C: What goes wrong when you have codeine?', 'P: I throw up.'],
  ['C: No allergies?', 'P: Well, there is one.'],
  ['C: I have nothing down under allergies, correct?', 'P: No.'],
  ['C: I have nothing down under allergies, correct?', 'P: Right, but something made me itch.'],
])('D317: this states no allergy, and denies none: %s %s', (...lines) => {
  expect(allergiesOf(...lines)).toEqual([])
})
