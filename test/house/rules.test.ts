/** Titles of tests against the list of rules, both ways. docs/design/house.md#tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { rules } from '../../conformance/rules.ts'
import { specificationRows } from '../../conformance/specification.ts'

const folder = resolve(import.meta.dirname, '..')

function listTests(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name)
    return entry.isDirectory() ? listTests(inner) : entry.name.endsWith('.test.ts') ? [inner] : []
  })
}

const title = /\b(?:test|testWith\w+|it|describe)(?:\.each\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
const titles = listTests(folder).flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(title)].map((match) => match[2] ?? ''),
)
const named = titles.flatMap((text) => /^(R\d+\.\d+|D\d+)\b/.exec(text)?.[1] ?? [])

test('docs/design/house.md#tests: every rule of the specification and every decision that code can break has a test', () => {
  expect(rules.map(({ rule }) => rule).filter((rule) => !named.includes(rule))).toEqual([])
})

test('docs/design/house.md#tests: no test names a rule that is not there', () => {
  const known = new Set<string>(rules.map(({ rule }) => rule))

  expect(named.filter((rule) => !known.has(rule))).toEqual([])
})

/** A title, or the beginning of one in a table of cases. */
const rowText = /(['"`])(spec \d(?:\.\d)? (?:\\.|(?!\1).)*)\1/g
const rowTexts = listTests(folder).flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(rowText)].map((match) => match[2] ?? ''),
)
const isOf = (text: string, row: string): boolean => text === row || text.startsWith(`${row}: `)

test('docs/design/house.md#tests: every row of the specification’s tables has a test', () => {
  expect(specificationRows.filter((row) => !rowTexts.some((text) => isOf(text, row)))).toEqual([])
})

test('docs/design/house.md#tests: no test names a path of the specification that is not there', () => {
  const paths = rowTexts.filter((text) => /^spec \d\.\d \/v1/.test(text))

  expect(paths.filter((text) => !specificationRows.some((row) => isOf(text, row)))).toEqual([])
})

test('docs/design/house.md#tests: no two decisions have one number', () => {
  const numbers = rules.map(({ rule }) => rule)

  expect(numbers.filter((rule, at) => numbers.indexOf(rule) !== at)).toEqual([])
})
