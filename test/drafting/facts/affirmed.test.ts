/** Replies that say yes or no in other words, to questions of our own. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => !text.startsWith('Cough'))

// A time, an occasion or a predicate about the thing affirms it.
// biome-ignore format: one row a line
const affirmed: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Any headaches?',               'P: Mostly at night.',                 'Headache, at night.'],
  ['C: Any breathlessness?',          'P: When I climb stairs.',             'Shortness of breath, when climbing stairs.'],
  ['C: Any dizziness?',               'P: Especially when I stand up.',      'Dizziness.'],
  ['C: Any dizziness?',               'P: Just when I get up.',              'Dizziness, when getting up.'],
  ['C: Any nausea?',                  'P: After meals, yes.',                'Nausea, after meals.'],
  ['C: Any nausea?',                  'P: Since yesterday.',                 'Nausea since yesterday.'],
  ['C: Any itching?',                 'P: First thing in the morning.',      'Itching.'],
  ['C: Any palpitations?',            'P: It comes and goes.',               'Palpitations, comes and goes.'],
  ['C: Any tiredness?',               "P: That's the worst of it.",          'Tiredness.'],
  ['C: Do you get wheeze?',           'P: More than I would like.',          'Wheeze.'],
  ['C: Any numbness?',                'P: Quite often.',                     'Numbness.'],
  ['C: Do you suffer from nausea?',   'P: I do get that.',                   'Nausea.'],
  ['C: Any trouble with dizziness?',  'P: On and off.',                      'Dizziness, on and off.'],
]

test.each(affirmed)('Drafting: a yes in other words: %s %s', (question, reply, text) => {
  expect(factsOf(question, reply)).toEqual([text])
})

// biome-ignore format: one row a line
const denied: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: And not nausea either?',                'P: Not that either.',           'No nausea.'],
  ['C: And dizziness?',                        'P: Neither that.',              'No dizziness.'],
  ['C: Any vomiting?',                         "P: Not that I've noticed.",     'No vomiting.'],
  ['C: Any vomiting?',                         "P: Can't say I have.",          'No vomiting.'],
  ['C: Have you been spared headaches?',        'P: I have.',                   'No headache.'],
  ['C: Do you suffer at all from palpitations?', 'P: I do not, no.',            'No palpitations.'],
]

test.each(denied)('Drafting: a no in other words: %s %s', (question, reply, text) => {
  expect(factsOf(question, reply)).toEqual([text])
})

test.each([...affirmed, ...denied])('Drafting: the verifier passes: %s %s', (question, reply) => {
  const segments = talk(...opening, question, reply)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// The past, another matter, a condition, a question: no answer.
// biome-ignore format: one row a line
const open: readonly (readonly [question: string, reply: string])[] = [
  ['C: Any nausea?',                       'P: When I was pregnant.'],
  ['C: Any nausea?',                       'P: Before my appendix came out.'],
  ['C: Any nausea?',                       'P: After the operation two years ago.'],
  ['C: Any nausea?',                       'P: At night I sleep well.'],
  ['C: Any nausea?',                       'P: When do you mean?'],
  ['C: Any nausea?',                       'P: Not so much.'],
  ['C: With the headaches from nausea, do they last?', 'P: On and off.'],
]

test.each(open)('Drafting: neither yes nor no: %s %s', (question, reply) => {
  expect(factsOf(question, reply).filter((text) => /nausea/i.test(text))).toEqual([])
})
