import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { productionBase, writeKeyFile } from '../outside-issuer.ts'
import { waitFor } from '../patience.ts'
import { findPort } from '../ports.ts'
import { listSeeds, openClinic } from './clinic.ts'
import {
  endAll,
  listProcesses,
  makeFolder,
  serverFile,
  serverSettings,
  spawnServer,
  startNode,
  startServer,
  stop,
} from './processes.ts'

afterAll(endAll)

test('docs/design/house.md#foundations: a second server on a data directory is refused, and the first goes on', async () => {
  const folder = makeFolder()
  const first = await startServer(join(folder, 'data'))

  const second = await spawnServer(join(folder, 'data'))
  const exit = await second.ended
  const isReady = (await fetch(`${first.base}/readyz`)).status === 200
  const clinic = await openClinic(first.base, listSeeds(1))

  expect(exit.code).toBe(1)
  expect(second.errors()).toBe(
    'Another Banksia server uses this data directory. Stop it first, or name another directory in BANKSIA_DATA_DIR.\n',
  )
  expect(second.output()).toBe('')
  expect(isReady).toBe(true)
  expect(clinic.practice.patientIds).toHaveLength(1)
  expect(await stop(first)).toMatchObject({ code: 0 })
})

const unbound = {
  BANKSIA_MODE: 'production',
  BANKSIA_BASE_URL: 'https://canary.example',
  BANKSIA_ISSUERS: 'https://canary.example',
} as const

const refusals = [
  // Without DATABASE_URL.
  { env: { BANKSIA_ROLE: 'worker' }, names: 'BANKSIA_ROLE' },
  { env: { BANKSIA_COLOUR: 'canary' }, names: 'BANKSIA_COLOUR' },
  { env: { PORT: 'canary' }, names: 'PORT' },
  { env: { HOST: '0.0.0.0' }, names: 'HOST' },
  { env: { BANKSIA_MODE: 'production' }, names: 'BANKSIA_ISSUERS' },
  { env: { BANKSIA_MODE: 'production', BANKSIA_ISSUERS: 'https://canary.example' }, names: 'BANKSIA_KEY_FILE' },
  { env: { ...unbound, BANKSIA_KEY_FILE: '/canary' }, names: 'BANKSIA_ISSUER_TENANTS' },
] as const

test('docs/security.md#development-mode: settings that are refused at start are named, and no value is', async () => {
  const folder = makeFolder()
  const settings = serverSettings(join(folder, 'data'), await findPort())

  const programs = refusals.map(({ env }) => startNode(serverFile, [], { env: { ...settings, ...env } }))
  const exits = await Promise.all(programs.map(({ ended }) => ended))

  expect(exits.map(({ code }) => code)).toEqual(refusals.map(() => 1))
  expect(programs.map((program) => program.errors().split(' ')[0])).toEqual(refusals.map(({ names }) => names))
  expect(programs.map((program) => program.errors().trimEnd().split('\n').length)).toEqual(refusals.map(() => 1))
  expect(programs.map((program) => program.errors()).join()).not.toContain('canary')
  expect(listProcesses(folder)).toEqual([])
})

test('D12: a data directory made in development is refused in production, and an unreachable issuer keeps no server from starting', async () => {
  const folder = makeFolder()
  const keyFile = join(folder, 'key')
  const env = {
    BANKSIA_MODE: 'production',
    BANKSIA_BASE_URL: productionBase,
    BANKSIA_ISSUERS: 'https://issuer.invalid',
    BANKSIA_ISSUER_TENANTS: 'https://issuer.invalid=*',
    BANKSIA_KEY_FILE: writeKeyFile(keyFile),
  }
  await stop(await startServer(join(folder, 'development')))

  const refused = await spawnServer(join(folder, 'development'), { env })
  const exit = await refused.ended
  const production = await spawnServer(join(folder, 'production'), { env })
  const ready = await waitFor(
    () => fetch(`${production.base}/readyz`).catch(() => undefined),
    (response) => response !== undefined,
  )
  const token = await fetch(`${production.base}/oidc/development-token`, { method: 'POST' })

  expect(exit.code).toBe(1)
  expect(refused.errors()).toContain('was made in development mode')
  expect([ready?.status, await ready?.text()]).toEqual([503, expect.stringContaining('issuer_keys')])
  expect(token.status).toBe(404)
  expect(production.output()).not.toContain('curl')
  expect(await stop(production)).toMatchObject({ code: 0 })
  expect(listProcesses(folder)).toEqual([])
})

test('docs/design/house.md#foundations: a taken port is said so, and no database is left', async () => {
  const folder = makeFolder()
  const first = await startServer(join(folder, 'first'))

  const second = await spawnServer(join(folder, 'second'), { port: first.port })
  const exit = await second.ended

  expect(exit.code).toBe(1)
  expect(second.errors()).toBe('The port is taken: set PORT to a free one.\n')
  expect(listProcesses(join(folder, 'second'))).toEqual([])
  expect(await stop(first)).toMatchObject({ code: 0 })
})
