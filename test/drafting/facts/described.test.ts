/** The side and the time of a symptom, over several turns, with talks of our own. D310. */
import { expect, test } from '@jest/globals'
import { draft, rulesOf, statementsOf, talk, verify } from '../dialogues.ts'

const firstOf = (...lines: readonly string[]): string | undefined => statementsOf(draft(talk(...lines)))[0]?.text

// The question names nothing: it asks about the symptom that was told last.
// biome-ignore format: one row a line
const times: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Cough, started 3 weeks ago.',            'P: I have a cough.', 'C: And this kicked off when?', 'P: Three weeks back.'],
  ['Cough for 2 weeks.',                     'P: I have a cough.', "C: What's the time frame?", 'P: A fortnight, I would say.'],
  ['Itching for 5 days.',                    'P: I keep getting itching.', 'C: Is that days, weeks, months?', 'P: Five days, roughly.'],
  ['Indigestion, started 2 months ago.',       'P: I get heartburn.', 'C: When were you last completely well?', 'P: Must be two months ago.'],
  ['Dizziness for a couple of days.',        'P: I feel dizzy.', 'C: Is it recent?', 'P: A couple of days.'],
  ['Headache for 3 days.',                   'P: I have a headache.', 'C: Has it been there long?', 'P: Three full days.'],
  ['Nausea since Tuesday.',                  'P: I have nausea.', 'C: When did it start?', 'P: Tuesday.'],
  ['Nausea since last night.',               'P: I have nausea.', 'C: When did that begin?', 'P: Um, last night.'],
  // A later sentence that refers to it.
  ['Palpitations for 6 weeks.',              'P: I have palpitations.', 'C: I see.', 'P: It has been six weeks, all in all.'],
  ['Itchy eyes, started 4 days ago.',        'P: I have itchy eyes.', 'C: Oh dear.', 'P: It first came on four days ago.'],
  ['Wheeze for 10 days.',                    'P: I have a wheeze.', 'C: Go on.', "P: That's ten days I've had this."],
  // The clinician names the time, and the patient agrees or corrects.
  ['Cough for 2 weeks.',                     'P: I have a cough.', 'C: So that is two weeks?', 'P: Yes.'],
  ['Cough for 3 weeks.',                     'P: I have a cough.', 'C: And you have had it two weeks?', "P: That's not right, it's three weeks."],
  ['Cough for 6 days.',                      'P: I have a cough.', 'C: How long have you had it?', 'P: Four days.', 'P: No, let me think. Six days.'],
]

test.each(times)('D310: %s', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toBe(line)
})

// biome-ignore format: one row a line
const sides: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Knee pain, left side.',       'P: I have knee pain.', 'C: Which of the two?', 'P: The one on the left.'],
  ['Hip pain, right side.',       'P: I have hip pain.', 'C: Left or right?', 'P: Right.'],
  ['Ear pain, left side.',        'P: I have ear ache.', 'C: Both sides or just the one?', 'P: Just the one, the left.'],
  ['Shoulder pain, right side.',  'P: I have shoulder pain.', 'C: So, on the right?', 'P: Yes.'],
  ['Ankle pain, left side.',      'P: I have ankle pain.', 'C: OK.', "P: It's only on the left."],
  ['Wrist pain, right side.',     'P: I have wrist pain.', 'C: Is it the left?', 'P: Other one, the right.'],
  ['Knee pain, left side.',       'P: I have knee pain.', 'C: I have written right here.', 'P: Cross that out, it is the left.'],
]

test.each(sides)('D310: %s', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toBe(line)
})

test.each([...times, ...sides])('D310: the verifier passes: %s', (_line, ...lines) => {
  const segments = talk('C: How can I help?', ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// The time or the side of something else, or of nobody knows what.
// biome-ignore format: one row a line
const others: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Cough.',         'P: I have a cough.', 'C: What tablets do you take?', 'P: Ramipril.', 'C: How long have you been on it?', 'P: Two years.'],
  ['Cough.',         'P: I have a cough.', 'C: How long does each bout last?', 'P: Two hours.'],
  ['Cough.',         'P: I have a cough.', 'C: What do you do for a living?', 'P: I drive.', 'C: Since when?', 'P: Ten years.'],
  ['Cough.',         'P: I have a cough.', 'C: When did you last see a dentist?', 'P: Two months ago.'],
  ['Cough.',         'P: I have a cough.', 'C: How long have you had it?', 'P: I could not tell you.'],
  ['Cough.',         'P: I have a cough.', 'C: How long have you had it?', 'P: Three days, or two weeks.'],
  ['Knee pain.',     'P: I have knee pain.', 'C: OK.', 'P: Right.'],
  ['Knee pain.',     'P: I have knee pain.', 'C: Which side?', 'P: Left or right, it moves about.'],
  ['Knee pain.',     'P: I have knee pain.', 'C: Where do you live?', 'P: The house on the left of the church.'],
]

test.each(others)('D310: not bound: %s: %s %s %s', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toBe(line)
})
