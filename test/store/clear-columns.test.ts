/** The database holds in the clear only the columns that docs/security.md lists. docs/design/store.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import pg from 'pg'
import { createDatabase } from '../database.ts'

const page = join(import.meta.dirname, '../../docs/security.md')

/** Table and columns of one row of the list. */
const clearRows = (): readonly string[] => {
  const [, part = ''] = readFileSync(page, 'utf8').split('## What the database holds\n')
  return [...(part.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].flatMap(
    ([, table, ...cells]) =>
      cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`)),
  )
}

test('docs/design/house.md#patient-data: docs/security.md lists every column of the database, and no other', async () => {
  const database = await createDatabase()
  const client = new pg.Client(database.config)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  await client.end()
  await database.drop()

  expect([...clearRows()].sort()).toEqual(rows.map(({ name }) => name).sort())
})
