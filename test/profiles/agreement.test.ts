/** Cases by hand, and those from the examples of AU Base and AU Core. */
import { expect, test } from '@jest/globals'
import { listQuickCases } from './cases/all-cases.ts'
import { listExamples } from './cases/seeds.ts'
import { judge, testCases } from './judged-cases.ts'

testCases(listQuickCases)

test('docs/au-core.md#definitions: no valid example of AU Base or AU Core is refused', () => {
  const examples = [...listExamples('AU Base examples', 1_000_000), ...listExamples('AU Core examples', 1_000_000)]

  const refused = examples.filter((example) => !judge(example).valid)

  expect(examples.length).toBeGreaterThan(100)
  expect(refused.map(({ name }) => name)).toEqual([])
})
