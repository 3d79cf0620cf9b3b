/** `banksia usage rebuild` beside a running server, and from a replica. docs/design/store.md#writes. */
import { afterAll, expect, test } from '@jest/globals'
import { createPatient, openEncounter } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { urlOf } from '../running-server.ts'
import { endAll, runCommand } from '../system/processes.ts'
import { useRunning } from '../use-running.ts'

const server = useRunning()

afterAll(endAll)

const rebuild = (...given: readonly string[]) => {
  const { dataDir, database } = server.site
  const url = urlOf(database.config)
  // A connection of its own; that it is the same server is all that the test machine has.
  const env = { BANKSIA_DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_REPLICA_URL: url }
  return runCommand(['usage', 'rebuild', ...given], { env })
}

const counted = `select coalesce(sum(count), 0)::int as count from usage_count where kind = 'encounter.created' and unit = 'hour'`

test('docs/design/store.md#audit: ends with 0 where the counts are those of the audit, with 1 where they were not, and puts them right', async () => {
  await openEncounter(server.call, await createPatient(server.call))
  await waitFor(
    async () => (await server.site.pool.query<{ count: number }>(counted)).rows[0]?.count,
    (count) => count === 1,
  )
  const equal = await rebuild('--json')
  await server.site.pool.query(`update usage_count set count = 5 where kind = 'encounter.created' and unit = 'hour'`)

  const wrong = await rebuild()

  expect(equal).toMatchObject({ code: 0 })
  expect(JSON.parse(equal.output)).toMatchObject({ differences: [] })
  expect(wrong.code).toBe(1)
  expect(wrong.output).toMatch(
    /^tenant [\w-]+, hour from [\dTZ:.-]+, encounter.created, connect: 1 by the audit, 5 kept$/m,
  )
  expect(await rebuild('--tenant', '00000000-0000-7000-8000-000000000001')).toMatchObject({ code: 0 })
  expect(await rebuild('--tenant', 'somebody')).toMatchObject({ code: 2 })
})
