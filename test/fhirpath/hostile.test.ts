/** Expressions that nobody would write: they are refused or evaluated, in bounded time, and nothing else happens. */
import { expect, test } from '@jest/globals'
import { compileFhirPath } from '../../src/fhirpath/compile.ts'
import type { Environment } from '../../src/fhirpath/environment.ts'
import { FhirPathFault, FhirPathSyntaxError } from '../../src/fhirpath/errors.ts'
import { type Node, resourceNode } from '../../src/fhirpath/node.ts'
import { TypeTable } from '../../src/fhirpath/types.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import { expressionClasses } from './expression-classes.ts'
import { expressions } from './expressions.ts'
import { patient } from './patient.ts'

const types = new TypeTable(await openTestDefinitions())
const root = resourceNode(types, patient) as Node
const environment: Environment = {
  clock: () => new Date(0),
  resolve: () => patient,
  htmlChecks: () => true,
  maxSteps: 100_000,
}

/** The same numbers each time. */
function openNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const all = Object.values({ ...expressions, ...expressionClasses }).flatMap((rows) =>
  rows.map(([expression]) => expression),
)
const pieces = all.flatMap((expression) => expression.match(/\w+\(?|'[^']*'|[^\w\s]+|\s+/g) ?? [])

/** A piece more, a piece less, or the end of another expression. */
function mutate(expression: string, pick: (below: number) => number): string {
  const at = pick(expression.length + 1)
  const other = all[pick(all.length)] ?? ''
  const [before, after] = [expression.slice(0, at), expression.slice(at)]
  const kinds = [
    before + (pieces[pick(pieces.length)] ?? '') + after,
    before + after.slice(1 + pick(3)),
    before + other.slice(pick(other.length + 1)),
    `(${expression}).${other}`,
    `(${expression}) ${['+', '=', '|', 'in', 'is', '&', '<', 'div'][pick(8)]} (${other})`,
  ]
  return kinds[pick(kinds.length)] ?? ''
}

function evaluate(expression: string): unknown {
  try {
    return compileFhirPath(expression, { types, type: 'Patient' }).evaluate(root, environment).length >= 0
  } catch (error) {
    return error instanceof FhirPathSyntaxError || error instanceof FhirPathFault ? true : error
  }
}

test('a mutated expression is refused or evaluated', () => {
  const pick = openNumbers(20_261_120)
  const failed: unknown[] = []

  for (let round = 0; round < 10_000; round += 1) {
    const expression = mutate(all[pick(all.length)] ?? '', pick)
    const result = evaluate(expression)
    if (result !== true) failed.push([expression, result])
  }

  expect(failed.slice(0, 5)).toEqual([])
})

const extremes: readonly (readonly [string])[] = [
  ['2.power(100000)'],
  ['1.5.round(999999999)'],
  ["'a'.replace('', 'b').replace('', 'c').replace('', 'd')"],
  ['name.take(1.5)'],
  ['name[1.5]'],
  ['name[-1]'],
  ['99999999999999999999 + 1'],
  ['@9999-12-31T23:59:59Z + 99999999999 seconds'],
  ['@0001-01-01 - 1 day'],
  ["'x'.toChars().repeat($this & $this)"],
  ['repeat($this)'],
  ['(1).repeat($this + 1)'],
  ['iif(true, iif(true, iif(true, 1)))'],
  ["'1e400'.toDecimal()"],
  ["'\\u0000'.matches('.')"],
  ['descendants().sort(toString()).sort(-$this.toString())'],
  ['descendants().select(type()).descendants()'],
  ['repeat(type() | type().element)'],
  ['1.lowBoundary(999999999)'],
  [`1.${'1'.repeat(5000)}.highBoundary(28)`],
  ['@9999.highBoundary().highBoundary(17) + 1 millisecond'],
  ["1 'm2147483647' * 1 'm2147483647' = 1 'm4294967294'"],
  [`1 '${'m.'.repeat(5000)}m' = 1 'm5001'`],
  [`1 'm' = 1 '${'{'.repeat(90)}'`],
  ["('\"'.replace('', '\"\"\"')).escape('html').escape('html').escape('html').escape('json')"],
  ["'&#xFFFFFF;&#x10FFFF;&#0;&#xD800;&amp'.unescape('html').escape('json').unescape('json')"],
]

test.each(extremes)('%s ends', (expression) => {
  expect(evaluate(expression)).toBe(true)
})
