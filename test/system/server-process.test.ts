import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { canReachFolder } from '../../src/postgres-embedded/embedded-account.ts'
import { waitUntil } from '../patience.ts'
import { findPort, isFree } from '../ports.ts'
import { listSeeds, openClinic, requestDraft, waitForJob } from './clinic.ts'
import {
  checkout,
  endAll,
  listProcesses,
  makeFolder,
  run,
  runCommand,
  serverSettings,
  startProgram,
  startServer,
  stop,
  waitUntilReady,
} from './processes.ts'

afterAll(endAll)

const nobody = { uid: 65_534, gid: 65_534 }
const nobodyTest = process.getuid?.() === 0 && (await canReachFolder(checkout, nobody)) ? test : test.skip

test('docs/design/house.md#foundations: prints the addresses and a command that lists encounters, and an interrupt at the terminal ends all', async () => {
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

test('docs/design/house.md#foundations: a signal to npm alone ends all too', async () => {
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
  'docs/design/house.md#foundations: %s ends it with 0, leaves no process, and jobs that were queued are done after the next start',
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

test('docs/design/house.md#foundations: a subcommand joins the running database, or starts it where none runs', async () => {
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

nobodyTest('docs/design/house.md#foundations: runs as an ordinary user too', async () => {
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
