/** The README's lists against the tables that they come from, both ways. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { settings } from '../../src/core/config.ts'
import { problemCatalogue } from '../../src/core/problems.ts'
import { hubRoutes } from '../../src/hub/routes.ts'
import { events } from '../../src/store/events.ts'

const readme = readFileSync(resolve(import.meta.dirname, '../..', 'README.md'), 'utf8')

/** The cells of the table below a heading, without marks. */
function rowsBelow(heading: string): string[][] {
  const part = readme.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ''
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

test('DESIGN: the README lists every setting, and no other', () => {
  const expected = settings.map(({ variable, meaning }) => [variable, meaning])

  expect(rowsBelow('Settings').map(([variable, , meaning]) => [variable, meaning])).toEqual(expected)
})

test('DESIGN: the README lists every route of the Hub, and no other', () => {
  expect(rowsBelow('Routes of the Hub')).toEqual(hubRoutes(1).map(({ method, path }) => [method, path]))
})

test('DESIGN: the README lists every problem, and no other', () => {
  expect(rowsBelow('Problems')).toEqual(
    problemCatalogue.map(({ slug, status, title }) => [slug, String(status), title]),
  )
})

test('DESIGN: the README lists every event, and no other', () => {
  const expected = events.map((row) => [row.kind, 'usage' in row ? row.usage : '', 'billing' in row ? row.billing : ''])

  expect(rowsBelow('Events')).toEqual(expected)
})
