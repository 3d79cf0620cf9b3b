/** Each expression of the table, over a type that is known and over one that is met at run time. */
import { describe, expect, test } from '@jest/globals'
import { type JsonObject, parseJson } from '../../src/core/json.ts'
import { compileFhirPath } from '../../src/fhirpath/compile.ts'
import type { Environment } from '../../src/fhirpath/environment.ts'
import { FhirPathFault, FhirPathSyntaxError } from '../../src/fhirpath/errors.ts'
import { type Node, ofText, resourceNode } from '../../src/fhirpath/node.ts'
import { TypeTable } from '../../src/fhirpath/types.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import { expressionClasses } from './expression-classes.ts'
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

const sections = [
  ...Object.entries(expressions).map(([section, rows]) => [`N1 ${section}`, rows] as const),
  ...Object.entries(expressionClasses),
]

describe.each(sections)('FHIRPath %s', (_section, rows) => {
  test.each(rows)('FHIRPath: %s', (expression, result) => {
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

test('an evaluation takes a bounded number of steps', () => {
  const path = compileFhirPath('descendants().where(%resource.descendants().where($this = 1).exists())', { types })

  expect(() => path.evaluate(root, { ...environment, maxSteps: 500 })).toThrow(
    expect.objectContaining({ fault: 'limit' }),
  )
})

test.each([
  ['nested', `${'('.repeat(5000)}1${')'.repeat(5000)}`],
  ['long', `1${' + 1'.repeat(10_000)}`],
])('an expression that is too %s is refused', (_what, expression) => {
  expect(() => compileFhirPath(expression, { types })).toThrow(FhirPathSyntaxError)
})

test.each([
  ['a quantifier in a quantifier', '^(a+)+$'],
  ['alternatives that overlap', '^(a|aa)+$'],
  ['quantifiers in a row', '^a*a*a*a*a*a*$'],
])('%s cannot hold the process', (_what, pattern) => {
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

test('R4 fhirpath.html#functions: conformsTo of a profile that cannot be resolved is an error', () => {
  const path = compileFhirPath("conformsTo('http://example.org/StructureDefinition/nothing')", { types })

  expect(() => path.evaluate(root, { conformsTo: () => undefined })).toThrow(FhirPathFault)
})

const strictly: readonly (readonly [expression: string, isRefused: boolean])[] = [
  ['name.given1', true],
  ['name.select(nothing)', true],
  ['contact.name.nothing', true],
  ["name.where(nothing = 'a')", true],
  ['Observation.name', true],
  ['deceasedBoolean', true],
  ['(deceased as Period).unit', true],
  ['multipleBirth.ofType(Period).nothing', true],
  ['children().skip(1)', true],
  ['descendants().first()', true],
  ['children().where(true).take(2)', true],
  ["iif('text', 1, 2)", true],
  ['iif(name.count(), 1, 2)', false],
  ['name.given', false],
  ['Patient.name.given', false],
  ['DomainResource.id', false],
  ['deceased', false],
  ['contained.name', false],
  ['contained.ofType(Organization).name', false],
  ['name.skip(1)', false],
  ['children().count()', false],
  ['iif(active, 1, 2)', false],
  ['name.first().type().element.name', false],
]

test.each(strictly)('D106: evaluated strictly, %s is refused: %s', (expression, isRefused) => {
  const compile = (isStrict: boolean) => () => compileFhirPath(expression, { types, type: 'Patient', isStrict })

  expect(compile(false)).not.toThrow()
  if (isRefused) expect(compile(true)).toThrow(FhirPathSyntaxError)
  else expect(compile(true)).not.toThrow()
})

const observation = resourceNode(
  types,
  parseJson(
    '{"resourceType":"Observation","valueQuantity":{"value":185.0,"system":"http://unitsofmeasure.org","code":"[lb_av]"}}',
  ) as JsonObject,
) as Node

test.each([
  ['value.toString()', "185.0 '[lb_av]'"],
  ['value.value.toString()', '185.0'],
  ['value.precision()', 1],
  ['value.lowBoundary(2).toString()', "184.95 '[lb_av]'"],
  ['value.highBoundary(2).toString()', "185.05 '[lb_av]'"],
  ["value ~ 83.9 'kg'", true],
])('FHIRPath N1 5.5: of a decimal in a resource its text counts, %s', (expression, result) => {
  const items = compileFhirPath(expression, { types, type: 'Observation' }).evaluate(observation)

  expect(items.map(({ value }) => value)).toEqual([result])
})
