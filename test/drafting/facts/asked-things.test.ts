/** Questions after things that no table names, and replies that take a list one by one. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => !text.startsWith('Cough'))

// The frame of a question is grammar; the thing in it may have any name.
// biome-ignore format: one row a line
const framed: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Do you suffer at all from crawling under the skin?',    "P: I'm afraid so.",            'Crawling under the skin.'],
  ['C: Would there be puckering of the skin by any chance?',  'P: There would not.',          'No puckering of the skin.'],
  ['C: A tugging in the armpit, is that part of it?',         'P: Part of it, yeah.',         'Tugging in the armpit.'],
  ['C: I was going to ask about grinding of the jaw.',        'P: Spot on, yes.',             'Grinding of the jaw.'],
  ['C: On to flickering in the eye.',                         'P: Nil.',                      'No flickering in the eye.'],
  ['C: Is a dragging in the pelvis something you get?',       'P: Not as such.',              'No dragging in the pelvis.'],
  ['C: Do you get a gurgling in the gut when you bend?',    'P: Now and again I do.',       'Gurgling in the gut when bending.'],
  ["C: You've not mentioned peeling of the palms.",           'P: I get that as well.',       'Peeling of the palms.'],
  ['C: Could you tell me if you have had any grinding in the jaw since this started?', 'P: No.', 'No grinding in the jaw.'],
  ['C: I need to ask whether there has been any puckering of the skin.', 'P: No, none.',         'No puckering of the skin.'],
  ['C: Has any oozing from the eyelid come on with this?',     'P: No.',                       'No oozing from the eyelid.'],
  ['C: Any tugging in the armpit that you have noticed over the last month?', 'P: Yes.',       'Tugging in the armpit.'],
  ['C: And any flickering in the eye going on?',              'P: Nope.',                     'No flickering in the eye.'],
  ['C: Any dragging in the pelvis worth mentioning?',         'P: No.',                       'No dragging in the pelvis.'],
  ['C: Any puckering of the skin during the winter?',         'P: No.',                       'No puckering of the skin during the winter.'],
  ['C: Have, have you had, um, any grinding in the, the jaw?', 'P: Um, no.',                  'No grinding in the jaw.'],
  ['C: I was er going to ask about puckering of the skin.',   'P: Uh, none at all.',          'No puckering of the skin.'],
  ['C: Any tugging in the armpit, would you say?',            'P: No.',                       'No tugging in the armpit.'],
  ['C: Tell me, is there any oozing from the eyelid?',        'P: No.',                       'No oozing from the eyelid.'],
  ['C: A wheeze when climbing the stairs?',                   'P: No.',                       'No wheeze when climbing the stairs.'],
  ['C: Any oozing from other places?',                        'P: No.',                       'No oozing from other places.'],
]
test.each(framed)('D281: any name may stand in a frame: %s %s', (question, reply, text) => {
  expect(factsOf(question, reply)).toContain(text)
}) // biome-ignore format: short

// A part of the list that has no name costs that part alone, and only a no is sure to cover the rest.
test.each([
  ['C: Any widgets, or grinding in the jaw?', 'P: No.', ['No grinding in the jaw.']],
  ['C: Is there any grinding in the jaw, or perhaps widgets?', 'P: No.', ['No grinding in the jaw.']],
  ['C: Any widgets, or grinding in the jaw?', 'P: Yes.', []],
  ['C: Any grinding in the jaw, any widgets?', 'P: Yes, yes.', []],
  ['C: Anything else?', 'P: No.', []],
  ['C: Any long days lately?', 'P: No.', []],
] as const)('D281: a part of a list without a name: %s %s', (question, reply, texts) => {
  expect(factsOf(question, reply)).toEqual(texts)
})

// What is no name of a trouble is not read.
test.each([
  ['C: Have you got a minute?', 'P: Yes.'],
  ['C: Any pets or plants?', 'P: No.'],
  ['C: Is it the left or the right ear?', 'P: Yes.'],
  ['C: Forty milligrams?', 'P: Yes.'],
  ['C: Can I ask about your plans?', 'P: No.'],
  ['C: Any plans for the weekend that you want to tell me about?', 'P: No.'],
  ['C: Have you had a look at the back of the throat?', 'P: Yes.'],
  ['C: Any cream on the elbow so far?', 'P: No.'],
  ['C: Have you got a splint on the wrist?', 'P: Yes.'],
])('docs/design/drafting.md#rules-of-the-drafter: a thing that is no trouble is no symptom: %s', (...lines) => {
  expect(factsOf(...lines)).toEqual([])
})

// biome-ignore format: one row a line
const replies: readonly (readonly [question: string, reply: string, texts: readonly string[]])[] = [
  ['C: Any wheeze?',                          "P: Hasn't been, no.",                  ['No wheeze.']],
  ['C: Do you get dizziness?',                'P: I would not say so.',               ['No dizziness.']],
  ['C: Is nausea an issue?',                  'P: No issue there.',                   ['No nausea.']],
  ['C: What about hiccups?',                  "P: That one, no.",                     ['No hiccups.']],
  ['C: Any vomiting?',                        'P: Not once.',                         ['No vomiting.']],
  ['C: Have you had a rash?',                 'P: Thankfully not.',                   ['No rash.']],
  ['C: Any headaches?',                       'P: Mm-hm.',                            ['Headache.']],
  ['C: Would you say you get palpitations?',  'P: I would, mostly at night.',         ['Palpitations.']],
  ['C: Any constipation?',                    'P: Plenty.',                           ['Constipation.']],
  ['C: Any dizziness or nausea?',             'P: From both, sadly.',                 ['Dizziness.', 'Nausea.']],
  ['C: Have you had hiccups or burping?',     "P: Can't say I've had either.",        ['No hiccups or burping.']],
  ['C: Any rash? Any itching?',               'P: No to both.',                       ['No rash.', 'No itching.']],
  ['C: How about wheeze? And headaches?',     'P: No to the first, yes to the second.', ['Headache.']],
]
test.each(replies)('docs/design/drafting.md#rules-of-the-drafter: %s %s', (question, reply, texts) => {
  expect(factsOf(question, reply)).toEqual(expect.arrayContaining([...texts]))
}) // biome-ignore format: short

// A clause of its own keeps its polarity; agreement takes that of the question.
test.each([
  ['C: No dizziness, I hope?', "P: I'm afraid there is.", 'Dizziness.'],
  ['C: I take it there is no wheeze?', 'P: Correct.', 'No wheeze.'],
  ['C: You have been spared headaches?', 'P: Yes.', 'No headache.'],
  ['C: So no vomiting then?', 'P: None whatsoever.', 'No vomiting.'],
  ['C: Nothing like nausea?', 'P: There is, a bit.', 'Nausea.'],
])('docs/design/drafting.md#rules-of-the-drafter: the polarity of a reply to a denial: %s %s', (question, reply, text) => {
  expect(factsOf(question, reply)).toContain(text)
}) // biome-ignore format: short

// The things of a list are taken one by one; "only" denies the others.
test.each([
  ['C: Any hiccups or burping?', 'P: Hiccups, yes. Burping, nope.', ['Hiccups.', 'No burping.']],
  ['C: Any dizziness, nausea or wheeze?', 'P: Just the nausea.', ['Nausea.', 'No dizziness or wheeze.']],
  ['C: Do you get peeling of the palms or cracks at the lips?', 'P: I get the cracks at the lips, not peeling of the palms.', ['Cracks at the lips.', 'No peeling of the palms.']], // biome-ignore format: short
  ['C: Vomiting? Constipation?', 'P: Constipation, plenty. Vomiting, never.', ['Constipation.', 'No vomiting.']],
  ['C: Any rash or itching?', 'P: Only itching.', ['Itching.', 'No rash.']],
])('D281: a list one by one: %s %s', (question, reply, texts) => {
  expect(factsOf(question, reply).toSorted()).toEqual([...texts].toSorted())
})

// The verifier has its own reading of these replies.
test.each([
  ['C: Any wheeze?', "P: Hasn't been, no."],
  ['C: Is nausea an issue?', 'P: No issue there.'],
  ['C: Any vomiting?', 'P: Not once.'],
  ['C: Any headaches?', 'P: Mm-hm.'],
  ['C: Do you get dizziness?', "P: I'm afraid so."],
  ['C: Any dizziness or nausea?', 'P: From both, sadly.'],
  ['C: Any hiccups or burping?', 'P: Hiccups, yes. Burping, nope.'],
  ['C: Any dizziness, nausea or wheeze?', 'P: Just the nausea.'],
  ['C: No dizziness, I hope?', "P: I'm afraid there is."],
  ['C: I take it there is no wheeze?', 'P: Correct.'],
])('docs/design/drafting.md#verification: the verifier agrees: %s %s', (...lines) => {
  const segments = talk(...opening, ...lines)

  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')).toEqual([])
})
