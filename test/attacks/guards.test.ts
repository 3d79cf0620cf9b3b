/** The guards that `npm run bench:guards` removes: their texts and attacks are there. docs/security.md#threats. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { guardGroups } from '../../bench/faults/guards.ts'

const checkout = resolve(import.meta.dirname, '../..')
const guards = guardGroups.flatMap((group) => group.guards)
const tables = readdirSync(import.meta.dirname)
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')

test('docs/security.md#threats: each text of a guard stands once in its file', () => {
  const countIn = (file: string, text: string): number =>
    readFileSync(join(checkout, file), 'utf8').split(text).length - 1

  expect(guards.length).toBeGreaterThanOrEqual(40)
  expect(
    guards.filter(({ file, find }) => countIn(file, find) !== 1).map(({ guard, file }) => `${file}: ${guard}`),
  ).toEqual([])
})

test('docs/security.md#threats: each guard has attacks that are there, and none of another one of its group', () => {
  for (const group of guardGroups) {
    const ids = group.guards.flatMap(({ attacks }) => attacks)

    expect(ids.filter((id) => !tables.includes(`id: '${id}'`))).toEqual([])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(group.guards.filter(({ attacks }) => attacks.length === 0)).toEqual([])
  }
})
