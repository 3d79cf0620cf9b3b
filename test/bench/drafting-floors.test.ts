/** The floors of `npm run judge:drafting`: what holds one, what raises one, and that the page shows them. docs/drafting.md#floors. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import {
  type Figure,
  findTable,
  judgeFigure,
  keyOf,
  type Measured,
  parseFloors,
  raiseFloors,
  readFloors,
  renderFloors,
  renderTable,
} from '../../judges/drafting/floors.ts'
import { judgeSets } from '../../judges/drafting/judge-sets.ts'
import { allFigures } from '../../judges/drafting/sets.ts'

const root = join(import.meta.dirname, '../..')

const found: Figure = { set: 'talks', name: 'facts found', bound: 'least', target: 0.85 }
const wrong: Figure = { set: 'answers', name: 'wrong ones', bound: 'most', target: 0.03 }
const longest: Figure = { set: 'answers', name: 'longest', bound: 'most', target: 25, isLimit: true, isCount: true }
const floors = parseFloors('talks\tfacts found\t0.42\nanswers\twrong ones\t0.116\nanswers\tlongest\t25\n')
const measured = (figure: Figure, value: number): Measured => ({ ...figure, value })

const verdicts: readonly (readonly [string, Figure, number, string])[] = [
  ['at its floor', found, 0.42, 'held'],
  ['better by less than a digit', found, 0.4209, 'held'],
  ['better', found, 0.421, 'raise'],
  ['worse', found, 0.4199, 'LOST'],
  ['with as many faults', wrong, 0.116, 'held'],
  ['with fewer faults', wrong, 0.1146, 'raise'],
  ['with more faults', wrong, 0.1161, 'LOST'],
  ['within a limit', longest, 23, 'held'],
  ['at a limit', longest, 25, 'held'],
  ['beyond a limit', longest, 26, 'LOST'],
  ['that has no floor', { ...found, name: 'other' }, 0.5, 'new'],
]

test.each(verdicts)('docs/drafting.md#floors: a figure %s', (_how, figure, value, verdict) => {
  expect(judgeFigure(measured(figure, value), floors)).toBe(verdict)
})

test('docs/drafting.md#floors: floors are raised and added, and never lowered', () => {
  const added = { ...found, name: 'other' }
  const raised = raiseFloors(floors, [measured(found, 0.5), measured(wrong, 0.2), measured(longest, 20), measured(added, 0.7)]) // biome-ignore format: short

  expect([...raised.values()]).toEqual([0.5, 0.116, 25, 0.7])
  expect(parseFloors(renderFloors([found, wrong, longest, added], raised))).toEqual(raised)
})

test('docs/drafting.md#floors: a lost figure fails and is named, a missed target is none, and an absent set is left out', async () => {
  const said: string[] = []
  const setOf = (name: string, figures: readonly Figure[], values?: readonly number[]) => ({
    name,
    figures,
    measure: async () => values?.map((value, at) => measured(figures[at] ?? found, value)),
  })
  const sets = [setOf('talks', [found], [0.44]), setOf('answers', [wrong, longest], [0.2, 25]), setOf('days', [found])]

  const judged = await judgeSets({ sets, floors, say: (line) => void said.push(line) })

  expect([judged.measured.length, judged.failed, judged.left]).toEqual([3, 1, 1])
  expect(said.filter((line) => line.startsWith('FAILED'))).toEqual(['FAILED answers: wrong ones: it has lost what it had reached']) // biome-ignore format: short
  expect(said).toContain('days: not on this machine, not judged')
  expect(said.at(-1)).toContain('2 targets are not reached yet.')
})

test('docs/drafting.md#floors: each figure has a floor, and each floor a figure', () => {
  expect([...readFloors().keys()]).toEqual(allFigures.map(keyOf))
})

test('docs/drafting.md#floors: the page shows the floors that are held', () => {
  expect(findTable(readFileSync(join(root, 'docs/drafting.md'), 'utf8'))).toBe(renderTable(allFigures, readFloors()))
})
