/** Databases for tests: one server a jest run, one migrated database a test file. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type TestDatabase = { readonly config: pg.PoolConfig; readonly drop: () => Promise<void> }

/** The set-up gives this to the test files, as JSON in this variable. */
export type TestServer = {
  readonly config: pg.PoolConfig
  readonly template: string
  /** A data directory that nobody uses, to be copied; none with the server of DATABASE_URL. */
  readonly prepared?: string | undefined
}
export const testServerVariable = 'BANKSIA_TEST_SERVER'

export function findTestServer(): TestServer | undefined {
  const text = process.env[testServerVariable]
  // Written by the set-up of the same run.
  return text === undefined ? undefined : (JSON.parse(text) as TestServer)
}

/** Makes a database with the newest schema. Its pools must have ended before, or are cut off by, `drop`. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = findTestServer()
  if (server === undefined) throw new Error('no test server: jest.config.ts names the global set-up')
  const { config, template } = server
  const name = `banksia_test_${randomBytes(6).toString('hex')}`
  // Without fsync it is cheaper to copy the files than to write their pages to the WAL.
  await execute(config, `create database ${name} template ${template} strategy file_copy`)
  return {
    config: configFor(config, name),
    drop: () => execute(config, `drop database if exists ${name} with (force)`),
  }
}

/** For reading the rows of any tenant, and for changes that the service may not make. */
export function openOwner(database: TestDatabase): pg.Pool {
  const pool = new pg.Pool({ ...database.config, max: 1 })
  // A connection may still be ending when its database is dropped.
  pool.on('error', () => undefined)
  return pool
}

/** The same server, another database. */
export function configFor(config: pg.PoolConfig, database: string): pg.PoolConfig {
  if (config.connectionString === undefined) return { ...config, database }
  const url = new URL(config.connectionString)
  url.pathname = `/${database}`
  return { ...config, connectionString: url.href }
}

export async function execute(config: pg.PoolConfig, sql: string): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
