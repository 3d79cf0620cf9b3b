/** Our verdicts against those of HL7's reference validator, recorded: bench/judge-validator.ts takes them. */
import { expect, test } from '@jest/globals'
import { agrees, compare, listAllCases } from './cases/all-cases.ts'
import { openOurs } from './cases/ours.ts'
import { listExamples } from './cases/seeds.ts'
import { readVerdicts } from './cases/verdicts.ts'
import { openTestDefinitions } from './open-definitions.ts'

const definitions = await openTestDefinitions()
const judge = openOurs(definitions)
const cases = listAllCases(definitions.registry)

/** The reference could not finish these: it threw. */
const undecided = /^(?:companion of another length|special: ValueSet of an unknown value set)/

test('issue "Validator": every case has the verdict that the reference gave of it', () => {
  const recorded = readVerdicts(cases)

  expect(cases.filter((each) => !recorded.has(each) && !undecided.test(each.id)).map(({ id }) => id)).toEqual([])
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
})

test('issue "Validator": the verdict is the reference\'s for at least 95% of the cases', () => {
  const compared = compare(readVerdicts(cases), judge)
  const others = compared.filter((row) => !agrees(row))

  expect(others.length / compared.length).toBeLessThan(0.05)
})

test('issue "Validator": no valid example of AU Base or AU Core is refused', () => {
  const examples = [...listExamples('AU Base examples', 1_000_000), ...listExamples('AU Core examples', 1_000_000)]

  const refused = examples.filter((example) => !judge(example).valid)

  expect(examples.length).toBeGreaterThan(100)
  expect(refused.map(({ name }) => name)).toEqual([])
})
