/** A local trouble of now is no past history. D485. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

test.each([
  ["P: I've got this abscess on my leg.", 'Abscess on the leg.'],
  ["P: I've got shingles on my back.", 'Shingles on the back.'],
  ["P: I've got a stye, um, on my right eyelid.", 'Stye on the right eyelid.'],
  ["P: I've got a cyst on the back of my neck.", 'Cyst on the back of the neck.'],
  ["P: I've had an abscess on my leg since Monday.", 'Abscess on the leg since Monday.'],
])('D485: %s is a trouble with its place', (talk, line) => {
  const texts = draftTexts(talk)
  expect(texts).toContain(line)
  expect(texts.join(' ')).not.toMatch(/History of/)
})

test.each([
  ["P: I've always had a cyst on my wrist.", 'History of cyst.'],
  ["P: I've got a hernia in my notes.", 'History of hernia.'],
  ['P: I had a cyst on my wrist.', 'Cyst in the past.'],
  ["P: My son's got a cyst on his head.", 'Son: cyst.'],
])('D485: %s keeps its line', (talk, line) => {
  expect(draftTexts(talk)).toContain(line)
})

test('D485: a cyst of an organ is no complaint', () => {
  expect(
    draftTexts('C: Any medical history?', "P: I've got a hiatus hernia and a cyst on my ovary.").join(' '),
  ).not.toMatch(/Cyst on/)
})
