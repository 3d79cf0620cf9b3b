/** docs/reference against the tables that the program runs by. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { renderPage } from '../../src/commands/reference/reference-page.ts'
import { buildReference } from '../../src/commands/reference/reference-pages.ts'
import { subcommands } from '../../src/commands/subcommands.ts'
import { problemCatalogue } from '../../src/core/problem-catalogue.ts'
import { settings } from '../../src/core/settings.ts'
import { hubRoutes } from '../../src/hub/routes.ts'
import { events } from '../../src/store/events.ts'

const checkout = resolve(import.meta.dirname, '../..')
const folder = join(checkout, 'docs/reference')
const pages = buildReference(subcommands)
const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

test('docs/design/house.md: docs/reference is what the program prints, and nothing else', () => {
  const stale = pages.filter((page) => textOf(join(folder, `${page.name}.md`)) !== renderPage(page))
  const files = readdirSync(folder).map((file) => file.replace(/\.md$/, ''))

  expect({ command: 'npm run reference', stale: stale.map(({ name }) => name) }).toEqual({
    command: 'npm run reference',
    stale: [],
  })
  expect(files.sort()).toEqual(pages.map(({ name }) => name).sort())
})

/** The names in the first cells of a page's tables. */
const namesIn = (name: string, column = 0): readonly string[] =>
  pages
    .filter((page) => page.name === name)
    .flatMap(({ tables }) =>
      tables.flatMap(({ rows }) => rows.map((cells) => cells[column]?.replaceAll('`', '') ?? '')),
    )

test('docs/design/house.md: the reference lists every setting, route, problem and event, and no other', () => {
  expect(namesIn('settings')).toEqual(settings.map(({ variable }) => variable))
  expect(namesIn('routes', 1)).toEqual(hubRoutes(1).map(({ path }) => path))
  expect(namesIn('problems')).toEqual(problemCatalogue.map(({ slug }) => slug))
  expect(namesIn('events')).toEqual(events.map(({ kind }) => kind))
})

test('docs/design/house.md: the reference lists every subcommand with its options, and no other', () => {
  const listed = pages.find(({ name }) => name === 'commands')?.tables ?? []

  expect(listed.map(({ heading, rows }) => [heading, rows.length])).toEqual(
    subcommands.map(({ name, options }) => [name, options.length]),
  )
})
