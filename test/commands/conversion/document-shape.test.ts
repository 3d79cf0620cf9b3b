/** Whatever a foreign Bundle holds, it is refused by element or rendered; nothing else is thrown. R4 json.html. */
import { beforeAll, expect, test } from '@jest/globals'
import { describeDocument, readDocument } from '../../../src/commands/conversion/read-document.ts'
import { ContentError } from '../../../src/commands/conversion/read-file.ts'
import { DocumentRefused } from '../../../src/exports/check-document.ts'
import { type ExportFormat, renderFormat } from '../../../src/exports/formats.ts'
import type { Definitions } from '../../../src/profiles/definitions/definitions.ts'
import { exampleDocument } from '../../builders.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'

let definitions: Definitions
beforeAll(async () => {
  definitions = await openTestDefinitions()
})

type Json = Record<string, unknown>

/** The paths of every member and item. */
const listPaths = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => [[...path, name], ...listPaths(part, [...path, name])])
    : []

function replaced(path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(exampleDocument()) as unknown
  const parent = path.slice(0, -1).reduce((at, name) => (at as Json)[name], copy) as Json
  const last = path.at(-1) ?? ''
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

async function outcomeOf(document: unknown, format: ExportFormat): Promise<string> {
  try {
    const bundle = readDocument(definitions, 'file', Buffer.from(JSON.stringify(document)))
    return (await renderFormat(format, describeDocument(bundle))).bytes.length > 0 ? 'rendered' : 'empty'
  } catch (error) {
    if (error instanceof DocumentRefused || error instanceof ContentError) return 'refused'
    return `${path(error)} ${error instanceof Error ? error.message : ''}`
  }
}

const path = (error: unknown): string => (error instanceof Error ? (error.stack?.split('\n')[1] ?? '') : '')

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a word', 'x'],
  ['an object', {}],
  ['an array', []],
  ['an array of null', [null]],
])('R4 json.html: %s in place of any element is refused or rendered', async (_, value) => {
  const outcomes = new Map<string, number>()

  for (const path of listPaths(exampleDocument())) {
    const document = replaced(path, value)
    for (const format of ['cda', 'html', 'rtf'] as const) {
      const outcome = await outcomeOf(document, format)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }

  expect([...outcomes.keys()].sort()).toEqual(['refused', 'rendered'])
})
