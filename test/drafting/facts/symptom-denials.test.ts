/** Symptoms that a patient names and does not have, by the form of the sentence. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, statementsOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => !text.startsWith('Cough'))

// The denial comes after the thing, or around a search for it.
// biome-ignore format: one row a line
const denied: readonly (readonly [said: string, text: string])[] = [
  ['P: Palpitations I have not.',                                  'No palpitations.'],
  ['P: Nausea I do not get.',                                      'No nausea.'],
  ['P: Dizziness neither.',                                        'No dizziness.'],
  ['P: Wheeze, never.',                                            'No wheeze.'],
  ['P: Vomiting, not once.',                                       'No vomiting.'],
  ['P: I have been free of headaches.',                            'No headache.'],
  ['P: I was looking out for a rash but there was none.',          'No rash.'],
  ["P: I was expecting night sweats, but I haven't had any.",      'No night sweats.'],
  ['P: I kept an eye out for bruising, not a sign.',               'No bruising.'],
]

test.each(denied)('docs/design/drafting.md#rules-of-the-drafter: %s is a denial', (said, text) => {
  expect(factsOf(said)).toEqual([text])
})

test.each(denied)('D283: the verifier reads %s as a denial', (said) => {
  const segments = talk(...opening, said)
  const note = draft(segments)
  expect(rulesOf(verify(note, segments))).toEqual([])
  expect(statementsOf(note).length).toBeGreaterThan(1)
})

// Somebody else has it.
const ofOthers = [
  'P: The woman upstairs had pins and needles.',
  'P: My lodger suffers with nausea.',
  'P: The lad I share a car with is off work with vomiting.',
  'P: A fellow at the club had palpitations.',
  'P: A pal of mine has had dizziness.',
  'P: Our little girl has had a rash.',
]
test.each(ofOthers)('docs/design/drafting.md#rules-of-the-drafter: %s is about somebody else', (said) => {
  expect(factsOf(said)).toEqual([])
})

// The effect of a cause that is not there today.
const effects = [
  'P: Sticking plaster brings me out in blisters.',
  'P: Latex makes me come out with a rash.',
  'P: Gives me muscle pain.',
  'P: With codeine I always end up with vomiting.',
  'P: I cannot take aspirin. Wheeze every time.',
]
test.each(effects)('docs/design/drafting.md#rules-of-the-drafter: %s is no symptom of today', (said) => {
  expect(factsOf(said).filter((text) => /^(?:Blisters|Rash|Muscle aches|Vomiting|Wheeze)/.test(text))).toEqual([])
})

// An idiom, or a word of the skin.
const idioms = [
  'P: The paperwork was a right headache.',
  'P: This extension is one long headache.',
  'P: The bank is bleeding us dry.',
  'P: My husband goes deaf whenever I ask.',
  'P: I am having a nightmare with the buses.',
  'P: I got all choked up at the christening.',
  'P: The toe is red and angry.',
]
test.each(idioms)('docs/design/drafting.md#rules-of-the-drafter: %s states no symptom', (said) => {
  expect(factsOf(said).filter((text) => /headache|bleed|hearing|nightmare|chok|anger/i.test(text))).toEqual([])
})

// The same words in earnest.
// biome-ignore format: one row a line
const earnest: readonly (readonly [said: string, text: string])[] = [
  ['P: I have a right headache.',                      'Headache.'],
  ['P: I have had nightmares.',                        'Nightmares.'],
  ['P: I came out in a rash.',                         'Rash.'],
  ['P: Dizziness I have had as well.',                 'Dizziness.'],
  ['P: I was looking out for a rash, and I have palpitations.', 'Palpitations.'],
]
test.each(earnest)('docs/design/drafting.md#rules-of-the-drafter: %s states a symptom', (said, text) => {
  expect(factsOf(said)).toEqual([text])
})
