/** Replies to two things, things that are over, and items of a list, with examples of our own. D322. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short
const findingsOf = (...lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

// One of two things is told and the other denied: by ordinals, or by a name and "the other".
// biome-ignore format: one row a line
const pairs: readonly (readonly [question: string, reply: string, texts: readonly string[]])[] = [
  ['C: Do you get wheeze or palpitations?',  'P: The former, not the latter.',              ['Wheeze.', 'No palpitations.']],
  ['C: Any nausea or dizziness?',            'P: Not the first, but the second.',           ['Dizziness.', 'No nausea.']],
  ['C: Any cough or nausea?',               'P: No to the first, yes to the second.',      ['Nausea.', 'No cough.']],
  ['C: Two more, headaches and wheeze?',     'P: Not the one but the other, wheeze.',       ['Wheeze.', 'No headache.']],
  ['C: Two more, a cough and nausea?',       'P: The one, the cough. The other, no.',       ['Cough.', 'No nausea.']],
  ['C: Any nausea or hiccups?',              'P: Hiccups, yes. The other, no.',             ['Hiccups.', 'No nausea.']],
  ['C: Any nausea or hiccups?',              'P: Nausea and not the other.',                ['Nausea.', 'No hiccups.']],
]

// A time of the beginning stands for the clause, and the rest says that it is over.
// biome-ignore format: one row a line
const over: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Any dizziness?',   'P: At first, but it went away.',                'Dizziness, now resolved.'],
  ['C: Nausea?',          'P: Earlier on, yes, but it settled.',           'Nausea, now resolved.'],
  ['C: Any wheeze?',      'P: Initially, but that has cleared.',           'Wheeze, now resolved.'],
  ['C: Any hiccups?',     'P: In the beginning, but it has stopped.',      'Hiccups, now resolved.'],
  ['C: Any headache?',    'P: At the start, but it has gone.',           'Headache, now resolved.'],
]

// The clinician names the next item of a list, with or without a question mark, or announces the question.
// biome-ignore format: one row a line
const items: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Next on the sheet is dizziness.',     'P: Yes to that one.',  'Dizziness.'],
  ['C: The next item on my list is wheeze.', 'P: No.',               'No wheeze.'],
  ['C: First on my sheet is night sweats.',   'P: No, none.',         'No night sweats.'],
  ['C: Last one on the list is nausea.',     'P: Never.',            'No nausea.'],
  ['C: Be honest, any dizziness?',           'P: Honestly, yes.',    'Dizziness.'],
  ['C: While we are at it, any hiccups?',    'P: No.',               'No hiccups.'],
]

test.each(pairs)('D322: "%s" "%s" tells one and denies the other', (question, reply, texts) => {
  expect(factsOf(question, reply)).toEqual(texts)
  expect(findingsOf(question, reply)).toEqual([])
})

test.each([...over, ...items])('D322: "%s" "%s" gives "%s"', (question, reply, text) => {
  expect(factsOf(question, reply)).toEqual([text])
  expect(findingsOf(question, reply)).toEqual([])
})

test.each([
  ['P: Nothing by way of a stiff neck.', 'No neck stiffness.'],
  ['P: Nothing in the way of dizziness.', 'No dizziness.'],
  ['P: Nothing at all by way of nausea.', 'No nausea.'],
  ['P: There is nothing along the lines of wheeze.', 'No wheeze.'],
  ['P: Not a thing by way of hiccups.', 'No hiccups.'],
])('D322: "%s" denies the whole kind', (reply, text) => {
  expect(factsOf(reply)).toEqual([text])
})

// Two things cannot be told apart by "the one"; an event that nearly came about did not.
test.each([
  ['C: Any nausea or hiccups?', 'P: Not the one but the other.'],
  ['C: Have you nearly fallen?', 'P: Yes.'],
  ['C: Did you almost faint?', 'P: Yes, I did.'],
  ['C: Any dizziness?', 'P: At first, but it comes back.'],
])('D322: "%s" "%s" states nothing', (question, reply) => {
  expect(factsOf(question, reply)).toEqual([])
})
