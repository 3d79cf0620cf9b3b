/** The lexicon: names of one thing entail each other, a narrower thing entails the name. D290. */
import { expect, test } from '@jest/globals'
import { isClinical, saidFor } from '../../../src/drafting/verify/lexicon/lexicon.ts'
import { isSameWord } from '../../../src/drafting/verify/lexicon/word-forms.ts'

const says = (word: string, said: string): boolean => saidFor(word).some((pattern) => new RegExp(pattern.source).test(said)) // biome-ignore format: short

// biome-ignore format: one row a line
test.each([
  ['dyspnoea', 'i get short of breath', true], ['pruritus', 'it is so itchy', true], ['analgesia', 'i took some paracetamol', true],
  ['imaging', 'we will do an mri', true], ['swab', 'we will take some bloods', false], ['asthma', 'i have eczema', false],
  ['paracetamol', 'i took a painkiller', false], ['cramp', 'it is a pain', false], ['leg', 'my arm hurts', false], ['bacterial', 'it is viral', false],
])('D290: "%s" is said by "%s": %s', (word, said, isSaid) => {
  expect(says(word, said)).toBe(isSaid)
})

// biome-ignore format: one row a line
test.each([
  ['sleeping', 'slept', true], ['breathless', 'breathlessness', true], ['radiates', 'radiation', true], ['vomited', 'vomiting', true],
  ['hearing', 'heart', false], ['left', 'lift', false], ['skin', 'sick', false],
])('D290: %s and %s are forms of one word: %s', (one, other, isSame) => {
  expect(isSameWord(one, other)).toBe(isSame)
})

test.each([['jaundice', true], ['trimethoprim', false], ['amoxicillin', false], ['somewhat', false], ['hernia', true]])('D290: %s names a thing of medicine: %s', (word, isThing) => {
  expect(isClinical(word)).toBe(isThing)
}) // biome-ignore format: short
