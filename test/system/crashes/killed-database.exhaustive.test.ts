/** A server whose database or connections are killed, or that is stopped while it starts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../../src/postgres-embedded/data-directory.ts'
import { startEmbedded } from '../../../src/postgres-embedded/embedded.ts'
import { execute } from '../../database.ts'
import { waitUntil } from '../../patience.ts'
import { urlOf } from '../../running-server.ts'
import { listSeeds, openClinic, requestDraft, unlessGone, waitForJob } from '../clinic.ts'
import {
  endAll,
  listProcesses,
  makeFolder,
  readPostmaster,
  spawnServer,
  startServer,
  stop,
  waitUntilReady,
} from '../processes.ts'

afterAll(endAll)

/** The rest of the killed database ends first, and the next one recovers the written data. */
const restartMs = 90_000
/** A job that was running is taken again when its lease of 30 s is over. */
const leasedMs = 60_000

test('docs/design/house.md#foundations: a signal while it starts ends it cleanly too, and the next start works', async () => {
  const folder = makeFolder()
  for (const delayMs of [20, 400, 900]) {
    const server = await spawnServer(join(folder, 'data'), { isFirst: true })
    await sleep(delayMs)

    const exit = await stop(server, 'SIGTERM')
    await waitUntil(() => listProcesses(folder).length === 0)

    expect([exit.code ?? exit.signal, server.errors()]).toEqual([exit.code === null ? 'SIGTERM' : 0, ''])
  }
  const server = await startServer(join(folder, 'data'))
  expect(await stop(server)).toMatchObject({ code: 0 })
})

test('docs/design/house.md#foundations: a killed database is started again beneath the server, and nothing that was answered is lost', async () => {
  const folder = makeFolder()
  const server = await startServer(join(folder, 'data'))
  const clinic = await openClinic(server.base, listSeeds(4))
  const jobs = await Promise.all(clinic.seeds.map((seed) => requestDraft(clinic, seed)))
  const before = readPostmaster(join(folder, 'data'))

  process.kill(before, 'SIGKILL')
  await waitUntil(() => server.errors().includes('database.started-again') || server.hasEnded(), restartMs)
  await waitUntilReady(server)
  const ended = await Promise.all(jobs.map(({ id }) => waitForJob(clinic, id, leasedMs)))

  expect(server.hasEnded()).toBe(false)
  expect(server.errors()).toContain('database.ended')
  expect(readPostmaster(join(folder, 'data'))).not.toBe(before)
  expect(ended.map(({ state }) => state)).toEqual(jobs.map(() => 'succeeded'))
  expect(await stop(server)).toMatchObject({ code: 0 })
  expect(listProcesses(folder)).toEqual([])
})

test('docs/design/house.md#foundations: web and worker processes over one DATABASE_URL go on after all connections were cut', async () => {
  const folder = makeFolder()
  const directory = await openDataDirectory(join(folder, 'database'), 'development')
  const database = await startEmbedded({ directory })
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  const address = urlOf(database.connection)
  const env = { DATABASE_URL: address, BANKSIA_KEY_FILE: keyFile, BANKSIA_LOG_LEVEL: 'error' }
  const web = await startServer(join(folder, 'web'), { env: { ...env, BANKSIA_ROLE: 'web' } })
  const worker = await spawnServer(join(folder, 'worker'), { env: { ...env, BANKSIA_ROLE: 'worker' } })
  await waitUntil(() => worker.output() !== '' || worker.hasEnded())
  const clinic = await openClinic(web.base, listSeeds(6))
  const requestAll = () => Promise.all(clinic.seeds.map((seed) => unlessGone(requestDraft(clinic, seed))))

  const requests = requestAll()
  await sleep(50)
  const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
  await execute({ ...database.connection }, cut)
  await requests
  const jobs = await requestAll()
  const ended = await Promise.all(jobs.map((job) => waitForJob(clinic, job?.id ?? '')))
  const exits = await Promise.all([stop(web), stop(worker)])
  await database.stop()
  directory.close()

  expect(ended.map(({ state }) => state)).toEqual(jobs.map(() => 'succeeded'))
  expect(exits.map(({ code }) => code)).toEqual([0, 0])
  expect(worker.output()).toMatch(/^Banksia \S+, worker\n$/)
  expect(listProcesses(folder)).toEqual([])
})
