/** A table that grows fast gets new statistics, so that its statements get the plans of a large table. D94. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'
import { waitUntil } from '../patience.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(() => app.close())

const as = { tenant: 2 } as const
const rowsOf = async (table: string): Promise<number> => {
  const text = 'select reltuples::int as rows from pg_class where oid = $1::regclass'
  return (await app.owner.query<{ rows: number }>(text, [table])).rows[0]?.rows ?? 0
}

async function createPatients(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await app.send('POST', '/Patient', { as, body: { resourceType: 'Patient', name: [{ family: `Family ${at}` }] } })
}

test('D94: a table that has grown to a multiple is analyzed soon, and by no autovacuum', async () => {
  await createPatients(1)
  const { rows } = await app.owner.query<{ name: string }>(
    `select tableoid::regclass::text as name from resource where type = 'Patient' limit 1`,
  )
  const table = rows[0]?.name ?? ''
  await app.owner.query(`alter table ${table} set (autovacuum_enabled = false)`)
  const before = await rowsOf(table)

  await createPatients(200)

  // The commits that come later ask again: the first may come before PostgreSQL has counted its rows.
  await waitUntil(async () => {
    await createPatients(50)
    return (await rowsOf(table)) >= Math.max(before, 0) + 200
  })
})

test('D94: what has hardly grown is left alone', async () => {
  await app.owner.query('analyze')
  const { rows } = await app.owner.query<{ count: number }>('select analyze_grown() as count')
  expect(rows[0]?.count).toBe(0)
})
