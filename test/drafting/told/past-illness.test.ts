/** Earlier illnesses in everyday replies, with examples of our own. D362. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short
const findingsOf = (...lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

// biome-ignore format: one row a line
const told: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Have you had gout before?',                'P: Twice, in the big toe.',               'Gout in the past.'],
  ['C: Did you ever have eczema?',                'P: As a kid, yeah.',                      'Eczema in the past, as a kid.'],
  ['C: Any kidney stones before?',                'P: A couple, years ago.',                 'Kidney stones in the past.'],
  ['C: Do you get migraines?',                    'P: I used to.',                           'Migraine in the past.'],
  ['C: Do you suffer from reflux?',               'P: On and off for years.',                'History of acid reflux.'],
  ['C: Any past history?',                        'P: I had a stroke in twenty nineteen.',   'Stroke in the past, in twenty nineteen.'],
  ['C: Ever been in hospital?',                   'P: With pneumonia, when I was forty.',    'Pneumonia in the past.'],
  ['C: Are you otherwise well?',                  'P: Apart from the cholesterol, yeah.',    'History of high cholesterol.'],
  ['C: Any medical conditions?',                  'P: Just the blood pressure and the thyroid.', 'History of blood pressure and thyroid problems.'],
  ['C: Any cancers?',                             'P: Bowel cancer.',                        'History of bowel cancer.'],
  ['C: Any chronic illnesses?',                   "P: I'm diabetic, type one.",              'History of type 1 diabetes.'],
  ['C: Appendix out?',                            'P: Yep.',                                 'History of appendicectomy.'],
]

// biome-ignore format: one row a line
const untold: readonly (readonly [question: string, reply: string])[] = [
  ['C: Have you had gout before?',                'P: My dad did.'],
  ['C: Do you get migraines?',                    'P: I used to think so.'],
  ['C: Any medical conditions?',                  'P: No, blood pressure is fine.'],
  ['C: Did you ever have shingles?',              "P: Maybe once, I'm not sure."],
  ['C: Have you had shingles?',                   'P: One in three people do.'],
  ['C: Did you ever have gout?',                  'P: In my dreams.'],
]

test.each(told)('D362: "%s" "%s" gives "%s"', (question, reply, text) => {
  expect(factsOf(question, reply)).toEqual([text])
  expect(findingsOf(question, reply)).toEqual([])
})

test.each(untold)('D362: "%s" "%s" tells no illness of the patient', (question, reply) => {
  expect(factsOf(question, reply).filter((text) => !/^(?:Father|No )/.test(text))).toEqual([])
})
