/** docs/platform.md against the tables that it shows, both ways. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { features } from '../../src/core/features.ts'
import { limits, timeouts } from '../../src/core/platform.ts'
import { spokes } from '../../src/core/spokes.ts'
import { measurements } from '../../src/hub/artifacts/measurements.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/platform.md'), 'utf8')

function rowsBelow(heading: string): readonly (readonly string[])[] {
  const part = page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ''
  const lines = part.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
  return lines.slice(1).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

test('docs/design/hub.md#spokes: the page lists every spoke with all that is said of it, and no other', () => {
  const expected = spokes('ios').map(({ id, title, purpose, surface, scopes, flags, gates }) => [
    id,
    title,
    purpose,
    surface,
    scopes.join(' '),
    flags.join(' '),
    gates.join(' '),
  ])

  expect(rowsBelow('Spokes')).toEqual(expected)
})

test('docs/design/hub.md#routes: the page lists every feature, time-out and limit', () => {
  expect(rowsBelow('Switches and limits')).toEqual(features.map(({ name, whileOff }) => [name, whileOff]))
  expect([...timeouts, ...limits].filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([])
})

test('spec 2.1: the page lists every measurement', () => {
  const expected = measurements.map(({ name, labels, meaning }) => [name, labels.join(' '), meaning])

  expect(rowsBelow('Metrics')).toEqual(expected)
})
