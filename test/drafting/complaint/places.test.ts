/** Where the complaint is: the patient points and the clinician says where, or the place stands behind the name. D487, D488. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const ask = 'C: What can I do for you?'

// biome-ignore format: one row a line
test.each([
  ['Tightness for 3 weeks, across the front of the chest.', 'P: I keep getting this, I do not know, tightness. Here.', 'C: Okay, across the front of your chest. How long for?', 'P: Three weeks.'],
  ['Pain for 2 days, just under the ribs on the right.', 'P: I have had this pain, up here.', 'C: So just under the ribs on the right. How long?', 'P: Two days.'],
  ['Guts: pain, the bottom of the tummy.', 'P: It is my guts. Pain, down there.', 'C: You are pointing to the bottom of the tummy.', 'P: Yes.'],
])('D487: %s', (line, ...lines) => {
  expect(draftTexts(ask, ...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['the patient puts it right', 'P: I have had this pain, up here.', 'C: So under the ribs.', 'P: No, lower than that.'],
  ['the clinician asks', 'P: I have had this pain, up here.', 'C: Under the ribs?', 'P: Sort of.'],
  ['nobody pointed', 'P: I have had this pain.', 'C: Under the ribs there is your liver.', 'P: Okay.'],
])('D487: no place if %s', (_, ...lines) => {
  expect(draftTexts(ask, ...lines).join(' ')).not.toMatch(/rib/)
})

// biome-ignore format: one row a line
test.each([
  ['Rash since Monday, on the neck and the arms.', 'P: I have had a rash on my neck and my arms since Monday.'],
  ['Lump, started 2 weeks ago, behind the knee.', 'P: There is a lump here, behind my knee.', 'C: When did you notice it?', 'P: A fortnight ago.'],
  ['Sore, left side, on the foot.', 'P: It is a bit of a sore. On the foot.', 'C: Which foot?', 'P: The left.'],
])('D488: %s', (line, ...lines) => {
  expect(draftTexts(ask, ...lines)).toContain(line)
})

test('D488: what was put on a rash is no place', () => {
  expect(draftTexts(ask, 'P: I have got a rash and I put cream on my arms.')).toContain('Rash.')
})
