/** Opens the database: the embedded PostgreSQL in the data directory, or the server of DATABASE_URL. docs/design/house.md#foundations. */
import { mkdir } from 'node:fs/promises'
import pg from 'pg'
import type { Config } from '../core/config.ts'
import type { Log } from '../core/log.ts'
import { type DataDirectory, findRunning, openDataDirectory } from '../postgres-embedded/data-directory.ts'
import { DataDirectoryError } from '../postgres-embedded/data-directory-error.ts'
import { startEmbedded } from '../postgres-embedded/embedded.ts'
import { embeddedConnection } from '../postgres-embedded/embedded-connection.ts'
import { findPassword } from '../postgres-embedded/embedded-password.ts'
import { checkEmbeddedPlatform } from '../postgres-embedded/embedded-platform.ts'

export type Database = {
  readonly connection: pg.PoolConfig
  readonly replica?: pg.PoolConfig
  /** Only this process uses it: leases of others are leftovers. */
  readonly isExclusive: boolean
  readonly recordPort: (port: number) => void
  readonly close: () => Promise<void>
}

/** A lost connection is an event of its client, and without a listener it would end the process. The next query reports it. */
class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

export async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw new DataDirectoryError('not-accessible', { cause })
    })
    const connection = { connectionString: config.databaseUrl, Client }
    const { databaseReplicaUrl } = config
    const replica =
      databaseReplicaUrl === undefined ? {} : { replica: { connectionString: databaseReplicaUrl, Client } }
    return { connection, ...replica, isExclusive: false, recordPort: () => undefined, close: async () => undefined }
  }
  checkEmbeddedPlatform(process)
  const directory = await openDataDirectory(config.dataDir, config.mode)
  try {
    return await openEmbedded(directory, log)
  } catch (error) {
    directory.close()
    throw error
  }
}

async function openEmbedded(directory: DataDirectory, log: Log): Promise<Database> {
  const embedded = await startEmbedded({ directory, log })
  return {
    connection: { ...embedded.connection, Client },
    isExclusive: true,
    recordPort: (port) => directory.record({ port }),
    async close() {
      await embedded.stop()
      directory.close()
    },
  }
}

/** For a subcommand: the running server's database through its recorded socket; without a server it starts the database itself. */
export async function joinDatabase(config: Config, log: Log): Promise<Database> {
  if (config.databaseUrl === undefined) checkEmbeddedPlatform(process)
  const running = config.databaseUrl === undefined ? await findRunning(config.dataDir) : undefined
  const password = running?.socketDirectory === undefined ? undefined : await findPassword(config.dataDir)
  if (running?.socketDirectory === undefined || password === undefined) return openDatabase(config, log)
  const connection = { ...embeddedConnection(running.socketDirectory, password), Client }
  return { connection, isExclusive: false, recordPort: () => undefined, close: async () => undefined }
}
