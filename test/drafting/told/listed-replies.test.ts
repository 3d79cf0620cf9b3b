/** D425: each thing of a list is settled by the part of the reply that speaks of it. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (question: string, reply: string): readonly string[] =>
  draftJudged(talk('C: How can I help?', 'P: My elbow hurts.', `C: ${question}`, `P: ${reply}`))
    .map(({ text }) => text)
    .filter((text) => !/^(?:Elbow|Reports)/.test(text))

// biome-ignore format: one row a line
test.each([
  ['Any vomiting, diarrhoea, fever? Losing weight without trying?', 'I wish. No, been well.',                   ['No vomiting, diarrhoea, fever or weight loss.']],
  ['Any weakness, numbness, fits? Anyone noticed a change?',        'My boss says I am quiet. No, no, none of that.', ['No weakness, numbness or seizure.']],
  ['Any cough, wheeze, chest pain?',                                'No. Well, the cough, but that is the cigarettes.', ['Cough.', 'No wheeze or chest pain.']],
  ['Heartburn, trouble swallowing, feeling full early?',            'Heartburn now and then. Not the others.',  ['Indigestion.', 'No difficulty swallowing or feeling full early.']],
  ['Black poo, pale poo, fever?',                                   "Poo's normal. No fever.",                  ['No black stools, pale stools or fever.', 'Poo normal.']],
] as const)('D425: "%s" "%s"', (question, reply, lines) => {
  expect(linesOf(question, reply)).toEqual(lines)
})

// A no is not stretched over what it does not answer.
// biome-ignore format: one row a line
test.each([
  ['Chest pain, breathless, ankles swelling?',           'No. My ankles after standing, at the church.',  /ankle/i],
  ['Chest pain, shortness of breath, belly pain?',       'It hurts here. No, not short of breath.',       /No.*(?:chest|belly|abdominal)/i],
  ['Any joint pains, rash, fever?',                      'No, apart from my knees.',                      /No.*(?:joint|rash|fever)/i],
  ['Any headaches, dizziness, visual changes?',          'No, except when I stand up.',                   /No/],
  ['Any vomiting? Any double vision? Sleeping alright?', 'No.',                                           /No/],
  ['Runny nose, vomiting, the runs, cough?',             'A runny nose. She was not sick. No.',           /No.*(?:diarrhoea|cough)/],
] as const)('D425: "%s" "%s" leaves the rest open', (question, reply, denied) => {
  expect(linesOf(question, reply).join(' ')).not.toMatch(denied)
})

// biome-ignore format: one row a line
test.each([
  ['Has there ever been a cough that brought up blood?',                  'No.',                       ['No cough that brought up blood.']],
  ['Any bleeding in between periods, pain with it?',                      'No.',                       ['No intermenstrual bleeding.']],
  ['Are you short of breath?',                                            'Not lying down.',           ['No shortness of breath lying down.']],
  ['Head of the fibula?',                                                 'No.',                       []],
  ['Neck alright?',                                                       'Yes.',                      []],
] as const)('D428: "%s" "%s"', (question, reply, lines) => {
  expect(linesOf(question, reply)).toEqual(lines)
})

test('D428: a no to an earlier bout does not deny the one of today', () => {
  expect(linesOf('Ever felt dizzy like this before?', 'No.')).not.toContain('No dizziness.')
})

test('D428: a trouble that is there is not denied by a no for the moment', () => {
  const texts = draftJudged(talk('C: How can I help?', 'P: I get these headaches.', 'C: No headache now?', 'P: No.')).map(({ text }) => text) // biome-ignore format: short
  expect(texts.join(' ')).not.toMatch(/No headache/)
  expect(texts.join(' ')).toMatch(/Headache/)
})
