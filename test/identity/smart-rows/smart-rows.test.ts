/** Each requirement in the table has a test that names it, and each that a test names is in the table. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { smartRows } from './smart-rows.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The numbers of titles like `SMART 74, 75: ...`. */
function listNamed(file: string): readonly number[] {
  const text = readFileSync(join(root, file), 'utf8')
  const titles = [...text.matchAll(/'SMART ((?:\d+(?:, )?)+)/g)]
  return titles.flatMap(([, numbers = '']) => numbers.split(', ').filter(Boolean).map(Number))
}

const sorted = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].toSorted((one, other) => one - other)

test.each(smartRows)(
  'docs/design/identity.md: the titles of $file name the rows of the table, and no others',
  ({ file, rows }) => {
    expect(sorted(listNamed(file))).toEqual(sorted(rows))
  },
)

test('docs/design/identity.md: each row of the table is a requirement that is published', () => {
  const published = join(root, '../shared/smart/smart-2.2.0-server-requirements.csv')
  if (!existsSync(published)) return
  const known = new Set([...readFileSync(published, 'utf8').matchAll(/^(\d+),/gm)].map(([, id]) => Number(id)))

  expect(smartRows.flatMap(({ rows }) => rows).filter((row) => !known.has(row))).toEqual([])
})
