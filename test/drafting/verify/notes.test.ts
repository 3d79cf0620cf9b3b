/** Statements as language models write them into a note: counted on talks that are read while rules are made, and on talks that are not. D321, D350. */
import { expect, test } from '@jest/globals'
import { judgeNotes } from './notes/judge-notes.ts'
import { keptNotes } from './notes/kept.ts'
import { readNotes } from './notes/read.ts'
import { keptSpoken } from './notes/spoken-kept.ts'
import { readSpoken } from './notes/spoken-read.ts'
import { writtenKept, writtenNotes, writtenRead } from './notes/written.ts'

// The counts that were reached: whoever makes a rule may not lose them.
test.each([
  { name: 'that were read', talks: readNotes, right: 43, wrong: 2 },
  { name: 'that nobody read', talks: keptNotes, right: 35, wrong: 6 },
  { name: 'in halting speech that were read', talks: readSpoken, right: 30, wrong: 0 },
  { name: 'in halting speech that were scored only', talks: keptSpoken, right: 13, wrong: 1 },
  { name: 'of the written consultations', talks: writtenNotes, right: 32, wrong: 2 },
  { name: "in a clinician's words that were read", talks: writtenRead, right: 46, wrong: 2 },
  { name: "in a clinician's words that were scored only", talks: writtenKept, right: 31, wrong: 10 },
])(
  'D321, D350, D449: of the talks $name, right statements stay and wrong ones do not',
  async ({ talks, right, wrong }) => {
    const judged = await judgeNotes(talks)

    expect(judged.filter((one) => one.right.isKept).length).toBeGreaterThanOrEqual(right)
    expect(judged.filter((one) => one.wrong.isKept).length).toBeLessThanOrEqual(wrong)
  },
)

test('D321: each statement cites lines of its talk', () => {
  for (const { lines, pairs } of [
    ...readNotes,
    ...keptNotes,
    ...readSpoken,
    ...keptSpoken,
    ...writtenNotes,
    ...writtenRead,
    ...writtenKept,
  ])
    for (const [, , , cited] of pairs) expect(cited.every((at) => lines[at] !== undefined)).toBe(true)
})
