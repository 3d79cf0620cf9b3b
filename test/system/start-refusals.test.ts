/** Settings that a server refuses to start with: one sentence, which names the setting and the remedy, and no trace of our code. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import { checkEmbeddedPlatform } from '../../src/postgres-embedded/embedded-platform.ts'
import { checkServerVersion } from '../../src/store/migrate.ts'
import { configFor, createDatabase, execute, type TestDatabase } from '../database.ts'
import { productionBase, writeKeyFile } from '../outside-issuer.ts'
import { findPort } from '../ports.ts'
import { urlOf } from '../running-server.ts'
import {
  endAll,
  type Finished,
  makeFolder,
  runCommand,
  serverFile,
  serverSettings,
  startNode,
  startServer,
  stop,
} from './processes.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = makeFolder()
  database = await createDatabase()
})
afterAll(async () => {
  await endAll()
  await database.drop()
})

const dataDirectory = (): string => join(folder, 'data')

/** Starts a server that has to end by itself. */
async function start(env: Readonly<Record<string, string>>): Promise<Finished> {
  const settings = serverSettings(dataDirectory(), await findPort())
  const program = startNode(serverFile, [], { env: { ...settings, ...env } })
  return { ...(await program.ended), output: program.output(), errors: program.errors() }
}

/** One line, without a place in our code, a stack or a value. */
function expectSentence({ code, output, errors }: Finished, ...words: readonly string[]): void {
  expect([code, output]).toEqual([1, ''])
  expect(errors).toMatch(/^[^\n]+\n$/)
  expect(errors).not.toMatch(/\.ts:\d+|Error\b|canary/)
  for (const word of words) expect(errors).toContain(word)
}

const production = (keyFile: string) => ({
  BANKSIA_MODE: 'production',
  BANKSIA_BASE_URL: productionBase,
  BANKSIA_ISSUERS: 'https://issuer.invalid',
  BANKSIA_ISSUER_TENANTS: 'https://issuer.invalid=*',
  BANKSIA_KEY_FILE: keyFile,
})

