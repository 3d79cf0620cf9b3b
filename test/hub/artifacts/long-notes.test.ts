/** Long notes: few are verified at once, and nobody else waits for them. */
import { expect, test } from '@jest/globals'
import type { Verification } from '../../../src/core/clinical-note.ts'
import { Problem } from '../../../src/core/problems.ts'
import type { VerifyInput } from '../../../src/drafting/verify/verify.ts'
import { limitLongNotes } from '../../../src/hub/artifacts/long-notes.ts'

const passed: Verification = { outcome: 'passed', findings: [], confidence: 1, coverage: 1 }
const inputOf = (characters: number) =>
  ({ note: { title: 'x'.repeat(characters), sections: [], openQuestions: [] } }) as unknown as VerifyInput
const { signal } = new AbortController()

test('docs/design/hub.md#routes: of long notes two are verified at once, of others as many as there are', async () => {
  const waiting: (() => void)[] = []
  const verify = limitLongNotes(() => new Promise<Verification>((resolve) => waiting.push(() => resolve(passed))), 2)
  const long = [verify(inputOf(300_000), signal), verify(inputOf(300_000), signal)]

  await expect(verify(inputOf(300_000), signal)).rejects.toMatchObject({ slug: 'dependency-unavailable' })
  await expect(verify(inputOf(300_000), signal)).rejects.toBeInstanceOf(Problem)
  const short = [1, 2, 3].map(() => verify(inputOf(10), signal))
  expect(waiting).toHaveLength(5)
  for (const end of waiting) end()
  expect(await Promise.all([...long, ...short])).toEqual(Array(5).fill(passed))

  const next = verify(inputOf(300_000), signal)
  waiting.at(-1)?.()
  expect(await next).toEqual(passed)
})
