/** `banksia keys` beside a running server, which goes on. docs/design/store.md#resources. */
import { copyFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newMasterKey } from '../../src/store/keys/keys.ts'
import { createPatient, must } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { createSite, type RunningServer, type Site, startRunning, urlOf } from '../running-server.ts'
import { endAll, runCommand } from '../system/processes.ts'

let site: Site
let server: RunningServer
let patientId: string

beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site })
  patientId = await createPatient(server.call)
})
afterAll(async () => {
  await server.stop()
  await site.remove()
  await endAll()
})

const keys = (...given: readonly string[]) =>
  runCommand(['keys', ...given], { env: { BANKSIA_DATA_DIR: site.dataDir, DATABASE_URL: urlOf(site.database.config) } })

const keyFile = (name: string): string => join(site.dataDir, name)

const read = () => must(200, server.call('GET', `/fhir/R4/Patient/${patientId}`))

/** Numbers of the keys under which the newest versions are sealed. */
const listUsed = async (): Promise<readonly number[]> =>
  (
    await site.pool.query<{ id: number }>(
      `select distinct get_byte(content, 4) as id from resource where type = 'Patient' and content is not null order by 1`,
    )
  ).rows.map(({ id }) => id)

const kinds = async (): Promise<readonly string[]> =>
  (await site.pool.query<{ kind: string }>(`select kind from audit where kind like 'key.%' order by at`)).rows.map(
    ({ kind }) => kind,
  )

test('a running server writes under the new key, and reads what is old', async () => {
  const before = await listUsed()

  const rotated = await keys('rotate')
  await waitFor(
    async () => {
      await createPatient(server.call)
      return listUsed()
    },
    (used) => used.length > before.length,
  )

  expect(rotated).toMatchObject({ code: 0, errors: '' })
  expect(rotated.output).toMatch(/^(tenant [\da-f-]{36}: key \d+\n){2}$/)
  await read()
  expect(await kinds()).toEqual(['key.rotated', 'key.rotated'])
})

test('the key file is replaced under a running server, which starts with the new one alone', async () => {
  await writeFile(keyFile('new.key'), newMasterKey())
  await copyFile(keyFile('development.key'), keyFile('old.key'))

  const rewrapped = await keys('rewrap', '--old', keyFile('development.key'), '--new', keyFile('new.key'))
  await read()
  await rename(keyFile('new.key'), keyFile('development.key'))
  const rotated = await keys('rotate')
  await createPatient(server.call)
  await read()

  expect(rewrapped).toMatchObject({ code: 0, errors: '' })
  expect(rotated.code).toBe(0)
  await server.stop()
  server = await startRunning({ site })
  await read()
  const late = await keys('rewrap', '--old', keyFile('old.key'), '--new', keyFile('development.key'))
  expect([late.code, late.output]).toEqual([1, ''])
  expect(late.errors).toContain('does not open this database')
})
