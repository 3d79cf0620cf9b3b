import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { type Backend, openBackend } from '../../queues/backend.ts'
import { queueTable } from '../../queues/queues.ts'
import { openLog } from '../../src/core/log.ts'
import { configFor, createDatabase, type TestDatabase } from '../database.ts'
import { waitUntil } from '../patience.ts'

let database: TestDatabase
let backend: Backend
/** In another database, so that it is none of the connections that are counted. */
let observer: pg.Pool
const woken: string[] = []

beforeAll(async () => {
  database = await createDatabase()
  observer = new pg.Pool({ ...configFor(database.config, 'postgres'), max: 1 })
  backend = await openBackend({ database: database.config, log: openLog('silent') })
  for (const { name } of queueTable)
    await backend.work(name, async ({ subject }) => {
      woken.push(subject)
    })
})

afterAll(async () => {
  await backend.close()
  await observer.end()
  await database.drop()
})

const name = (): string => database.config.database ?? new URL(database.config.connectionString ?? '').pathname.slice(1)

async function wakeAll(): Promise<void> {
  const subjects = queueTable.map((row) => ({ name: row.name, subject: randomUUID() }))
  for (const { name, subject } of subjects) await backend.add(name, subject, { tenant: 'a', subject })
  await waitUntil(() => subjects.every(({ subject }) => woken.includes(subject)))
}

test('D319: the workers of all queues share a few connections, and each is woken at once', async () => {
  await wakeAll()
  const { rowCount } = await observer.query('select from pg_stat_activity where datname = $1', [name()])

  expect(rowCount).toBeLessThanOrEqual(7)
})

test('D319: workers whose connections the database has ended are woken again', async () => {
  await observer.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()])
  await waitUntil(backend.isReady)

  await wakeAll()

  expect(woken).toHaveLength(2 * queueTable.length)
})
