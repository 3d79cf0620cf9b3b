import { expect, test } from '@jest/globals'
import { findNearest } from '../../src/profiles/nearest-name.ts'

const names = ['audit', 'audit verify', 'audit checkpoint', 'demo', 'status', 'tenant list', 'tenant set', '--json']

test.each([
  ['a letter left out', 'statu', 'status'],
  ['a letter too many', 'auditt', 'audit'],
  ['another letter', 'dema', 'demo'],
  ['two letters swapped', 'stauts', 'status'],
  ['a word that is longer', 'audit chekpiont', 'audit checkpoint'],
  ['the nearer of two', 'tenant lst', 'tenant list'],
  ['an option', '--jsn', '--json'],
])('docs/design/house.md: the name that was meant: %s', (_what, typed, name) => {
  expect(findNearest(typed, names)).toBe(name)
})

test.each(['', 'x', 'deliver', 'frobnicate', 'omed1'])('docs/design/house.md: no name was meant by "%s"', (typed) => {
  expect(findNearest(typed, names)).toBeUndefined()
})
