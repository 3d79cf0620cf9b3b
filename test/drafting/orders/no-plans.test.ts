/** Lines that have the form of an order and are none. D380, D381. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const none: readonly (readonly string[])[] = [
  ["C: Right, knees up for me. I'll press here. Does that hurt?", 'P: No.', "C: And turn your feet out. Pull up and back. I'll just feel the hip. Warm, but not red.", 'P: Okay.'],
  ["C: I'd put my house on it.", 'P: Right.'],
  ['C: Hold that thought.', 'P: Okay.'],
  ['C: You could have the patch, the pill or the ring.', 'P: Hm.'],
  ["C: Let's come back to that.", 'P: Sure.'],
  ['C: Go and have your break.', 'P: Thanks.'],
]
test.each(none)('D380: no plan in %j', (...lines) => {
  expect(draftTexts(...lines).filter((text) => text !== 'Hip warm, not red.')).toEqual([])
})

test('D381: what is put into the record starts no medicine', () => {
  expect(draftTexts("C: I'll put the ibuprofen.", 'P: Okay.')).toEqual([])
})
