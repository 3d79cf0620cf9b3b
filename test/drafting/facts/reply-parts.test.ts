/** Replies that are read by their parts, with examples of our own: denials, affirmations, and those that stay open. D317. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short
const findingsOf = (...lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

// A negation beside words that name nothing, a noun of the least amount, an adverbial or a verb of denial, an order to strike it out.
// biome-ignore format: one row a line
const denied: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Any cough?',                    'P: Never one.',                            'No cough.'],
  ['C: Have you had any dizziness?',   "P: Not so you'd notice.",                  'No dizziness.'],
  ['C: Any chest pain?',               'P: At no time.',                           'No chest pain.'],
  ['C: Any night sweats?',             'P: Not even a hint of that.',              'No night sweats.'],
  ['C: Any nausea or rash?',           'P: Neither the one nor the other.',        'No nausea or rash.'],
  ['C: Do you get palpitations?',      'P: Quite the opposite.',                   'No palpitations.'],
  ['C: Any wheeze?',                   'P: Honestly, no.',                         'No wheeze.'],
  ['C: And constipation?',             'P: I deny it.',                            'No constipation.'],
  ['C: Any itching?',                  "P: I'm glad to say not.",                  'No itching.'],
  ['C: Any hiccups?',                  'P: Cross it off the list.',                'No hiccups.'],
  ['C: Do you get indigestion?',       'P: Definitely not.',                       'No indigestion.'],
  ['C: Any diarrhoea?',                "P: Never had it, I'm pleased to report.",  'No diarrhoea.'],
]

// An admission, a denial of a denial, an amount above a small one, an order to enter it, the reverse of a negative question.
// biome-ignore format: one row a line
const affirmed: readonly (readonly [question: string, reply: string, texts: readonly string[]])[] = [
  ['C: Do you get palpitations?',      "P: I'd be lying if I said no.",            ['Palpitations.']],
  ['C: Any wheeze?',                   "P: I can't deny it.",                      ['Wheeze.']],
  ['C: Any night sweats?',             'P: Honestly, yes.',                        ['Night sweats.']],
  ['C: Any nausea, no?',               'P: On the contrary.',                      ['Nausea.']],
  ['C: Any dizziness?',                'P: I have to admit I have.',               ['Dizziness.']],
  ['C: Any itching?',                  'P: More than a little.',                   ['Itching.']],
  ['C: Vomiting or diarrhoea?',        'P: Two out of two.',                       ['Vomiting.', 'Diarrhoea.']],
  ['C: Any nausea or rash?',           'P: Put me down for both.',                 ['Nausea.', 'Rash.']],
  ['C: Any nausea or rash?',           'P: Guilty on both counts.',                ['Nausea.', 'Rash.']],
]

test.each(denied)('D317: the parts of the reply deny it: %s %s', (question, reply, text) => {
  expect(factsOf(question, reply)).toEqual([text])
  expect(findingsOf(question, reply)).toEqual([])
})

test.each(affirmed)('D317: the parts of the reply affirm it: %s %s', (question, reply, texts) => {
  expect(factsOf(question, reply)).toEqual(texts)
  expect(findingsOf(question, reply)).toEqual([])
})

// A degree, a lack of knowledge, both at once, or a word that is not known.
test.each([
  ["P: I'm not sure."],
  ['P: No idea.'],
  ['P: Not exactly.'],
  ['P: Not much.'],
  ['P: Not always.'],
  ['P: Yes and no.'],
  ['P: Never thought about it.'],
  ['P: No change.'],
  ['P: Not on Sundays.'],
])('D317: this reply leaves the question open: %s', (reply) => {
  expect(factsOf('C: Any nausea?', reply)).toEqual([])
})
