/** Relatives in a reply, in the patient's words. D434. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const told = (lines: readonly string[]): string => draftTexts('P: I have a sore toe.', ...lines).join(' ')

// biome-ignore format: one row a line
const rows: readonly (readonly [line: string, lines: readonly string[]])[] = [
  ['Aunt: breast in her seventies',              ['C: Any breast cancer in the family?', "P: My auntie, breast, she was in her seventies. That's it."]],
  ['ather: heart at seventy-nine',              ['C: Anyone in the family had heart attacks, kidney failure?', 'P: Mum had the sugar and then the kidney. My father, the heart, at seventy-nine.']],
  ['Father: went with heart at sixty-one.',     ['C: Any family history?', "P: Dad went with his heart at sixty-one. Mum's fine."]],
  ['Uncle: brain haemorrhage, at fifty.',       ['C: Anything in the family?', "P: My uncle, my dad's brother, he had a brain haemorrhage. He was about fifty."]],
  ['Father: melanoma on back, at fifty eight.', ['C: And in the family, melanoma?', 'P: Dad. Dad had one on his back. He was fifty eight.']],
  ['Sister: blood clot, in her lung',           ['C: Have you ever had a clot before? You or anybody in the family?', 'P: Me no. My sister did. In her lung.']],
]
test.each(rows)('D434: %s', (line, lines) => {
  expect(told(lines)).toContain(line)
})

// biome-ignore format: one row a line
const barredRows: readonly (readonly [barred: RegExp, lines: readonly string[]])[] = [
  [/father:/i,          ["C: How's the family?", "P: My dad's going on about his knee."]],
  [/sister:|brother:/i, ['C: Anyone in the family with asthma?', "P: No. My sister's fine. My brother lives in Perth."]],
  [/heart attack/i,     ['C: Is it like the pain you had with the heart attack?', 'P: No.']],
  [/brother:|wife:/i,   ['C: Anyone in the family with this?', 'P: My wife had it last week. My brother-in-law had a stroke.']],
  [/subarachnoid/i,     ['P: My uncle had a brain haemorrhage.']],
]
test.each(barredRows)('D434: not told: %s', (barred, lines) => {
  expect(told(lines)).not.toMatch(barred)
})

test.each([
  ['Have you ever had pancreatitis, or thyroid cancer in the family?', 'No family history of thyroid cancer.'],
  ['Any ovarian cancer in the family?', 'No family history of ovarian cancer.'],
])('D434: denied of the family: %s', (question, line) => {
  expect(draftTexts('P: I have a sore toe.', `C: ${question}`, 'P: No.')).toContain(line)
})
