/** The schema of a database, and which release it belongs to. STORE.md "Tenants", "Search". */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import pg from 'pg'
import { migrate } from '../../src/store/migrate.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await createDatabase()
  pool = new pg.Pool({ ...database.config, max: 1 })
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

test.each([
  ['as it was left', 'select', undefined],
  ['by a text that is not in this release', `update migration set sha256 = 'other' where number = 1`, 'other-schema'],
  ['before texts were recorded', 'alter table migration drop column sha256', 'other-schema'],
  ['by a newer release', `insert into migration (number, name) values (9999, 'x.sql')`, 'newer-schema'],
])('STORE "Resource": a database whose tables were made %s', async (_how, change, reason) => {
  await pool.query(change)

  const opened = migrate(pool)

  if (reason === undefined) await expect(opened).resolves.toBeUndefined()
  else await expect(opened).rejects.toMatchObject({ name: 'DataDirectoryError', reason })
})

test('STORE "Resource": what grows with the records lies in eight parts by tenant', async () => {
  const { rows } = await pool.query<{ name: string; parts: number }>(
    `select inhparent::regclass::text as name, count(*)::int as parts from pg_inherits
     join pg_class on pg_class.oid = inhparent and relkind = 'p' group by 1 order by 1`,
  )

  expect(rows).toEqual(['audit', 'blob', 'history', 'range', 'resource', 'token'].map((name) => ({ name, parts: 8 })))
})
