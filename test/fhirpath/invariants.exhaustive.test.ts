/** An independent evaluator's results for the published invariants in the published examples of R4. */
import { expect, test } from '@jest/globals'
import { r4Examples } from '../../judges/r4-examples.ts'
import { listExamples } from '../fhir-server/examples/published-examples.ts'
import { judgeInvariants } from './judged-invariants.ts'

test('R4 conformance-rules.html#constraints: the invariants hold of the examples where another evaluator says so', () => {
  const { count, different } = judgeInvariants(listExamples(r4Examples, 20))

  expect(count).toBeGreaterThan(10_000)
  expect(different).toEqual([])
})
