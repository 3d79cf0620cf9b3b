/** Each test file is in one tier, and can run in it. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import jestConfig from '../../jest.config.ts'
import { listReached, listTestFiles, openers, tierOf, tiers } from '../tiers.ts'

const root = resolve(import.meta.dirname, '../..')

test('docs/design/house.md: each test file is in the one tier that jest.config.ts runs it in', () => {
  const matches = jestConfig.projects.flatMap(({ displayName, testMatch }) =>
    testMatch.map((pattern) => [pattern.replace('<rootDir>/', ''), displayName]),
  )

  expect(matches.toSorted()).toEqual(listTestFiles().map((file) => [file, tierOf(file)]))
  expect(new Set(matches.map(([, tier]) => tier))).toEqual(new Set(tiers))
})

test('docs/design/house.md: what decides about tiers is there', () => {
  const files = openers.flatMap(([, names]) => names).filter((name) => !name.startsWith('node:'))

  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

/** It leaves out the cases from the examples of R4. */
const takesFewer: ReadonlySet<string> = new Set(['test/profiles/agreement.test.ts'])

test('docs/design/house.md: a test of pure functions opens no database, and only an exhaustive one needs what a judge installs', () => {
  const reaching = (file: string, isWanted: (reached: string) => boolean): boolean =>
    [...listReached(file)].some(isWanted)
  const pure = listTestFiles().filter((file) => tierOf(file) === 'unit')
  const quick = listTestFiles().filter((file) => tierOf(file) !== 'exhaustive')

  expect(pure.filter((file) => reaching(file, (name) => name === 'src/store/store.ts'))).toEqual([])
  expect(
    quick.filter((file) => reaching(file, (name) => name === 'judges/r4-examples.ts') && !takesFewer.has(file)),
  ).toEqual([])
})
