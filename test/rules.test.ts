/** Titles of tests against the list of rules, both ways. STYLE.md section 9. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { rules } from '../conformance/rules.ts'

const folder = resolve(import.meta.dirname)

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

test('DESIGN: every rule of the specification and every decision that code can break has a test', () => {
  expect(rules.map(({ rule }) => rule).filter((rule) => !named.includes(rule))).toEqual([])
})

test('DESIGN: no test names a rule that is not there', () => {
  const known = new Set<string>(rules.map(({ rule }) => rule))

  expect(named.filter((rule) => !known.has(rule))).toEqual([])
})
