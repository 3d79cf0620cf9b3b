/** Each requirement has a test that names it or a reason, and each that a test names is in the table. docs/design/identity.md#rows-of-smart-app-launch. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { brandsPage, smartReasons } from './reasons.ts'
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

const tested = sorted(smartRows.flatMap(({ rows }) => rows))
const reasoned = smartReasons.flatMap(({ rows }) => rows)

test.each(smartRows)(
  'docs/design/identity.md: the titles of $file name the rows of the table, and no others',
  ({ file, rows }) => {
    expect(sorted(listNamed(file))).toEqual(sorted(rows))
  },
)

test('docs/design/identity.md: no row has a reason and a test, and each reason is a sentence', () => {
  expect(reasoned.filter((row) => tested.includes(row))).toEqual([])
  expect(sorted(reasoned)).toHaveLength(reasoned.length)
  expect(smartReasons.filter(({ reason }) => reason.split(' ').length < 5)).toEqual([])
})

/** The first three columns of the table, the others in quotation marks. */
const line = /^(\d+),(\S+?),(?:"(?:[^"]|"")*"|[^,\n]*),([A-Z ]+),/gm

const published = join(root, '../shared/smart/smart-2.2.0-server-requirements.csv')
const testWithTable = existsSync(published) ? test : test.skip

testWithTable('docs/design/identity.md: each SHALL and SHALL NOT outside brands has a test or a reason', () => {
  const all = [...readFileSync(published, 'utf8').matchAll(line)].map(([, id, page = '', level = '']) => ({
    ...{ id: Number(id), isBrands: page.includes(brandsPage) },
    isDemanded: level.startsWith('SHALL'),
  }))
  const known = new Set(all.map(({ id }) => id))
  const demanded = all.filter(({ isDemanded }) => isDemanded)

  expect([demanded.length, demanded.filter(({ isBrands }) => isBrands).length]).toEqual([172, 18])
  expect(
    demanded
      .filter(({ id, isBrands }) => !isBrands && !tested.includes(id) && !reasoned.includes(id))
      .map(({ id }) => id),
  ).toEqual([])
  expect([...tested, ...reasoned].filter((row) => !known.has(row))).toEqual([])
})
