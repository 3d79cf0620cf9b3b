/** The embedded PostgreSQL: one child process on a unix socket, for where no DATABASE_URL is set. DESIGN.md "The ground it stands on". */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { DataDirectory } from './data-directory.ts'
import { findAccount } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { databaseFolderOf, prepareCluster } from './embedded-cluster.ts'
import { type EmbeddedConnection, embeddedConnection, waitUntilReady } from './embedded-connection.ts'
import { endPredecessor } from './embedded-predecessor.ts'
import { type ServerProcess, spawnServer } from './embedded-process.ts'
import { settingArguments } from './embedded-settings.ts'
import { makeSocketDirectory, removeSocketDirectory, socketPort } from './embedded-socket.ts'

export type Embedded = {
  readonly connection: EmbeddedConnection
  /** Returns when no process and no socket is left. May be called again. */
  readonly stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** Held open until `stop` has returned. */
  readonly directory: DataDirectory
  readonly log?: Log
  /** The database ended without being asked to. */
  readonly onExit?: () => void
  /** Settings of PostgreSQL that win over the built-in ones. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts the database, makes it where it is new, and returns when it takes connections. Throws a DataDirectoryError. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const startedAt = performance.now()
  const { directory, settings = {} } = options
  const databaseFolder = databaseFolderOf(directory.path)
  const account = await findAccount(databaseFolder)
  const binaries = await findBinaries(account)
  const logFile = join(directory.path, 'postgres.log')
  await endPredecessor(databaseFolder)
  const isSynced = settings['fsync'] !== 'off'
  await prepareCluster({ directory: directory.path, binaries, account, logFile, isSynced })
  const socketDirectory = await makeSocketDirectory(account)
  const socketSettings = { unix_socket_directories: socketDirectory, port: String(socketPort) }
  const server = spawnServer({
    postgres: binaries.postgres,
    databaseFolder,
    socketDirectory,
    account,
    arguments: settingArguments({ ...settings, ...socketSettings }),
    logFile,
  })
  const stop = stopOnce({ server, socketDirectory, databaseFolder })
  const connection = embeddedConnection(socketDirectory)
  try {
    await waitUntilReady(server, connection)
  } catch (error) {
    await stop()
    throw error
  }
  directory.record({ socketDirectory, database: connection.database })
  options.log?.info('database.started', { durationMs: Math.round(performance.now() - startedAt) })
  void server.exited.then(() => {
    if (server.isEnding()) return
    options.log?.error('database.ended')
    options.onExit?.()
  })
  return { connection, stop }
}

type Place = {
  readonly server: ServerProcess
  readonly socketDirectory: string
  readonly databaseFolder: string
}

/** A fast shutdown writes all that is in memory to disk. */
const stopPatienceMs = 60_000

/** The second call waits for the first. */
function stopOnce({ server, socketDirectory, databaseFolder }: Place): () => Promise<void> {
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    server.end()
    const patience = new AbortController()
    const late = sleep(stopPatienceMs, undefined, { signal: patience.signal }).then(
      () => endPredecessor(databaseFolder, 0),
      () => undefined,
    )
    await Promise.race([server.exited, late])
    patience.abort()
    await removeSocketDirectory(socketDirectory)
  }
  return () => {
    stopped ??= stop()
    return stopped
  }
}
