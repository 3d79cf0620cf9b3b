/** Whose illness it is, and what is a fear, a figure of speech or a denial: examples of our own. D284. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, statementsOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => !text.startsWith('Cough'))

// An illness "in the family" is the relative's, wherever the relative is named.
// biome-ignore format: one row a line
const family: readonly (readonly [line: string, text: string])[] = [
  ["P: We've got gout in the family, my uncle.",            'Uncle: gout.'],
  ['P: We have gout in the family, on gran.',               'Grandmother: gout.'],
  ["P: There's asthma in our family, my sister.",           'Sister: asthma.'],
  ['P: Epilepsy runs in the family, my brother had it.',    'Brother: epilepsy.'],
  ["P: It's psoriasis in the family, that's my dad.",       'Father: psoriasis.'],
]
test.each(family)('D284: an illness in the family is no history of the patient: %s', (line, text) => {
  const segments = talk(...opening, line)

  expect(factsOf(line)).toEqual([text])
  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')).toEqual([])
})

// A fear is told in the patient's words and is no plain statement.
test.each([
  ['P: My big fear is lung cancer.'],
  ["P: My worry is that it's my heart."],
  ['P: I keep thinking about my chest and cancer.'],
  ['P: I cannot stop worrying about my lungs.'],
  ['P: My worst fear is a stroke in the brain.'],
])('D284: a fear is no finding: %s', (line) => {
  expect(factsOf(line).filter((text) => !text.startsWith('Reports: "'))).toEqual([])
})

// A figure of speech about the body tells no trouble.
test.each([
  ['P: I was all choked up at the funeral.'],
  ["P: I've been breaking my back in the shed."],
  ['P: My other half goes deaf when I call.'],
  ['P: We had fits of laughing.'],
  ['P: I had fits of temper as well.'],
  ['P: I get these coughing fits at night.'],
])('D284: a figure of speech is no symptom: %s', (line) => {
  expect(factsOf(line)).toEqual([])
})

// A line that denies something claims that it is absent.
test.each([
  ["P: My nose isn't blocked at all."],
  ["P: My throat doesn't hurt when I swallow."],
  ["P: My fingers haven't gone white."],
  ["P: My belly isn't hard or tight."],
  ["P: I haven't broken the skin on it."],
])('D284: what a line denies is absent: %s', (line) => {
  const claims = statementsOf(draft(talk(...opening, line)))
    .filter(({ text }) => / not |^No /.test(text))
    .flatMap((statement) => statement.claims)

  expect(claims.every(({ polarity }) => polarity === 'absent')).toBe(true)
})
