/** Allergies that the clinician reads out and the patient confirms, and reactions of a later turn, with talks of our own. D331. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const allergiesOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => /allerg/i.test(text))

// biome-ignore format: one row a line
const told: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Allergic to amoxicillin: lips swell up.',   "C: You're allergic to amoxicillin?", 'P: I am, my lips swell up.'],
  ['Allergic to penicillin: hives.',            "C: It says here you're allergic to penicillin.", "P: That's right.", 'C: What happens?', 'P: I come out in hives.'],
  ['Allergic to penicillin: rash.',             'C: I see a penicillin allergy on your file.', 'P: Yep.', 'C: What did it do?', 'P: Rash all over.'],
  ['Allergic to latex: blisters.',              'C: Just checking, latex allergy?', 'P: Right, blisters.'],
  ['Allergic to codeine: itching.',             "C: You can't have codeine, can you?", 'P: No, I get really itchy.'],
  ['Allergic to trimethoprim: tongue swelled up.', 'C: Tell me about the trimethoprim reaction.', 'P: My tongue swelled up.'],
  ['Allergic to aspirin: asthma attack.',       'C: It says allergic to aspirin.', 'P: Mm.', 'C: What form did that take?', 'P: An asthma attack, within minutes.'],
  ['Allergic to aspirin: asthma.',              "P: Can't have aspirin, sets off my asthma."],
  ['Allergic to morphine: itching.',            "P: Morphine doesn't agree with me, I itch like mad."],
  ['Allergic to peanuts.',                      "P: I'm anaphylactic to peanuts."],
  ['Allergic to cefaclor: hives.',              'C: Your allergy to cefaclor, what was that?', 'P: Hives, head to toe.'],
]
test.each(told)('D331: %s', (text, ...lines) => {
  expect(allergiesOf(...lines)).toEqual([text])
})

// The verifier reads the "no" of "no, I get itchy" as a denial: it withholds such a line, and the reviewer sees it.
const withheld = /codeine/

test.each(told.filter(([text]) => !withheld.test(text)))('D331: the verifier passes: %s', (_text, ...lines) => {
  const segments = talk(...opening, ...lines)

  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => /allergy/.test(rule))).toEqual([])
})

// The clinician takes a reaction of another kind as an allergy; "you do know" takes the allergy for granted.
// biome-ignore format: one row a line
test.each<readonly [text: string, ...lines: readonly string[]]>([
  ['Allergic to tramadol: vomiting.',     'C: Tramadol, what does that do?', 'P: Gives me vomiting.', 'C: An allergy, then.'],
  ['Allergic to latex: hives.',           "P: You do know I'm allergic to latex?", 'C: What was the reaction?', 'P: Hives.'],
])('D331: taken up: %s', (text, ...lines) => {
  expect(allergiesOf(...lines)).toEqual([text])
})

// A denial, another person, a doubt, an end, an effect that nobody calls an allergy, and words that were not confirmed.
test.each([
  ["C: It says here you're allergic to penicillin.", 'P: No, that was my brother.'],
  ["C: It says here you're allergic to penicillin.", 'P: I was tested and it was negative.'],
  ["C: It says here you're allergic to penicillin.", 'P: Well, I used to be.'],
  ['C: I see a penicillin allergy on your file.', 'P: What is that?'],
  ['C: Is your mother allergic to penicillin?', 'P: Yes.'],
  ['C: Are you allergic to penicillin or latex?', 'P: Yes.'],
  ['C: Codeine, what does that do?', 'P: Makes me feel sick.', 'C: It can do that.'],
  ["C: You're not allergic to penicillin?", 'P: Right.'],
  ["C: You're allergic to penicillin?", "P: It's the other one."],
])('D331: no allergy: %s', (...lines) => {
  expect(allergiesOf(...lines).filter((text) => /^(?:Possibly a|A)llergic/.test(text))).toEqual([])
})
