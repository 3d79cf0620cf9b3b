/** Errors that drafters make in the words that were said, by leaving out what stands beside them: counted. D315. */
import { expect, test } from '@jest/globals'
import type { Drafted } from './drafted/drafted.ts'
import { freshDrafts } from './drafted/fresh.ts'
import { judgeDrafted } from './drafted/judge-drafted.ts'
import { laterDrafts } from './drafted/later.ts'
import { seenDrafts } from './drafted/seen.ts'

function count(drafts: readonly Drafted[]): { readonly caught: number; readonly precision: number } {
  const judged = drafts.map(judgeDrafted)
  const caught = judged.filter(({ wrong }) => wrong.length > 0).length
  const alarms = judged.filter(({ right }) => right.length > 0).length
  return { caught: caught / drafts.length, precision: caught / (caught + alarms) }
}

// The shares that were reached: whoever makes a rule may not lose them.
test.each([
  { name: 'that were read', drafts: seenDrafts, caught: 0.93, precision: 0.93 },
  { name: 'that nobody read', drafts: freshDrafts, caught: 0.9, precision: 0.9 },
  { name: 'that were written after the rules', drafts: laterDrafts, caught: 0.53, precision: 0.8 },
])('D315: of the drafted lines $name, most wrong ones are withheld, and most withheld ones are wrong', ({ drafts, caught, precision }) => {
  const counted = count(drafts)

  expect(counted.caught).toBeGreaterThanOrEqual(caught)
  expect(counted.precision).toBeGreaterThanOrEqual(precision)
}) // biome-ignore format: one set a line
