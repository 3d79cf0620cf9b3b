/** The embedded PostgreSQL: one child process on a unix socket, for where no DATABASE_URL is set. docs/design/house.md#foundations. */
import { join } from 'node:path'
import type { Log } from '../core/log.ts'
import type { DataDirectory } from './data-directory.ts'
import { findAccount } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { databaseFolderOf, prepareCluster } from './embedded-cluster.ts'
import { type EmbeddedConnection, embeddedConnection } from './embedded-connection.ts'
import { preparePassword } from './embedded-password.ts'
import { endPredecessor } from './embedded-predecessor.ts'
import { spawnServer } from './embedded-process.ts'
import { EmbeddedServer } from './embedded-server.ts'
import { settingArguments } from './embedded-settings.ts'
import { makeSocketDirectory, socketPort } from './embedded-socket.ts'

export type Embedded = {
  readonly connection: EmbeddedConnection
  /** Returns when no process and no socket is left. May be called again. */
  readonly stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** Held open until `stop` has returned. */
  readonly directory: DataDirectory
  readonly log?: Log
  /** Settings of PostgreSQL that win over the built-in ones. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts the database, makes it where it is new, and returns when it takes connections. Throws a DataDirectoryError. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const startedAt = performance.now()
  const { directory, settings = {}, log } = options
  const databaseFolder = databaseFolderOf(directory.path)
  const account = await findAccount(databaseFolder)
  const binaries = await findBinaries(account)
  const logFile = join(directory.path, 'postgres.log')
  await endPredecessor(databaseFolder)
  const isSynced = settings['fsync'] !== 'off'
  await prepareCluster({ directory: directory.path, binaries, account, logFile, isSynced })
  const password = await preparePassword({ directory: directory.path, databaseFolder, binaries, account, logFile })
  const socketDirectory = await makeSocketDirectory(account)
  const socketSettings = { unix_socket_directories: socketDirectory, port: String(socketPort) }
  const connection = embeddedConnection(socketDirectory, password)
  const spawn = () =>
    spawnServer({
      postgres: binaries.postgres,
      databaseFolder,
      socketDirectory,
      account,
      arguments: settingArguments({ ...settings, ...socketSettings }),
      logFile,
    })
  const server = new EmbeddedServer({ spawn, connection, databaseFolder, socketDirectory, account, log })
  await server.start()
  directory.record({ socketDirectory, database: connection.database })
  log?.info('database.started', { durationMs: Math.round(performance.now() - startedAt) })
  return { connection, stop: () => server.stop() }
}
