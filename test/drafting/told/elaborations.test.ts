/** Details that answer a question without a yes, with examples of our own. D364. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short
const findingsOf = (...lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

// biome-ignore format: one row a line
const told: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Any blisters?',            'P: Just around my ankles.',            'Blisters, around the ankles.'],
  ['C: Any itching?',             'P: On my palms and the feet.',         'Itching, on the palms and the feet.'],
  ['C: Any rash?',                'P: Yes, across my chest.',             'Rash, across the chest.'],
  ['C: Any nausea?',              'P: When I smell food.',                'Nausea, when smelling food.'],
  ['C: Is there a cough?',        'P: Mainly in the mornings.',           'Cough, in the mornings.'],
  ['C: Any vomiting?',            'P: Twice since lunch.',                'Vomiting, twice since lunch.'],
  ['C: Any headache?',            'P: Yeah, since Tuesday.',              'Headache since Tuesday.'],
  ['C: Any headache?',            'P: A pounding one.',                   'Headache, pounding.'],
  ['C: Any discharge?',           'P: Thick and green.',                  'Discharge, thick and green.'],
  ['C: Any blood in the stool?',  'P: Dark red, mixed through.',          'Blood in stool, dark red, mixed through.'],
  ['C: Does it burn when you wee?', 'P: It stings at the end.',           'Painful urination.'],
  ['C: Is the tooth sensitive?',  'P: Only to cold.',                   'Sensitive teeth, to cold.'],
  ['C: Any tingling?',            'P: In the last two fingers.',        'Pins and needles, in the last two fingers.'],
  ['C: Did you pass out?',        'P: For a few seconds, they reckon.', 'Fainting for a few seconds.'],
  ['C: Do you get out of breath?', 'P: Walking up the ramp does it.',   'Shortness of breath, on walking up the ramp.'],
  ['C: Any itch?',                'P: A bit on my arms.',               'Itching, on the arms.'],
  ['C: Any cough?',               'P: A bit at night.',                 'Cough, at night.'],
]

// biome-ignore format: one row a line
const untold: readonly (readonly [question: string, reply: string])[] = [
  ['C: Any rash?',                'P: Not on my arms.'],
  ['C: Any headache?',            'P: When I was pregnant I had them.'],
  ['C: Any nausea?',              'P: At first, but not now.'],
  ['C: No rash?',                 'P: That is right.'],
  ['C: Any dizziness?',           'P: My husband, when he stands up.'],
  ['C: Any vomiting?',            'P: I might have, I am not sure.'],
  ['C: Any rash?',                'P: On my cat.'],
  ['C: Any headache?',            'P: On and off the field I get knocked around.'],
  ['C: Any cough?',               'P: Every night is different.'],
  ['C: Any nausea?',              'P: With the chemo, back in March.'],
  ['C: Any rash?',                "P: On the back of the fridge there's a photo."],
  ['C: Any pain in the ear?',     'P: It is what it is.'],
]

test.each(told)('D364: "%s" "%s" gives "%s"', (question, reply, text) => {
  expect(factsOf(question, reply)).toEqual([text])
  expect(findingsOf(question, reply)).toEqual([])
})

test.each(untold)('D364: "%s" "%s" gives no present symptom', (question, reply) => {
  expect(factsOf(question, reply).filter((text) => !/^No |resolved|initially|in the past|previously/.test(text))).toEqual([]) // biome-ignore format: short
})
