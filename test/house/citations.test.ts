/** Every citation in comments, test titles and documentation can be opened. docs/design/house.md#tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

const names = new Set(tracked.map((path) => basename(path)))

/** A migration that was released never changes, not even its comments. docs/design/store.md#migrations. */
const isKept = (path: string): boolean =>
  !path.startsWith('src/store/migrations/') && path !== 'test/house/citations.test.ts'

const pages = tracked.filter((path) => path.endsWith('.md') && !path.includes('/prompts/'))
const sources = tracked.filter((path) => /\.(?:ts|mjs|sql)$/.test(path)).filter(isKept)

/** The addresses of a page's headings, as GitHub makes them. */
const slugOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const headingsOf = (path: string): ReadonlySet<string> =>
  new Set([...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => slugOf(heading)))

const headings = new Map(pages.map((path) => [path, headingsOf(path)]))

/** Why a page, or a heading of it, cannot be opened; undefined where it can. */
function findFault(page: string, heading: string | undefined): string | undefined {
  const known = headings.get(page)
  if (known === undefined) return `${page} is no page`
  return heading === undefined || known.has(heading) ? undefined : `${page} has no heading #${heading}`
}

const isComment = (line: string): boolean => /^\s*(?:\/\*\*|\*|\/\/|--) /.test(line) || /\s\/\/ /.test(line)
const isTitle = (line: string): boolean => /['"`](?:docs\/|ARCHITECTURE|D\d)/.test(line)

const linesOf = (path: string): string[] =>
  read(path)
    .split('\n')
    .filter((line) => isComment(line) || (path.startsWith('test/') && isTitle(line)))

/** `docs/a.md#b, #c` cites two headings of one page. */
const pathText = /(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.md)\b((?:(?:, )?#[\w-]+)*)/g

const listPageFaults = (path: string, line: string): string[] =>
  [...line.matchAll(pathText)].flatMap(([, page = '', anchors = '']) => {
    const cited = anchors === '' ? [undefined] : anchors.split('#').slice(1)
    return cited.flatMap((anchor) => findFault(page, anchor?.replace(/, $/, '')) ?? []).map((why) => `${path}: ${why}`)
  })

test('docs/design/house.md#tests: a comment or title that cites a page names one, and a heading that it has', () => {
  const found = sources
    .filter((path) => !path.startsWith('test/docs/') && !path.includes('/fixtures/'))
    .flatMap((path) => linesOf(path).flatMap((line) => listPageFaults(path, line)))

  expect(found).toEqual([])
})

test('docs/design/house.md#tests: a comment that names a file of ours names one that is there', () => {
  const named = /(?<![\w/.-])((?:src|queues|test|bench|conformance)\/(?:[\w-]+\/)*[\w-]+\.(?:ts|mjs|sql))\b/g
  const alone = /(?<![\w/.@-])([a-z][\w-]*\.ts)\b/g
  const found = sources.flatMap((path) =>
    linesOf(path)
      .filter(isComment)
      .flatMap((line) => [
        ...[...line.matchAll(named)].flatMap(([, file = '']) => (tracked.includes(file) ? [] : [`${path}: ${file}`])),
        ...[...line.matchAll(alone)].flatMap(([, file = '']) => (names.has(file) ? [] : [`${path}: ${file}`])),
      ]),
  )

  expect(found).toEqual([])
})

test('docs/design/house.md#tests: a decision that is cited was made', () => {
  const made = new Set([...read('conformance/DECISIONS.md').matchAll(/^\*\*(D\d+)\./gm)].map(([, number]) => number))
  const cited = (text: string): string[] => text.match(/\bD\d{1,3}\b(?![\w-])/g) ?? []
  const found = [
    ...sources.flatMap((path) =>
      linesOf(path)
        .filter((line) => isComment(line) || /['"`]D\d+: /.test(line))
        .flatMap((line) => cited(line).map((number) => [path, number] as const)),
    ),
    ...pages.flatMap((path) => cited(read(path)).map((number) => [path, number] as const)),
  ].filter(([, number]) => !made.has(number))

  expect(found).toEqual([])
})

test('docs/design/house.md#tests: a link of a page leads to a file, and to a heading that it has', () => {
  const found = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|mailto:|<)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([, to = '', heading]) => {
        const target = to === '' ? path : join(dirname(path), to)
        if (!target.endsWith('.md'))
          return existsSync(join(root, target)) || to.startsWith('/') ? [] : [`${path}: ${to} is not there`]
        const why = findFault(target, heading)
        return why === undefined ? [] : [`${path}: ${why}`]
      },
    ),
  )

  expect(found).toEqual([])
})

test('docs/design/house.md#tests: a file that a page of the design names is there, also by the end of its path', () => {
  const found = [...pages.filter((path) => path.startsWith('docs/design/')), 'ARCHITECTURE.md'].flatMap((path) =>
    [...read(path).matchAll(/`([\w-]+(?:\/[\w-]+)*\.(?:test\.)?(?:ts|mjs|sql))`/g)].flatMap(([, file = '']) =>
      tracked.some((one) => one === file || one.endsWith(`/${file}`)) ? [] : [`${path}: ${file}`],
    ),
  )

  expect(found).toEqual([])
})

test('docs/design/house.md#tests: the pages of the design are linked from ARCHITECTURE.md', () => {
  const text = read('ARCHITECTURE.md')
  const found = pages.filter((path) => path.startsWith('docs/design/') && !text.includes(`(${path})`))

  expect(found).toEqual([])
})
