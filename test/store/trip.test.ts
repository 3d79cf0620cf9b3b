/** Statements that go together. docs/design/store.md#writes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { sendPipelined } from '../../src/store/postgres/pipeline.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client(database.config)
  await client.connect()
  await client.query('create table kept (number int primary key)')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const insert = (number: number) => ({
  name: 'insert',
  text: 'insert into kept values ($1) returning number',
  values: [number],
})
const count = { name: 'count', text: 'select count(*)::int as rows from kept' }
const broken = { name: 'broken', text: 'select 1 / $1::int as rows', values: [0] }

test('docs/design/store.md#writes: statements of one trip are answered in their order, and see those before them', async () => {
  const results = await sendPipelined(client, [insert(1), insert(2), count])

  expect(results.map(({ rows }) => rows)).toEqual([[{ number: 1 }], [{ number: 2 }], [{ rows: 2 }]])
})

test('docs/design/store.md#writes: where one fails, none of the trip is done, and the connection goes on with what it has prepared', async () => {
  const before = (await client.query(count)).rows
  const later = { name: 'later', text: 'select 3 as rows' }

  await expect(sendPipelined(client, [insert(3), broken, later])).rejects.toMatchObject({ code: '22012' })

  expect((await client.query(count)).rows).toEqual(before)
  const again = await sendPipelined(client, [{ ...broken, values: [1] }, later, insert(3)])
  expect(again.map(({ rows }) => rows[0])).toEqual([{ rows: 1 }, { rows: 3 }, { number: 3 }])
})

test('docs/design/store.md#writes: within a transaction a trip is a part of it', async () => {
  const rows = (await client.query(count)).rows[0].rows
  await sendPipelined(client, [{ text: 'begin' }, insert(4)])
  await client.query(insert(5))

  await sendPipelined(client, [insert(6), { text: 'rollback' }])

  expect((await client.query(count)).rows[0].rows).toBe(rows)
})
