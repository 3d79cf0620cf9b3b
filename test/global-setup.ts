/** Before a jest run: a server in a temporary directory (or that of DATABASE_URL), with a template of the newest schema. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { makeTables } from '../queues/backend.ts'
import { findRunning, openDataDirectory } from '../src/postgres-embedded/data-directory.ts'
import { startEmbedded } from '../src/postgres-embedded/embedded.ts'
import { withPool } from '../src/store/postgres/with-pool.ts'
import { configFor, execute, type TestServer, testServerVariable } from './database.ts'
import { copyDirectory } from './shared-cache.ts'

declare global {
  /** For the tear-down: Jest hands nothing from one to the other but globals. */
  var endTestServer: (() => Promise<void>) | undefined
}

type Server = Pick<TestServer, 'config' | 'prepared'> & { readonly stop: () => Promise<void> }

export default async function startTestServer(): Promise<void> {
  const url = process.env['DATABASE_URL']
  const server =
    url === undefined ? await startTemporary() : { config: { connectionString: url }, stop: async () => {} }
  const template = url === undefined ? 'banksia_template' : `banksia_template_${process.pid}`
  globalThis.endTestServer = async () => {
    if (url !== undefined) await execute(server.config, `drop database if exists ${template}`)
    await server.stop()
  }
  try {
    await makeTemplate(server, template)
  } catch (error) {
    await globalThis.endTestServer()
    throw error
  }
  const { config, prepared } = server
  process.env[testServerVariable] = JSON.stringify({ config, template, prepared } satisfies TestServer)
}

/** The only place that does without fsync: nothing here outlives the run. Its folder may be in memory, so it keeps little WAL. */
const hastySettings = {
  fsync: 'off',
  // What a test leaves open would hold back the outbox, events and seals of all others: it ends before they give up waiting.
  idle_in_transaction_session_timeout: '20s',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  max_connections: '400',
}

const folderPrefix = 'banksia-test-'

/** The data directory of the server, and the one that is copied. */
const [ownFolder, preparedFolder] = ['server', 'prepared']

async function startTemporary(): Promise<Server> {
  await removeAbandoned()
  const path = await mkdtemp(join(tmpdir(), folderPrefix))
  const [own, prepared] = [join(path, ownFolder), join(path, preparedFolder)]
  const made = await startIn(prepared)
  await migrateIn(made.connection).finally(made.stop)
  await copyDirectory(prepared, own)
  const { connection, stop } = await startIn(own)
  return {
    config: connection,
    prepared,
    stop: async () => {
      await stop()
      await rm(path, { recursive: true, force: true })
    },
  }
}

async function startIn(path: string) {
  const directory = await openDataDirectory(path, 'development')
  const embedded = await startEmbedded({ directory, settings: hastySettings })
  const stop = async (): Promise<void> => {
    await embedded.stop()
    directory.close()
  }
  return { connection: embedded.connection, stop }
}

async function migrateIn(config: pg.PoolConfig): Promise<void> {
  await withPool(config, async () => undefined)
  await makeTables(config)
}

async function makeTemplate({ config, prepared }: Server, template: string): Promise<void> {
  // The database of the copied directory is migrated.
  const from = prepared === undefined ? '' : ` template ${config.database} strategy file_copy`
  await execute(config, `create database ${template}${from}`)
  if (prepared === undefined) await migrateIn(configFor(config, template))
  // Copied only, never entered: a session in it would hold up `create database`.
  await execute(config, `alter database ${template} allow_connections false`)
}

const hourMs = 3_600_000

/** Runs that were killed could not tidy up. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const path = join(tmpdir(), name)
    const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (
      Date.now() - changedMs < hourMs ||
      (await findRunning(join(path, ownFolder)).catch(() => undefined)) !== undefined
    )
      continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}
