/** Statements as language models write them into a note: counted on eight talks, four of which nobody reads while rules are made. D321. */
import { expect, test } from '@jest/globals'
import { judgeNotes } from './notes/judge-notes.ts'
import { keptNotes } from './notes/kept.ts'
import { readNotes } from './notes/read.ts'

// The counts that were reached: whoever makes a rule may not lose them.
test.each([
  { name: 'that were read', talks: readNotes, right: 38, wrong: 2 },
  { name: 'that nobody read', talks: keptNotes, right: 23, wrong: 7 },
])('D321: of the talks $name, right statements stay and wrong ones do not', async ({ talks, right, wrong }) => {
  const judged = await judgeNotes(talks)

  expect(judged.filter((one) => one.right.isKept).length).toBeGreaterThanOrEqual(right)
  expect(judged.filter((one) => one.wrong.isKept).length).toBeLessThanOrEqual(wrong)
})

test('D321: each statement cites lines of its talk', () => {
  for (const { lines, pairs } of [...readNotes, ...keptNotes])
    for (const [, , , cited] of pairs) expect(cited.every((at) => lines[at] !== undefined)).toBe(true)
})
