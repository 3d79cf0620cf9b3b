/** Our verdicts against those of HL7's reference validator, recorded: judges/validator.ts takes them. */
import { expect, test } from '@jest/globals'
import type { Registry } from '../../src/profiles/registry.ts'
import { agrees, compare } from './cases/all-cases.ts'
import type { Case } from './cases/cases.ts'
import { openOurs } from './cases/ours.ts'
import { readVerdicts } from './cases/verdicts.ts'
import { openTestDefinitions } from './open-definitions.ts'

const definitions = await openTestDefinitions()

export const judge = openOurs(definitions)

/** The reference could not finish these: it threw. */
const undecided = /^(?:companion of another length|special: ValueSet of an unknown value set)/

export function testCases(listCases: (registry: Registry) => readonly Case[]): void {
  const cases = listCases(definitions.registry)

  test('docs/au-core.md#definitions: every case has the verdict that the reference gave of it', () => {
    const recorded = readVerdicts(cases)

    expect(cases.filter((each) => !recorded.has(each) && !undecided.test(each.id)).map(({ id }) => id)).toEqual([])
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  })

  test("docs/au-core.md#definitions: the verdict is the reference's for at least 95% of the cases", () => {
    const compared = compare(readVerdicts(cases), judge)
    const others = compared.filter((row) => !agrees(row))

    expect(others.length / compared.length).toBeLessThan(0.05)
  })
}
