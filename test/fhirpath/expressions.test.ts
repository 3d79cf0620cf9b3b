/** Each expression of the table, over a type that is known and over one that is met at run time. */
import { describe, expect, test } from '@jest/globals'
import { compileFhirPath } from '../../src/fhirpath/compile.ts'
import type { Environment } from '../../src/fhirpath/environment.ts'
import { FhirPathFault, FhirPathSyntaxError } from '../../src/fhirpath/errors.ts'
import { type Node, ofText, resourceNode } from '../../src/fhirpath/node.ts'
import { TypeTable } from '../../src/fhirpath/types.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import { expressions } from './expressions.ts'
import { patient } from './patient.ts'

const types = new TypeTable(await openTestDefinitions())
const root = resourceNode(types, patient) as Node

const environment: Environment = {
  resource: root,
  rootResource: root,
  variables: { mine: ofText('mine') },
  clock: () => new Date('2026-11-20T03:04:05Z'),
  resolve: (reference) =>
    reference === '#o1' ? { resourceType: 'Organization', id: 'o1', name: 'Clinic' } : undefined,
  memberOf: () => true,
  conformsTo: () => true,
  subsumes: (one, other) => one.type === other.type,
}

function evaluate(expression: string, type: string | undefined): unknown {
  try {
    const path = compileFhirPath(expression, { types, ...(type === undefined ? {} : { type }) })
    return path.evaluate(root, environment).map(({ value }) => value)
  } catch (error) {
    if (error instanceof FhirPathSyntaxError) return 'syntax'
    if (error instanceof FhirPathFault) return 'fault'
    throw error
  }
}

describe.each(Object.entries(expressions))('FHIRPath N1 %s', (_section, rows) => {
  test.each(rows)('FHIRPath N1: %s', (expression, result) => {
    expect(evaluate(expression, 'Patient')).toEqual(result)
    expect(evaluate(expression, undefined)).toEqual(result)
  })
})

test('FHIRPath N1 9: an error of the syntax names its place', () => {
  expect(() => compileFhirPath('name.given and )', { types })).toThrow(
    expect.objectContaining({ reason: 'expected an expression', at: 15 }),
  )
})

test('FHIRPath N1 4.5: a fault never holds a value', () => {
  const path = compileFhirPath("name.given + 'x'", { types, type: 'Patient' })

  expect(() => path.evaluate(root)).toThrow('several items where one is expected')
})

test('R4 fhirpath.html: what only the environment can answer is a fault without it', () => {
  const path = compileFhirPath('managingOrganization.resolve()', { types, type: 'Patient' })

  expect(() => path.evaluate(root)).toThrow(FhirPathFault)
})

test('issue "bad input": an evaluation takes a bounded number of steps', () => {
  const path = compileFhirPath('descendants().where(%resource.descendants().where($this = 1).exists())', { types })

  expect(() => path.evaluate(root, { ...environment, maxSteps: 500 })).toThrow(
    expect.objectContaining({ fault: 'limit' }),
  )
})

test.each([
  ['nested', `${'('.repeat(5000)}1${')'.repeat(5000)}`],
  ['long', `1${' + 1'.repeat(10_000)}`],
])('issue "bad input": an expression that is too %s is refused', (_what, expression) => {
  expect(() => compileFhirPath(expression, { types })).toThrow(FhirPathSyntaxError)
})

test.each([
  ['a quantifier in a quantifier', '^(a+)+$'],
  ['alternatives that overlap', '^(a|aa)+$'],
  ['quantifiers in a row', '^a*a*a*a*a*a*$'],
])('issue "bad input": %s cannot hold the process', (_what, pattern) => {
  const path = compileFhirPath(`'${'a'.repeat(400)}!'.matches('${pattern}')`, { types })

  expect(() => path.evaluate(root)).toThrow(expect.objectContaining({ fault: 'limit' }))
})

const asInvariants: readonly (readonly [string, boolean])[] = [
  ['name.given', true],
  ['photo', false],
  ['gender', true],
  ['deceased', false],
  ["telecom.rank.first() = '1'", true],
  ['birthDate.length() = 10', false],
]

test.each(asInvariants)('D38: as an invariant, %s is %s', (expression, isTrue) => {
  expect(compileFhirPath(expression, { types, type: 'Patient' }).isTrue(root)).toBe(isTrue)
})
