/** Replies to questions by their grammar, with examples of our own. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, statementsOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => !text.startsWith('Cough'))

// Ellipsis: subject and auxiliary stand for the clause that was asked.
// biome-ignore format: one row a line
const elliptic: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Do you get any palpitations?',       "P: I don't, no.",                   'No palpitations.'],
  ['C: Is there any wheeze?',               'P: There is, yeah. Every night.',    'Wheeze.'],
  ['C: Have you noticed any bruising?',     'P: I have, actually.',               'Bruising.'],
  ['C: And are you getting any nausea?',    'P: I am a bit, yeah.',               'Nausea.'],
  ['C: Has there been any constipation?',   "P: There hasn't, no.",               'No constipation.'],
  ['C: What about dizziness?',              'P: No, nothing like that.',          'No dizziness.'],
  ['C: Any indigestion?',                   "P: I can't say I have, no.",         'No indigestion.'],
  ['C: Any numbness?',                      "P: I wouldn't say so.",              'No numbness.'],
  ['C: How about vomiting?',                'P: Now and again, yeah.',            'Vomiting, now and again.'],
  ['C: Any trouble sleeping?',              'P: All fine there, thanks.',         'No difficulty sleeping.'],
]

test.each(elliptic)(
  'docs/design/drafting.md#rules-of-the-drafter: the reply stands for the clause: %s %s',
  (question, reply, text) => {
    // biome-ignore format: short
    expect(factsOf(question, reply)).toEqual([text])
  },
)

// A quantifier or an ordinal picks among the things asked.
// biome-ignore format: one row a line
const picking: readonly (readonly [question: string, reply: string, texts: readonly string[]])[] = [
  ['C: Any nausea or constipation?',              'P: Both.',                              ['Nausea.', 'Constipation.']],
  ['C: Have you had dizziness or palpitations?',  'P: Yeah, bit of both.',                 ['Dizziness.', 'Palpitations.']],
  ['C: Any wheeze? Any night sweats?',            'P: The first one, yeah.',               ['Wheeze.']],
  ['C: Any rash or itching?',                     'P: Just the second one.',               ['Itching.']],
  ['C: Any hiccups or burping?',                  'P: The latter.',                        ['Burping.']],
  ['C: Any nausea or constipation?',              'P: Yes.',                               []],
  ['C: Any wheeze?',                              'P: Both sides of my chest are sore.',   ['Chest pain, both sides.']],
]

test.each(picking)('docs/design/drafting.md#rules-of-the-drafter: the reply picks: %s %s', (question, reply, texts) => {
  expect(factsOf(question, reply)).toEqual(texts)
})

// A past that has ended: the symptom was there in this illness.
// biome-ignore format: one row a line
const ended: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Have you had any vomiting?',   "P: I did, but not any more.",                                'Vomiting, now resolved.'],
  ['C: What about a fever?',          "P: I had one on Monday. It's gone now.",                     'Fever, now resolved.'],
  ['C: Any rash?',                    'P: There was at the weekend. It cleared up.',                'Rash, now resolved.'],
  ['C: Any ear pain?',                'P: That was Tuesday. It went away on its own.',              'Ear pain, now resolved.'],
  ['C: And the nausea, any nausea?',  "P: I did for a couple of days, but that's stopped now.",     'Nausea, now resolved.'],
]

test.each(ended)(
  'docs/design/drafting.md#rules-of-the-drafter: what has ended is past: %s %s',
  (question, reply, text) => {
    // biome-ignore format: short
    expect(factsOf(question, reply)).toContain(text)
  },
)

// What comes and goes has not ended.
test.each([
  'P: I did, but it comes and goes.',
  "P: I did, and it's not gone yet.",
  'P: There was, then it went, then it came back.',
])('docs/design/drafting.md#rules-of-the-drafter: what comes back has not ended: %s', (reply) => {
  // biome-ignore format: short
  expect(factsOf('C: Any rash?', reply).filter((text) => text.includes('resolved'))).toEqual([])
})

// A question that goes on after a hesitation is one list; a reply answers all of it.
// biome-ignore format: one row a line
const continued: readonly (readonly [lines: readonly string[], texts: readonly string[]])[] = [
  [['C: Any palpitations?', 'P: Um.', 'C: Or dizziness?', 'P: No, no.'],                                              ['No palpitations.', 'No dizziness.']],
  [['C: Any wheeze?', 'P: Uh.', 'C: Or night sweats?', 'P: Yes.'],                                                   ['Night sweats.']],
  [['C: Have you had any nausea,', 'P: Mm.', 'C: any vomiting?', 'P: No, neither of those.'],                        ['No nausea.', 'No vomiting.']],
  [['P: I had a fever,', 'C: Right.', "P: but that's gone now."],                                                   ['Fever, now resolved.']],
  [["P: There's been no rash,", 'C: OK.', 'P: no itching.'],                                                        ['No rash.', 'No itching.']],
  [['P: I had hiccups', 'C: Mm-hmm.', 'P: but they stopped.'],                                                        ['Hiccups, now resolved.']],
]

test.each(continued)(
  'docs/design/drafting.md#rules-of-the-drafter: a sound of the listener ends no sentence: %j',
  (lines, texts) => {
    // biome-ignore format: short
    expect(factsOf(...lines).flatMap((text) => (text.startsWith('No ') ? text.slice(3, -1).split(' or ').map((one) => `No ${one}.`) : [text]))).toEqual(expect.arrayContaining([...texts])) // biome-ignore format: short
  },
)

test('docs/design/drafting.md#verification: the verifier lets replies of every form stand', () => {
  const lines = [...elliptic, ...ended].flatMap((row) => row.slice(0, 2))
  const segments = talk(...opening, ...lines)
  const note = draft(segments)
  const texts = new Map(statementsOf(note).map(({ id, text }) => [id, text]))

  expect(verify(note, segments).findings.map(({ rule, statementId }) => `${rule}: ${texts.get(statementId ?? '') ?? ''}`)).toEqual([]) // biome-ignore format: short
})
