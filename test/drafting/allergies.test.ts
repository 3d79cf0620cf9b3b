/** Allergies, repeated questions and other people's illnesses: the statements that a note never makes of them. D71. */
import { expect, test } from '@jest/globals'
import { withholdUnsupported } from '../../src/drafting/compose/withhold.ts'
import { adversarial } from './adversarial-dialogues.ts'
import { draft, handWritten, noteOf, rulesOf, statementsOf, talk, verify } from './dialogues.ts'

test.each(adversarial.map((row) => [row.lines.join(' / '), row] as const))(
  'D71: %s',
  (_, { lines, never, says = [] }) => {
    const segments = talk(...lines)
    const drafted = draft(segments)
    const note = withholdUnsupported(drafted, verify(drafted, segments))
    const texts = statementsOf(note).flatMap(({ text, parts }) => parts?.map((part) => part.text) ?? [text])

    expect(texts.filter((text) => never.some((pattern) => pattern.test(text)))).toEqual([])
    expect(says.filter((pattern) => !texts.some((text) => pattern.test(text)))).toEqual([])
    expect(rulesOf(verify(note, segments)).filter((rule) => rule !== 'section-required')).toEqual([])
  },
)

/** A sentence that somebody wrote, and its citation: a question with its answer, or an answer alone. */
// biome-ignore format: one row a line
const written: readonly (readonly [isInvented: boolean, text: string, lines: readonly string[]])[] = [
  [false, 'Allergic to penicillin.', ['C: Any allergies?', 'P: Penicillin.']],
  [false, 'Penicillin allergy.',     ['C: Are you allergic to penicillin?', 'P: Yes.']],
  [false, 'Allergic to egg.',        ['C: How old is your son?', 'P: Two.', 'C: Is he allergic to anything?', 'P: He is allergic to eggs.']],
  [true,  'Allergic to penicillin.', ['C: Any medications?', 'P: Penicillin.']],
  [true,  'Allergic to penicillin.', ['C: Any allergies or medications?', 'P: Penicillin.']],
  [true,  'Allergic to penicillin.', ['C: Any allergies?', 'P: My mum is allergic to penicillin.']],
  [true,  'Allergic to penicillin.', ['C: Any allergies?', 'P: Penicillin? No.']],
  [true,  'Allergic to penicillin.', ['C: Any allergies?', 'P: I used to be allergic to penicillin.']],
  [true,  'Allergic to penicillin.', ['C: Any allergies?', "P: I'm not allergic to penicillin."]],
  [true,  'Allergic to penicillin.', ['C: Are you allergic to penicillin or latex?', 'P: Yes.']],
  [true,  'Allergic to latex.',      ['C: Any allergies?', "P: I'm allergic to penicillin."]],
  [true,  'Allergic to penicillin.', ['C: Any allergies?', 'O: Penicillin.']],
  [true,  'Allergic to penicillin.', ['C: How old is your son?', 'P: Two.', 'C: Is he allergic to anything?', 'P: I am allergic to penicillin.']],
  [true,  'Allergic to tramadol.',   ['C: How is the tramadol?', 'P: Tramadol makes me constipated.']],
]

test.each(written)('D71: an invented allergy is found (%s): %s %j', (isInvented, text, lines) => {
  const segments = talk(...lines)
  const cited = [
    { segment: lines.length - 2, role: 'question' as const },
    { segment: lines.length - 1, role: 'answer' as const },
  ]

  const rules = rulesOf(verify(noteOf('subjective', handWritten(text, cited, segments)), segments))

  expect(rules.includes('allergy-invented')).toBe(isInvented)
})

test.each([
  ['P: I am allergic to penicillin and latex.', ['allergy-dropped', 'allergy-dropped']],
  ['P: I am allergic to penicillin.', ['allergy-dropped']],
  ['P: My wife is allergic to penicillin.', []],
  ['P: I am not allergic to penicillin.', []],
  ['P: I thought I was allergic to penicillin, but the tests were negative.', []],
])('D71: an allergy that is said and not in the note is found, each for itself: %s', (line, expected) => {
  const segments = talk('P: I have a cough.', line)
  const note = noteOf('subjective', handWritten('Cough.', [{ segment: 0 }], segments))
  const denied = noteOf('subjective', handWritten('Not allergic to penicillin.', [{ segment: 1 }], segments))

  expect(rulesOf(verify(note, segments)).filter((rule) => rule.startsWith('allergy'))).toEqual(expected)
  if (expected.length > 0) expect(rulesOf(verify(denied, segments))).toContain('allergy-dropped')
})

test('D71: what is said both ways is put to the reviewer and stated neither way', () => {
  const segments = talk('C: Any allergies?', 'P: I am allergic to penicillin.', 'C: OK.', 'P: No, sorry, I am not allergic to penicillin.') // biome-ignore format: one row
  const note = draft(segments)

  expect(statementsOf(note).filter(({ text }) => /penicillin/.test(text))).toEqual([])
  expect(note.openQuestions).toContain('Allergy to penicillin: said both ways.')
})

test.each([
  ['polarity-mismatch', 'Headache.', 'C: Do you get headaches?', 'P: Headaches? No.'],
  ['question-unanswered', 'Diarrhoea.', 'C: Any diarrhoea?', 'P: Diarrhoea? What do you mean?'],
])('D71: %s: %s told from a question that the patient repeats', (rule, text, ...lines) => {
  const segments = talk(...lines)
  const statement = handWritten(text, [{ segment: 1 }], segments)

  expect(rulesOf(verify(noteOf('subjective', statement), segments))).toContain(rule)
})
