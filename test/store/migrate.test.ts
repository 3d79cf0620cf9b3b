/** The schema of a database, and which release it belongs to. docs/design/store.md#tenants-and-keys, #search. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type pg from 'pg'
import { migrate } from '../../src/store/migrate.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'

let database: TestDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await createDatabase()
  pool = openOwner(database)
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
])('docs/design/store.md#resources: a database whose tables were made %s', async (_how, change, reason) => {
  await pool.query(change)

  const opened = migrate(pool)

  if (reason === undefined) await expect(opened).resolves.toBeUndefined()
  else await expect(opened).rejects.toMatchObject({ name: 'DataDirectoryError', reason })
})

test('docs/design/store.md#resources: what grows with the records lies in eight parts by tenant', async () => {
  const { rows } = await pool.query<{ name: string; parts: number }>(
    `select inhparent::regclass::text as name, count(*)::int as parts from pg_inherits
     join pg_class on pg_class.oid = inhparent and relkind = 'p' group by 1 order by 1`,
  )

  expect(rows).toEqual(['audit', 'blob', 'history', 'range', 'resource', 'token'].map((name) => ({ name, parts: 8 })))
})

test('D69: a subscription that is here already names no patient who is not', async () => {
  const { rows: tenants } = await pool.query<{ number: number }>(
    `insert into tenant (id, required_profiles, reference_policy, time_zone)
     values ('00000000-0000-7000-8000-0000000000aa', 'base', 'allow', 'Australia/Sydney') returning number`,
  )
  const number = tenants[0]?.number
  await pool.query(
    `insert into resource (tenant, space, type, id, key, version, self, owner, created_at, updated_at, d, content, tokens, drivers, refs, range_hashes, range_lows, range_highs)
     values ($1, 'fhir', 'Patient', 'here', 1, 1, 1, 'client', now(), now(), now(), '', '{}', 0, '{}', '{}', '{}', '{}')`,
    [number],
  )
  for (const patient of ['here', 'Grevillea-Wattle'])
    await pool.query(
      `insert into subscription (tenant, id, state, types, subject, client, spoke, roles, scopes, patient_id)
       values ($1, gen_random_uuid()::text, 'active', '{}', 's', 'c', 'connect', '{}', '{}', $2)`,
      [number, patient],
    )
  const text = readFileSync(
    join(import.meta.dirname, '../../src/store/migrations/0031-0060/0035-subscription-patients.sql'),
    'utf8',
  )

  await pool.query(text)

  const { rows } = await pool.query('select patient_id as patient from subscription order by 1 nulls last')
  expect(rows).toEqual([{ patient: 'here' }, { patient: null }])
})

test('D144: a PDF that a link has opened before stays the one that it opens', async () => {
  const { rows: tenants } = await pool.query<{ number: number }>(
    `insert into tenant (id, required_profiles, reference_policy, time_zone)
     values ('00000000-0000-7000-8000-0000000000ab', 'base', 'allow', 'Australia/Sydney') returning number`,
  )
  const kept = [
    ['original', 'pdf', 'default', 'someone'],
    ['original', 'pdf', 'default', ''],
    ['original', 'pdf', 'archive-1b', 'someone'],
    ['recall', 'pdf', 'default', 'someone'],
    ['original', 'cda', 'default', 'someone'],
  ]
  for (const [kind, format, preset, recipient] of kept)
    await pool.query(
      `insert into rendering (tenant, artifact_id, kind, format, preset, recipient, blob_id, bytes, sha256)
       values ($1, '0198f2a0-0000-7000-8000-0000000000a1', $2, $3, $4, $5, gen_random_uuid(), 9, 'hash')`,
      [tenants[0]?.number, kind, format, preset, recipient],
    )
  const text = readFileSync(
    join(import.meta.dirname, '../../src/store/migrations/0031-0060/0053-plain-pages.sql'),
    'utf8',
  )

  await pool.query(text)

  const { rows } = await pool.query(
    `select kind, format, recipient, count(*) over (partition by blob_id)::int as shared from rendering order by preset = 'plain' desc, blob_id limit 2`,
  )
  expect(rows[0]).toEqual({ kind: 'original', format: 'pdf', recipient: 'someone', shared: 2 })
  expect((await pool.query('select 1 from rendering')).rowCount).toBe(kept.length + 1)
})
