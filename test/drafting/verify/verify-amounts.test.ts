/** Numbers and units against the spoken words, corrections included. */
import { expect, test } from '@jest/globals'
import { draft, handWritten, noteOf, rulesOf, statementsOf, talk, verify } from '../dialogues.ts'

const consultation = talk(
  'C: How long has this been going on?',
  'P: The cough started three weeks ago. I mean, two weeks ago.',
  'P: The diarrhoea has been about three, it has been three days now.',
  'P: I have had a headache for, sorry, it is a backache, for five days.',
)

const rulesFor = (text: string, segment: number): readonly string[] =>
  rulesOf(verify(noteOf('subjective', handWritten(text, [{ segment }], consultation)), consultation))

test.each<[text: string, segment: number, rule: string | undefined]>([
  ['Cough, started 2 weeks ago.', 1, undefined],
  ['Cough, started 3 weeks ago.', 1, 'number-mismatch'],
  ['Diarrhoea for 3 days.', 2, undefined],
  ['Diarrhoea for 3 weeks.', 2, 'unit-mismatch'],
  ['Back pain for 5 days.', 3, undefined],
])('docs/design/drafting.md#verification: %s against evidence %i', (text, segment, rule) => {
  const rules = rulesFor(text, segment)

  if (rule === undefined) expect(rules).toEqual([])
  else expect(rules).toContain(rule)
})

const examined = talk(
  'C: I can hear some crackles at the base of your right lung.',
  'C: I think this is a muscle strain with some sciatica.',
  "P: It's this cough. I just can't shake it.",
)

test.each<[text: string, rules: readonly string[]]>([
  ['Some crackles at the base of the right lung.', []],
  ['Some crackles at the base of the left lung.', ['side-mismatch']],
])('docs/design/drafting.md#verification: %s has its side', (text, rules) => {
  const note = noteOf('assessment', handWritten(text, [{ segment: 0 }], examined))

  expect(rulesOf(verify(note, examined)).filter((rule) => rule.endsWith('-mismatch'))).toEqual(rules)
})

test('D72: an impression of a symptom is as sure as it is thought', () => {
  const note = draft(examined)
  const texts = statementsOf(note).map(({ text }) => text)

  expect(texts).toContain('Likely muscle strain with sciatica.')
  expect(texts.join()).not.toMatch(/shakiness/)
  expect(rulesOf(verify(note, examined))).not.toContain('certainty-mismatch')
})
