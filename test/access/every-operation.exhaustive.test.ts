/** The whole table: every operation as every role, with every kind of scope, from every spoke. docs/security.md#who-may-call-what. */
import { beforeAll, expect, test } from '@jest/globals'
import { useRunning } from '../use-running.ts'
import { everyCaller, spokeTable } from './callers.ts'
import { operations } from './every-operation.ts'
import { openTable, type Table } from './operation-cells.ts'
import { fillWorld } from './operation-world.ts'

const server = useRunning()
let table: Table

beforeAll(async () => {
  table = openTable(server, await fillWorld(server))
})

test.each(Object.keys(spokeTable))('docs/security.md#who-may-call-what: every caller from %s', async (spoke) => {
  const callers = everyCaller.filter((caller) => caller.spoke === spoke)
  const cells = operations.flatMap((operation) => callers.map((caller) => ({ operation, caller })))

  expect(await table.listWronglyLetIn(cells)).toEqual([])
  expect(await table.listWronglyRefused(cells)).toEqual([])
})
