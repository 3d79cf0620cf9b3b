import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/postgres-embedded/data-directory.ts'
import { startEmbedded } from '../../src/postgres-embedded/embedded.ts'
import { canReachFolder } from '../../src/postgres-embedded/embedded-account.ts'
import { execute } from '../database.ts'
import { findPort, isFree } from '../ports.ts'
import { urlOf } from '../running-server.ts'
import { listSeeds, openClinic, requestDraft, unlessGone, waitForJob } from './clinic.ts'
import {
  checkout,
  endAll,
  listProcesses,
  makeFolder,
  readPostmaster,
  run,
  runCommand,
  serverSettings,
  spawnServer,
  startProgram,
  startServer,
  stop,
  waitUntil,
  waitUntilReady,
} from './processes.ts'

afterAll(endAll)

const nobody = { uid: 65_534, gid: 65_534 }
const nobodyTest = process.getuid?.() === 0 && (await canReachFolder(checkout, nobody)) ? test : test.skip

test('issue "npm start": prints the addresses and a command that lists encounters, and an interrupt at the terminal ends all', async () => {
  const folder = makeFolder()
  const port = await findPort()
  const env = { ...serverSettings(join(folder, 'data'), port), npm_config_update_notifier: 'false' }
  const program = startProgram(['npm', 'start'], { env, detached: true })
  const server = { ...program, port, base: `http://127.0.0.1:${port}`, dataDirectory: join(folder, 'data') }
  await waitUntilReady(server)
  const clinic = await openClinic(server.base, listSeeds(1))
  await requestDraft(clinic, clinic.seeds[0] ?? '')

  const command = program.output().match(/^\s*(curl .*)$/m)?.[1] ?? ''
  const listed = await run(['bash', '-c', command])
  process.kill(-program.pid, 'SIGINT')
  await program.ended

  expect(program.output()).toContain(`http://localhost:${port}/v1\n`)
  expect(program.output()).toContain(`http://localhost:${port}/fhir/R4\n`)
  expect(listed).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(listed.output).items).toMatchObject([{ patientId: clinic.practice.patientIds[0] }])
  expect(listProcesses(folder)).toEqual([])
  expect(await isFree(port)).toBe(true)
})

test('issue "npm start": a signal to npm alone ends all too', async () => {
  const folder = makeFolder()
  const port = await findPort()
  const dataDirectory = join(folder, 'data')
  const program = startProgram(['npm', 'start'], { env: serverSettings(dataDirectory, port), detached: true })
  await waitUntilReady({ ...program, port, base: `http://127.0.0.1:${port}`, dataDirectory })

  program.child.kill('SIGTERM')
  await waitUntil(() => listProcesses(folder).length === 0)

  expect(await isFree(port)).toBe(true)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'issue "npm start": %s ends it with 0, leaves no process, and jobs that were queued are done after the next start',
  async (signal) => {
    const folder = makeFolder()
    const server = await startServer(join(folder, 'data'))
    const clinic = await openClinic(server.base, listSeeds(12))
    const jobs = await Promise.all(clinic.seeds.map((seed) => requestDraft(clinic, seed)))

    const exit = await stop(server, signal)
    const left = listProcesses(folder)
    const portIsFree = await isFree(server.port)
    const next = await startServer(join(folder, 'data'), { port: server.port })
    const reopened = await openClinic(next.base, clinic.seeds)
    const ended = await Promise.all(jobs.map(({ id }) => waitForJob(reopened, id)))

    expect(exit).toEqual({ code: 0, signal: null })
    expect(server.errors()).toBe('')
    expect(left).toEqual([])
    expect(portIsFree).toBe(true)
    expect(ended.map(({ state }) => state)).toEqual(jobs.map(() => 'succeeded'))
    expect(await stop(next)).toMatchObject({ code: 0 })
  },
)

test('issue "npm start": a signal while it starts ends it cleanly too, and the next start works', async () => {
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

test('DESIGN "The ground": a subcommand joins the running database, or starts it where none runs', async () => {
  const folder = makeFolder()
  const dataDirectory = join(folder, 'data')
  const server = await startServer(dataDirectory)
  const clinic = await openClinic(server.base, listSeeds(1))
  const { id } = await requestDraft(clinic, clinic.seeds[0] ?? '')
  await waitForJob(clinic, id)
  const status = () => runCommand(['status', '--json'], { env: { BANKSIA_DATA_DIR: dataDirectory } })

  const beside = await status()
  const isReady = (await fetch(`${server.base}/readyz`)).status === 200
  await stop(server)
  const alone = await status()

  expect(beside).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(beside.output)).toMatchObject({ tenants: 2, jobs: { succeeded: 1 } })
  expect(isReady).toBe(true)
  expect(alone).toEqual(beside)
  expect(listProcesses(folder)).toEqual([])
})

test('DESIGN "The ground": a killed database is started again beneath the server, and nothing that was answered is lost', async () => {
  const folder = makeFolder()
  const server = await startServer(join(folder, 'data'))
  const clinic = await openClinic(server.base, listSeeds(4))
  const jobs = await Promise.all(clinic.seeds.map((seed) => requestDraft(clinic, seed)))
  const before = readPostmaster(join(folder, 'data'))

  process.kill(before, 'SIGKILL')
  await waitUntil(() => server.errors().includes('database.started-again') || server.hasEnded())
  await waitUntilReady(server)
  const ended = await Promise.all(jobs.map(({ id }) => waitForJob(clinic, id)))

  expect(server.hasEnded()).toBe(false)
  expect(server.errors()).toContain('database.ended')
  expect(readPostmaster(join(folder, 'data'))).not.toBe(before)
  expect(ended.map(({ state }) => state)).toEqual(jobs.map(() => 'succeeded'))
  expect(await stop(server)).toMatchObject({ code: 0 })
  expect(listProcesses(folder)).toEqual([])
})

test('DESIGN "The ground": web and worker processes over one DATABASE_URL go on after all connections were cut', async () => {
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

nobodyTest('DESIGN "The ground": runs as an ordinary user too', async () => {
  const folder = makeFolder()
  chmodSync(folder, 0o777)
  const env = { HOME: folder, TMPDIR: folder }

  const server = await startServer(join(folder, 'data'), { account: nobody, env })
  const clinic = await openClinic(server.base, listSeeds(1))
  const { id } = await requestDraft(clinic, clinic.seeds[0] ?? '')
  const job = await waitForJob(clinic, id)

  expect(job.state).toBe('succeeded')
  expect(await stop(server)).toMatchObject({ code: 0 })
  expect(listProcesses(folder)).toEqual([])
})
