/** Statements as language models write them into a note: counted on talks that are read while rules are made, and on talks that are not. D321, D350. */
import { expect, test } from '@jest/globals'
import { judgeNotes } from './notes/judge-notes.ts'
import { keptNotes } from './notes/kept.ts'
import { readNotes } from './notes/read.ts'
import { keptSpoken } from './notes/spoken-kept.ts'
import { readSpoken } from './notes/spoken-read.ts'
import { writtenNotes } from './notes/written.ts'

// The counts that were reached: whoever makes a rule may not lose them.
test.each([
  { name: 'that were read', talks: readNotes, right: 43, wrong: 2 },
  { name: 'that nobody read', talks: keptNotes, right: 29, wrong: 7 },
  { name: 'in halting speech that were read', talks: readSpoken, right: 27, wrong: 0 },
  { name: 'in halting speech that were scored only', talks: keptSpoken, right: 12, wrong: 1 },
  { name: 'of the written consultations', talks: writtenNotes, right: 26, wrong: 3 },
])('D321, D350: of the talks $name, right statements stay and wrong ones do not', async ({ talks, right, wrong }) => {
  const judged = await judgeNotes(talks)

  expect(judged.filter((one) => one.right.isKept).length).toBeGreaterThanOrEqual(right)
  expect(judged.filter((one) => one.wrong.isKept).length).toBeLessThanOrEqual(wrong)
})

test('D321: each statement cites lines of its talk', () => {
  for (const { lines, pairs } of [...readNotes, ...keptNotes, ...readSpoken, ...keptSpoken, ...writtenNotes])
    for (const [, , , cited] of pairs) expect(cited.every((at) => lines[at] !== undefined)).toBe(true)
})
