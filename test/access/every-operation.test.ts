/** Every operation as every role, with and without the scope, from every spoke. docs/security.md#who-may-call-what; R5.1, R3.1, D74. */
import { beforeAll, expect, test } from '@jest/globals'
import { roles } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { spokes } from '../../src/core/spokes.ts'
import { useRunning } from '../use-running.ts'
import { roleLetters, someCallers, spokeTable } from './callers.ts'
import { fhirTitles, hubTitles, operations } from './every-operation.ts'
import { fhirNeeds } from './fhir-operations.ts'
import { hubSentences } from './hub-operations.ts'
import { openTable, type Table } from './operation-cells.ts'
import { fillWorld } from './operation-world.ts'

const server = useRunning()
const cells = operations.flatMap((operation, at) =>
  someCallers(at, operation.lets).map((caller) => ({ operation, caller })),
)

let table: Table

beforeAll(async () => {
  table = openTable(server, await fillWorld(server))
})

test('docs/security.md#who-may-call-what: the tables name every role, every spoke and every operation, and nothing else', () => {
  const told = hubSentences.flatMap((sentence) => sentence.operations)

  expect(Object.values(roleLetters).sort()).toEqual([...roles].sort())
  expect(spokeTable).toEqual(
    Object.fromEntries(spokes(readConfig({}).iosSpoke).map(({ id, scopes }) => [id, scopes.includes('write')])),
  )
  expect([...told].sort()).toEqual([...hubTitles].sort())
  expect(Object.keys(fhirNeeds).sort()).toEqual([...fhirTitles].sort())
})

test('docs/security.md#who-may-call-what: who is not let in changes nothing, and is told nothing but why', async () => {
  expect(await table.listWronglyLetIn(cells)).toEqual([])
})

test('docs/security.md#who-may-call-what: who is let in is not refused', async () => {
  expect(await table.listWronglyRefused(cells)).toEqual([])
})

test('R5.1: nobody is let in without a token', async () => {
  expect(await table.listOpen(operations)).toEqual([])
})
