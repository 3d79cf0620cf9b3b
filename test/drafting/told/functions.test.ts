/** D426: the functions of the body, in the words of the reply. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (question: string, reply: string): readonly string[] =>
  draftJudged(talk('C: How can I help?', 'P: My elbow hurts.', `C: ${question}`, `P: ${reply}`))
    .map(({ text }) => text)
    .filter((text) => !/^(?:Elbow|Reports)/.test(text))

// biome-ignore format: one row a line
test.each([
  ['Wee and poo?',                         "Wee's normal. Bowels are like clockwork.", ['Bowels like clockwork; wee normal.']],
  ['Bowels and waterworks normal?',        'All good.',                                ['Waterworks normal; bowels normal.']],
  ['And appetite, concentration?',         "Appetite's fine. Concentration not great.", ['Concentration not great.', 'Appetite fine.']],
  ['And is your vision normal?',           'Yes.',                                     ['Vision normal.']],
  ['Eating and drinking okay?',            'Yes, fine.',                               ['Eating and drinking okay.']],
] as const)('D426: "%s" "%s"', (question, reply, lines) => {
  expect(linesOf(question, reply).toSorted()).toEqual([...lines].toSorted())
})

// biome-ignore format: one row a line
test.each([
  ['Mood alright?',               "Yeah, good. Well, it's been a rough month."],
  ['Sleeping well?',              'Not since the elbow.'],
  ['Any problems with the bowels?', 'Fine.'],
  ['Blood pressure been okay?',   'Fine.'],
] as const)('D426: "%s" "%s" says nothing of a function', (question, reply) => {
  expect(linesOf(question, reply).join(' ')).not.toMatch(/Mood|Sleeping|Bowels|pressure/)
})

test('D427: a line of denials has room before the words of the patient', () => {
  const said = Array.from(
    { length: 60 },
    (_, at) => `P: My cousin's neighbour number ${at} keeps telling me about it all day.`,
  )
  const asked = ['C: Any fever, cough, vomiting, rash, wheeze?', 'P: No.']
  const texts = draftJudged(talk('C: How can I help?', 'P: My elbow hurts.', ...said, ...asked)).map(({ text }) => text)
  expect(texts).toContain('No fever, cough, vomiting, rash or wheeze.')
})
