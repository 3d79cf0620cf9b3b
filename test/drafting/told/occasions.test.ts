/** D346: the occasion that a question gives to a symptom is a part of its name. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (question: string, reply: string): readonly string[] =>
  draftJudged(talk('C: How can I help?', 'P: My toe hurts.', `C: ${question}`, `P: ${reply}`))
    .map(({ text }) => text)
    .filter((text) => !/^Toe/.test(text))

// biome-ignore format: one row a line
test.each([
  ['Do you get chest pain when you climb stairs?',         'No.',   'No chest pain when climbing stairs.'],
  ['Any breathlessness when you walk up the hill?',        'Yes.',  'Shortness of breath when walking up the hill.'],
  ['Do you feel dizzy when you stand up?',                 'Yes.',  'Dizziness when standing up.'],
  ['Are you short of breath at rest?',                     'No.',   'No shortness of breath at rest.'],
  ['Any headache when you bend forward?',                  'Nope.', 'No headache when bending forward.'],
  ['Have you been wheezing during exercise?',              'No.',   'No wheeze during exercise.'],
  ['Do you get palpitations on exertion at all?',          'Yes.',  'Palpitations on exertion.'],
  ['Any nausea in the mornings?',                          'Yes.',  'Nausea in the mornings.'],
  ['Do you get cramps after eating, or dizziness?',        'No.',   'No cramps after eating or dizziness.'],
  ['Any chest pain when you cough or sneeze?',             'No.',   'No chest pain when coughing or sneezing.'],
  ['Waking up at night with cough or wheeze?',             'No.',   'No cough at night or wheeze at night.'],
  ['Have you been woken by itching?',                      'Yes.',  'Waking with itching.'],
] as const)('D346: %s %s', (question, reply, line) => {
  expect(linesOf(question, reply)).toEqual([line])
})

test('D346: an occasion without a short name denies nothing at other times', () => {
  expect(linesOf('Any wheeze when you run or at night?', 'No.')).toEqual([])
})

// A time of the calendar is no occasion, and a question about something else stays one.
// biome-ignore format: one row a line
test.each([
  ['Any fever or chills in the last week?',                'No.',   ['No fever or chills.']],
  ['What do you do when you get chest pain?',              'No.',   []],
  ['Is the headache worse when you cough?',                'No.',   []],
  ['Do you take anything for the pain when you walk?',     'No.',   []],
] as const)('D346: no occasion of a symptom: %s %s', (question, reply, lines) => {
  expect(linesOf(question, reply)).toEqual(lines)
})

test('D346: what is only conceded is not asked after', () => {
  expect(linesOf('Can you take four steps, even limping?', 'No.').filter((line) => /limp/i.test(line))).toEqual([])
})
