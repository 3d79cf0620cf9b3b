/** Whatever a foreign Bundle holds, it is refused by element or rendered; nothing else is thrown. R4 json.html. */
import { beforeAll, expect, test } from '@jest/globals'
import { describeDocument, readDocument } from '../../../src/commands/conversion/read-document.ts'
import { ContentError } from '../../../src/commands/conversion/read-file.ts'
import { DocumentRefused } from '../../../src/exports/check-document.ts'
import { renderFormat } from '../../../src/exports/formats.ts'
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

/** The value with another one at the path; all that is not on the path is shared. */
function replaced(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json
  if (other === undefined && rest.length === 0) delete copy[name]
  else copy[name] = replaced(copy[name], rest, other)
  return copy
}

async function outcomeOf(make: () => number | Promise<number>): Promise<string> {
  try {
    return (await make()) > 0 ? 'rendered' : 'empty'
  } catch (error) {
    if (error instanceof DocumentRefused || error instanceof ContentError) return 'refused'
    return `${path(error)} ${error instanceof Error ? error.message : ''}`
  }
}

/** Of a document in each form; a document that cannot be read has one outcome. */
async function listOutcomes(document: unknown): Promise<readonly string[]> {
  let input: ReturnType<typeof describeDocument> | undefined
  const read = await outcomeOf(() => {
    input = describeDocument(readDocument(definitions, 'file', Buffer.from(JSON.stringify(document))))
    return 1
  })
  const given = input
  if (given === undefined) return [read]
  const formats = ['cda', 'html', 'rtf'] as const
  return Promise.all(formats.map((format) => outcomeOf(async () => (await renderFormat(format, given)).bytes.length)))
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
  const document = exampleDocument()
  const outcomes = new Set<string>()

  for (const path of listPaths(document))
    for (const outcome of await listOutcomes(replaced(document, path, value))) outcomes.add(outcome)

  expect([...outcomes].sort()).toEqual(['refused', 'rendered'])
})
