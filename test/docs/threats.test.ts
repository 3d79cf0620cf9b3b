/** The threat model of docs/security.md: each promise names its tests, and they are there. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const checkout = resolve(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(checkout, path), 'utf8')

const section = /\n## Threats\n([\s\S]*?)\n## /.exec(textOf('docs/security.md'))?.[1] ?? ''
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Who'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const cited = rows.flatMap(([, who = '', , , tests = '']) =>
  [...tests.matchAll(/`(test\/[\w./-]+)`: ([^`]+?)(?=; `|$)/g)].map(([, file = '', titles = '']) => ({
    who,
    file,
    titles,
  })),
)

const attackIds = /(?:API\d+|9700)-\d+/g

/** Titles of attacks are ids in a table; all others stand there as they are. */
const listMissing = ({ file, titles }: (typeof cited)[number]): readonly string[] => {
  const text = existsSync(join(checkout, file)) ? textOf(file) : ''
  const ids = titles.match(attackIds)
  return ids === null
    ? [titles].filter((title) => !text.includes(`'${title}'`))
    : ids.filter((id) => !text.includes(`id: '${id}'`)).concat(titles.replace(attackIds, '').match(/[a-z]+/gi) ?? [])
}

test('docs/security.md#threats: each promise names a test', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(([, who]) => !cited.some((one) => one.who === who)).map(([, who]) => who)).toEqual([])
})

test('docs/security.md#threats: each test that it names is there', () => {
  expect(cited.flatMap((one) => listMissing(one).map((title) => `${one.file}: ${title}`))).toEqual([])
})

/** The files of the attacks, read as text: they open a server when they run. */
const tables = [
  'objects',
  'authentication',
  'properties',
  'resources',
  'functions',
  'flows',
  'fetching',
  'settings',
  'answers',
  'rfc9700',
  'sessions',
  'holders',
  'passkeys',
  'upstream',
]
const attacks = tables.flatMap((name) =>
  [...textOf(`test/attacks/${name}.ts`).matchAll(/id: '((?:API\d+|9700)-\d+)',[^\n]*?cause: '((?:[^'\\]|\\.)*)'/g)].map(
    ([, id = '', cause = '']) => ({ id, cause }),
  ),
)

test('docs/security.md#threats: there are more than 300 attacks, each with an id and a cause of its own', () => {
  expect(attacks.length).toBeGreaterThan(300)
  for (const name of ['id', 'cause'] as const) {
    const all = attacks.map((attack) => attack[name])
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
  }
})
