/** Allergies told by their reaction, with examples of our own. D282. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const allergiesOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => /allerg/i.test(text))

// biome-ignore format: one row a line
const told: readonly (readonly [lines: readonly string[], text: string])[] = [
  [["P: I can't have latex, I get hives."],                                                   'Allergic to latex: hives.'],
  [['P: With kiwi I come up in welts.'],                                                      'Allergic to kiwi: welts.'],
  [['P: Penicillin brings me out in a rash.'],                                                'Allergic to penicillin: rash.'],
  [['P: My lips swelled up when I had peanuts.'],                                             'Allergic to peanuts: lips swelled up.'],
  [['P: I react to plasters.', 'C: How do you mean?', 'P: Blisters, within the hour.'],       'Allergic to plasters: blisters.'],
  [["P: Keep me away from iodine. Last time I had a swollen face."],                          'Allergic to iodine: swollen face.'],
  [['C: Any medicines that disagree with you?', 'P: Trimethoprim. I came out in spots.'],     'Allergic to trimethoprim: spots.'],
  [["C: Is there anything you can't take?", 'P: Aspirin did not agree with me, I had wheezing.'], 'Allergic to aspirin: wheezing.'],
  [['C: Any drug allergies?', 'P: Just the one, codeine.', 'C: What happened?', 'P: Vomiting.'], 'Allergic to codeine: vomiting.'],
  [["P: I'm allergic to egg.", 'C: What was the reaction?', 'P: My throat closed up.'],       'Allergic to egg: throat closed up.'],
  [['C: Allergies?', 'P: Latex. My face, it swelled, when I was a boy.'],                     'Allergic to latex: face swelled.'],
  [['C: And any allergies?', 'P: Penicillin. Well, Dad said. I had a rash as a baby.'],       'Allergic to penicillin: rash.'],
  [['C: Regular tablets, allergies?', 'P: I have asthma. Oh, Maxolon made me go all, like, my jaw locked up.'], 'Allergic to Maxolon: jaw locked up.'],
  [["C: And allergies, I've got sulfasalazine down here, a rash.", 'P: Yes, that awful rash, all over. Two thousand and twelve.'], 'Allergic to sulfasalazine: rash.'],
  [["C: Are there any medicines that you can't take?", 'P: No.'],                             'No known medicine allergies.'],
  [['C: Any reactions to drugs before?', 'P: None so far.'],                                  'No known medicine allergies.'],
]
test.each(told)('D282: an allergy is told by its reaction: %j', (lines, text) => {
  const segments = talk(...opening, ...lines)

  expect(allergiesOf(...lines)).toEqual([text])
  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')).toEqual([])
})

test.each([
  [
    'P: Mum says penicillin. I got, um, a rash all over, when I was little.',
    'Reports: "mum says penicillin. I got, a rash all over, when I was little".',
  ],
  ['P: They told me it was Keflex.', 'Reports: "they told me it was Keflex".'],
])('D282: an allergy by hearsay stands in the words of the patient: %s', (said, text) => {
  const segments = talk(...opening, 'C: Allergies?', said)

  expect(draftTexts(...opening, 'C: Allergies?', said)).toContain(text)
  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')).toEqual([])
})

// An effect of a medicine, another person, a past, a question or a story is no allergy.
test.each([
  ['P: Codeine makes me feel sick.'],
  ["P: I can't take ibuprofen because of my stomach."],
  ['P: My wife came out in a rash from penicillin.'],
  ['P: With the cough I get a headache.'],
  ['P: I had a rash when I took the train.'],
  ['C: Do you react to penicillin?', 'P: No.'],
  ['P: I used to react to eggs.'],
])('D282: this is no allergy: %s', (...lines) => {
  expect(allergiesOf(...lines).filter((text) => text.startsWith('Allergic'))).toEqual([])
})