function keyOf(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

test('D79: production refuses a key that is not random, and one that others may read', async () => {
  const [weak, open] = [Buffer.alloc(32, 7), randomBytes(32)].map((bytes) => `${bytes.toString('base64')}\n`)

  expectSentence(await start(production(keyOf('weak', weak ?? ''))), 'BANKSIA_KEY_FILE', 'one byte repeated', 'urandom')
  expectSentence(await start(production(keyOf('open', open ?? '', 0o644))), 'BANKSIA_KEY_FILE', 'chmod 600')
  expect(existsSync(dataDirectory())).toBe(false)
})

test('D79: production refuses the default base address and one that is not https', async () => {
  const keyFile = writeKeyFile(join(folder, 'key'))

  const { BANKSIA_BASE_URL: _base, ...without } = production(keyFile)
  expectSentence(await start(without), 'BANKSIA_BASE_URL', 'is needed')
  expectSentence(await start({ ...without, BANKSIA_BASE_URL: 'http://canary.example' }), 'BANKSIA_BASE_URL', 'https')
})

test('D79: another key on the same database is told in words, by the server and by commands', async () => {
  const env = { DATABASE_URL: urlOf(database.config) }
  const [first, second] = [writeKeyFile(join(folder, 'first')), writeKeyFile(join(folder, 'second'))]
  const server = await startServer(join(folder, 'first-data'), { env: { ...env, BANKSIA_KEY_FILE: first } })
  await stop(server)

  const refused = await start({ ...env, BANKSIA_KEY_FILE: second })
  const inDevelopment = await start(env)
  const command = await runCommand(['audit', 'verify'], {
    env: { ...env, BANKSIA_KEY_FILE: second, BANKSIA_DATA_DIR: dataDirectory() },
  })

  expectSentence(refused, 'BANKSIA_KEY_FILE', 'another key', 'Name the file')
  expectSentence(inDevelopment, 'development.key')
  expect([command.code, command.errors]).toEqual([1, `banksia: ${refused.errors}`])
})

test('D79: a database that cannot be used is told in words', async () => {
  const [role, password] = [`weak_${process.pid}`, newId()]
  await execute(database.config, `create role ${role} login password '${password}'`)
  const as = (user: string) => urlOf(database.config).replace(/\/\/[^@]*@/, `//${user}@`)
  const rows: readonly (readonly [url: string, words: string])[] = [
    [`postgresql://banksia:canary@127.0.0.1:${await findPort()}/banksia`, 'does not answer'],
    ['postgresql://banksia:canary@db.invalid/banksia', 'host'],
    [urlOf(configFor(database.config, 'nowhere')), 'not there'],
    [as(`${role}:canary`), 'password is another'],
    [as(role), 'password is another, or is missing'],
    [as(`${role}:${password}`), 'may not make tables'],
  ]

  for (const [url, words] of rows) expectSentence(await start({ DATABASE_URL: url }), 'DATABASE_URL', words)
  await execute(database.config, `drop owned by ${role}; drop role ${role}`)
  expect(() => checkServerVersion(140_012)).toThrow(/DATABASE_URL is older than PostgreSQL 15/)
  expect(() => checkServerVersion(150_000)).not.toThrow()
})

test('D79: a Redis that does not answer, and an address that is not of this machine, are told in words', async () => {
  const env = { DATABASE_URL: urlOf(database.config), BANKSIA_KEY_FILE: join(folder, 'first') }

  expectSentence(await start({ ...env, REDIS_URL: `redis://127.0.0.1:${await findPort()}` }), 'REDIS_URL')
  expectSentence(await start({ ...env, BANKSIA_MODE: 'development', HOST: '127.9.9.999' }), 'HOST')
})

/** The program as it runs there, as far as it asks where it runs. */
const onPlatform = (platform: string) => ({
  NODE_OPTIONS: `--import "data:text/javascript,Object.defineProperty(process,'platform',{value:'${platform}'})"`,
})

test('D79: where no PostgreSQL comes along, a server and a command say at once what to set, and make nothing', async () => {
  const data = join(folder, 'elsewhere')
  const elsewhere = { ...onPlatform('darwin'), BANKSIA_DATA_DIR: data }

  expectSentence(await start(elsewhere), 'Linux on x64 and arm64 only', 'Set DATABASE_URL', 'postgresql://')
  expectSentence(await start({ ...elsewhere, ...onPlatform('win32') }), 'Windows', 'WSL 2', 'DATABASE_URL')
  const command = await runCommand(['status'], { env: elsewhere })
  const demo = await runCommand(['demo', '--out', join(folder, 'demo')], { env: elsewhere })
  expect([command.code, command.errors]).toEqual([1, expect.stringMatching(/^banksia: .*Set DATABASE_URL.*\n$/)])
  expect([demo.code, demo.errors]).toEqual([1, expect.stringMatching(/^banksia: the demo .* for Linux .*\n$/)])
  expect(existsSync(data)).toBe(false)
})

test('D79: with DATABASE_URL a server runs where no PostgreSQL comes along', async () => {
  const env = { ...onPlatform('darwin'), DATABASE_URL: urlOf(database.config), BANKSIA_KEY_FILE: join(folder, 'first') }

  const server = await startServer(join(folder, 'outside'), { env })

  expect((await fetch(`${server.base}/fhir/R4/metadata`)).status).toBe(200)
  await stop(server)
})

test.each([
  ['linux', 'x64', undefined],
  ['linux', 'arm64', undefined],
  ['linux', 'riscv64', 'Set DATABASE_URL'],
  ['darwin', 'arm64', 'Set DATABASE_URL'],
  ['win32', 'x64', 'WSL 2'],
])('D79: on %s and %s a PostgreSQL comes along, or a sentence says what to do', (platform, arch, words) => {
  const check = (): void => checkEmbeddedPlatform({ platform, arch })

  if (words === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(words)
})

test('D79: a data directory that cannot be made is told in words, also beside an outside database', async () => {
  const file = keyOf('file', 'x')
  const env = { DATABASE_URL: urlOf(database.config), BANKSIA_KEY_FILE: join(folder, 'first') }

  expectSentence(await start({ BANKSIA_DATA_DIR: join(file, 'data') }), 'BANKSIA_DATA_DIR')
  expectSentence(await start({ ...env, BANKSIA_DATA_DIR: join(file, 'data') }), 'BANKSIA_DATA_DIR')

  const blocked = join(folder, 'blocked')
  mkdirSync(blocked, { mode: 0o700 })
  writeFileSync(join(blocked, 'cache'), 'x')
  expectSentence(await start({ ...env, BANKSIA_DATA_DIR: blocked }), 'BANKSIA_DATA_DIR')
})
