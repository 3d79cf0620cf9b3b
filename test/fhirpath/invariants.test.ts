/** The published invariants, and what an independent evaluator finds of them in the examples of AU Base. */
import { expect, test } from '@jest/globals'
import { compileFhirPath } from '../../src/fhirpath/compile.ts'
import { listExamples } from '../fhir-server/examples/published-examples.ts'
import { auBaseExamples } from '../profiles/au-base-examples.ts'
import { compileAt, invariants, judgeInvariants, types } from './judged-invariants.ts'
import { listInvariants, readAuCore, readPackage } from './published-invariants.ts'

test('R4 conformance-rules.html#constraints: every invariant of R4 can be compiled', () => {
  expect(invariants.length).toBeGreaterThan(900)
  for (const invariant of invariants) expect(() => compileAt(invariant)).not.toThrow()
})

test('every invariant of AU Base and AU Core can be compiled', () => {
  const auBase = listInvariants(readPackage('hl7.fhir.au.base')).map(({ expression }) => expression)

  expect(auBase.length).toBeGreaterThan(100)
  for (const expression of [...auBase, ...readAuCore()])
    expect(() => compileFhirPath(expression, { types })).not.toThrow()
})

test('R4 conformance-rules.html#constraints: the invariants hold of the examples of AU Base where another evaluator says so', () => {
  const { count, different } = judgeInvariants(listExamples(auBaseExamples))

  expect(count).toBeGreaterThan(1000)
  expect(different).toEqual([])
})
