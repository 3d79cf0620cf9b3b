/** `banksia audit` beside a running server. docs/design/store.md#audit. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { waitFor } from '../patience.ts'
import { urlOf } from '../running-server.ts'
import { endAll, runCommand } from '../system/processes.ts'
import { useRunning } from '../use-running.ts'

const server = useRunning()

afterAll(endAll)

const audit = (...given: readonly string[]) => {
  const { dataDir, database } = server.site
  return runCommand(['audit', ...given], {
    env: { BANKSIA_DATA_DIR: dataDir, DATABASE_URL: urlOf(database.config) },
  })
}

const patients = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await server.call('GET', '/v1/encounters')
}

const unsealed = `select count(*)::int as count from audit a where not exists (
  select from audit_batch b where b.tenant = a.tenant and (b.through_tx, b.through_seq) >= (a.tx, a.seq))`

const waitForSeal = () =>
  waitFor(
    async () => (await server.site.pool.query<{ count: number }>(unsealed)).rows[0]?.count,
    (count) => count === 0,
  )

test('docs/security.md#is-the-audit-whole: a worker seals behind the requests; what is whole ends with 0', async () => {
  await patients(3)
  await waitForSeal()

  const verified = await audit('verify', '--json')

  expect(verified).toMatchObject({ code: 0 })
  const report = JSON.parse(verified.output)
  expect(report.findings).toEqual([])
  expect(report.tenants).toHaveLength(2)
  expect(report.tenants[0].records).toBeGreaterThanOrEqual(3)
})

test('docs/security.md#is-the-audit-whole: a finding ends with 1 and is told in words; a checkpoint finds what is cut off', async () => {
  const out = join(server.site.dataDir, 'checkpoint.json')
  await patients(2)
  await waitForSeal()
  const exported = await audit('checkpoint', '--out', out)
  const { rows } = await server.site.pool.query<{ id: string }>(
    `delete from audit where (tenant, seq) = (select tenant, max(seq) from audit where tenant = 1 group by tenant) returning id`,
  )
  await server.site.pool.query(
    'delete from audit_batch where tenant = 1 and number = (select max(number) from audit_batch where tenant = 1)',
  )

  const verified = await audit('verify', '--checkpoint', out)

  expect(exported).toMatchObject({ code: 0, output: '' })
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ format: 'banksia-audit-checkpoint-1' })
  expect(rows).toHaveLength(1)
  expect(verified.code).toBe(1)
  expect(verified.output).toMatch(/^(truncated|rewritten): .*, tenant 0+-0000-7000-8000-000000000001, batch \d+/m)
})
