/** Questions after a clause, with examples of our own: what they ask, and what they take for granted. D322. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short
const findingsOf = (...lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

// The name is the noun and the predicate of the question: "your nose blocked". It is asked after, and not taken for granted.
// biome-ignore format: one row a line
const clauses: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Does your back hurt?',                     'P: Honestly, no.',         'No back pain.'],
  ['C: Does your heart race?',                    'P: Nope.',                 'No palpitations.'],
  ['C: Is your nose blocked?',                    'P: No, thank goodness.',   'No blocked nose.'],
  ['C: Right, so do your other joints hurt?',     'P: Oh no.',                'No other joint pain.'],
  ['C: Was your stomach upset?',                  'P: No, never.',            'No abdominal discomfort.'],
  ['C: Is your throat sore?',                     'P: Yes.',                  'Sore throat.'],
  ['C: Are your ankles swollen at all?',          'P: A bit.',                'Ankle swelling.'],
  ['C: Do your fingers tingle, would you say?',   'P: I would.',              'Pins and needles.'],
  ['C: Is your throat sore, would you say?',      'P: I would not.',          'No sore throat.'],
  ['C: Does your heart race, even a little?',     'P: Yes, it does.',         'Palpitations.'],
]

// The name is the subject alone, and the predicate follows: the answer is about the predicate. A time or an occasion limits the denial.
// biome-ignore format: one row a line
const presupposed: readonly (readonly [question: string, reply: string])[] = [
  ['C: Is your cough better?',                    'P: No.'],
  ['C: Does your back hurt when you bend?',       'P: No.'],
  ['C: Is your headache worse at night?',         'P: No.'],
  ['C: Has the rash spread?',                     'P: No.'],
  ['C: Did the dizziness stop you working?',      'P: No.'],
]

test.each(clauses)('D322: "%s" "%s" gives "%s"', (question, reply, text) => {
  expect(factsOf(question, reply)).toEqual([text])
  expect(findingsOf(question, reply)).toEqual([])
})

test.each(presupposed)('D322: "%s" "%s" denies no symptom', (question, reply) => {
  expect(factsOf(question, reply).filter((text) => /^No /.test(text))).toEqual([])
})
