/** Code systems and value sets that are made to take for ever. R4 valueset-operation-expand.html. */
import { expect, test } from '@jest/globals'
import type { CodeSystem, ValueSet, ValueSetComposeInclude } from '@medplum/fhirtypes'
import { expandValueSet } from '../../src/terminology/expansion.ts'
import { openGround } from '../../src/terminology/ground.ts'
import { holdDefinitions, valueSet } from './small-definitions.ts'

const system = 'https://example.org/numbers'
type Filter = NonNullable<ValueSetComposeInclude['filter']>[number]

async function expand(set: ValueSet, ...others: (CodeSystem | ValueSet)[]): Promise<number | string> {
  const ground = openGround(holdDefinitions(set, ...others))
  const from = { ground, listConcepts: async () => undefined, gather: async () => ground.systems }
  return expandValueSet(from, set, { activeOnly: false }).then(
    ({ length }) => length,
    (error: Error) => error.message,
  )
}

const numbers = (concept: NonNullable<CodeSystem['concept']>): CodeSystem => ({
  resourceType: 'CodeSystem',
  url: system,
  status: 'active',
  content: 'complete',
  concept,
})
const filtered = (property: string, op: Filter['op'] | 'descendent-leaf', value: string): ValueSet =>
  valueSet('filtered', { include: [{ system, filter: [{ property, op, value } as Filter] }] })

const depth = 18
const nested = Array.from({ length: depth }, (_, index) => {
  const inner = { valueSet: [`https://example.org/vs/${index + 1}`] }
  return valueSet(String(index), { include: Array.from({ length: 10 }, () => inner) })
})
const last = valueSet(String(depth), { include: [{ system, concept: [{ code: '1' }] }] })

test('docs/terminology.md: value sets that import one another in many ways are not walked in each of them', async () => {
  const ground = openGround(holdDefinitions(...nested, last))
  const [first] = nested as [ValueSet]
  const check = ground.findTest(first.url ?? '')

  expect(['1', '2'].map((code) => check?.({ system, code }, ground.systems))).toEqual(['member', 'not-member'])
  expect(await expand(first, ...nested.slice(1), last)).toBe('too-costly')
})

test('docs/terminology.md: an expansion ends at the first concept that nothing can be told of', async () => {
  const concepts = Array.from({ length: 3000 }, (_, index) => ({ code: String(index), display: 'a'.repeat(30) }))

  expect(await expand(filtered('display', 'regex', '(?:a|aa)*b'), numbers(concepts))).toBe('not-loaded')
})

test('docs/terminology.md: a code system that is one chain, or has all its codes below one, takes no square of its size', async () => {
  const below = (parent: (index: number) => number): CodeSystem =>
    numbers(
      Array.from({ length: 15_000 }, (_, index) => ({
        code: String(index),
        property: index === 0 ? [] : [{ code: 'parent', valueCode: String(parent(index)) }],
      })),
    )

  expect(
    await expand(
      filtered('concept', 'descendent-leaf', '0'),
      below(() => 0),
    ),
  ).toBe(14_999)
  expect(
    await expand(
      filtered('concept', 'is-a', '14990'),
      below((index) => index - 1),
    ),
  ).toBe(10)
})
