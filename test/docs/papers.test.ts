/** Everything that the documentation names exists: links, files, and commands. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { subcommands } from '../../src/commands/subcommands.ts'

const checkout = resolve(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const listMarkdown = (folder: string): readonly string[] =>
  readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`)

const papers = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', '.github'].flatMap(listMarkdown),
]

/** All that a pattern's first group finds. */
const findIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> }

describe.each(papers)('%s', (paper) => {
  const text = textOf(paper)

  test('README: each link leads to a file of the repository', () => {
    const targets = findIn(text, /\]\(([^)\s#]+)[^)]*\)/g).filter((target) => !/^https?:/.test(target))

    expect(targets.filter((target) => !existsSync(join(checkout, dirname(paper), target)))).toEqual([])
  })

  test('README: each file of the source that it names is there', () => {
    const files = findIn(text, /`((?:src|queues|client|conformance|tools|bench|judges|test)\/[\w./-]+)`/g)

    expect(files.filter((file) => !/[A-Z]{2}/.test(file) && !existsSync(join(checkout, file)))).toEqual([])
  })

  test('README: each script and each subcommand that it names is there', () => {
    const named = findIn(text, /npm run (?:-s )?([a-z][\w:-]*)/g)
    const called = findIn(text, /(?:npm run -s banksia --|`banksia) ([a-z][a-z ]*)/g)

    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
    expect(called.filter((words) => !isSubcommand(words))).toEqual([])
  })
})

/** If several subcommands begin alike, the first word names them all. */
const isSubcommand = (words: string): boolean =>
  subcommands.some(({ name }) => `${words} `.startsWith(`${name} `) || name.startsWith(`${words.trim()} `))

test('README: it fits on one screen', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(80)
})
