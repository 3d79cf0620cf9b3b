/** Right statements in other words stay in an outside draft, and their twins with one wrong part do not: counted on pairs. D290, D291. */
import { expect, test } from '@jest/globals'
import { exactKeptPairs } from './pairs/exact-kept.ts'
import { exactReadPairs } from './pairs/exact-read.ts'
import { judgePair } from './pairs/judge.ts'
import type { Pair } from './pairs/pair.ts'
import { readPairs } from './pairs/read.ts'
import { unreadPairs } from './pairs/unread.ts'

async function countKept(pairs: readonly Pair[]): Promise<{ readonly right: number; readonly wrong: number }> {
  const judged = await Promise.all(pairs.map(judgePair))
  const share = (kept: number): number => kept / pairs.length
  return {
    right: share(judged.filter(({ right }) => right.isKept).length),
    wrong: share(judged.filter(({ wrong }) => wrong.isKept).length),
  }
}

// The shares that were reached: whoever makes a rule may not lose them.
test.each([
  { name: 'that were read', pairs: readPairs, right: 0.62, wrong: 0.05 },
  { name: 'that nobody read', pairs: unreadPairs, right: 0.5, wrong: 0.105 },
  { name: 'about exact parts that were read', pairs: exactReadPairs, right: 0.55, wrong: 0.12 },
  { name: 'about exact parts that nobody read', pairs: exactKeptPairs, right: 0.52, wrong: 0.22 },
])('D290: of the pairs $name, right statements stay and wrong ones do not', async ({ pairs, right, wrong }) => {
  const kept = await countKept(pairs)

  expect(kept.right).toBeGreaterThanOrEqual(right)
  expect(kept.wrong).toBeLessThanOrEqual(wrong)
})
