/** Family, history, operations and medicines in other words, with examples of our own. D317. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short

// The illness as the subject and the relative as its object, a diagnosis that was told, a record that is read out, an operation by its noun.
// biome-ignore format: one row a line
const told: readonly (readonly [lines: readonly string[], text: string])[] = [
  [['P: My mother was told it was breast cancer.'],                                   'Mother: breast cancer.'],
  [['P: Diabetes took hold of my father.'],                                           'Father: diabetes.'],
  [['P: Lung cancer took my uncle.'],                                                 'Uncle: lung cancer.'],
  [['P: It was bowel cancer that killed my dad.'],                                    'Father: bowel cancer.'],
  [['P: My brother lives with epilepsy.'],                                            'Brother: epilepsy.'],
  [['C: I have glaucoma listed under active problems.', 'P: Active is the word.'],    'History of glaucoma.'],
  [['C: Your notes mention gout.', 'P: They do.'],                                    'History of gout.'],
  [['C: Asthma is on your list.', "P: That's right."],                                'History of asthma.'],
  [['C: Been opened up at all?', 'P: For a hernia repair, two years ago.'],           'History of hernia repair two years ago.'],
  [['C: Ever had an anaesthetic?', 'P: Once, for a hip replacement in 2015.'],        'History of hip replacement in 2015.'],
  [['P: My one operation was a hysterectomy, and that was ten years ago.'],           'History of hysterectomy ten years ago.'],
  [['C: Which tablets are you on at the moment?', "P: I don't take a thing."],        'No medicines.'],
]
test.each(told)('D317: in other words: %j', (lines, text) => {
  const segments = talk(...opening, ...lines)

  expect(factsOf(...lines)).toEqual([text])
  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')).toEqual([])
})

// Denied, nearly, of nobody, and not agreed to.
test.each([
  ['P: My mother was told it was not breast cancer.'],
  ['P: A stroke nearly took my father.'],
  ['C: I have asthma listed.', "P: No, that's my brother."],
  ['C: I have asthma listed.', 'P: I never had it.'],
  ['C: There is no gout on your record.', 'P: Right.'],
  ['C: Your notes mention possible gout.', 'P: They do.'],
])('D317: this states no illness: %s %s', (...lines) => {
  expect(factsOf(...lines).filter((text) => /^(?:History|Mother|Father)/.test(text))).toEqual([])
})
