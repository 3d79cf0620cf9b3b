/** Connections to the embedded database, and the wait for the first one. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DataDirectoryError } from './data-directory-error.ts'
import { databaseUser } from './embedded-cluster.ts'
import type { ServerProcess } from './embedded-process.ts'
import { socketPort } from './embedded-socket.ts'

/** Complete, so that no PG* variable of the environment has a say. */
export type EmbeddedConnection = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly ssl: false
}

const database = 'banksia'

/** How a program on this machine connects to the database of a running server. */
export const embeddedConnection = (socketDirectory: string, password: string): EmbeddedConnection => ({
  host: socketDirectory,
  port: socketPort,
  user: databaseUser,
  password,
  database,
  ssl: false,
})

const pollMs = 10
/** After a crash the write-ahead log is replayed first. */
const startPatienceMs = 300_000

/** SQLSTATE and system codes of a server that is not there yet. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const notYet = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'closed', '57P03'])
const noSuchDatabase = '3D000'
const wrongPassword = '28P01'

/** Returns when the server takes connections and has its database. Throws where it ends before. */
export async function waitUntilReady(server: ServerProcess, connection: EmbeddedConnection): Promise<void> {
  const deadline = performance.now() + startPatienceMs
  for (;;) {
    if (server.hasExited()) throw new DataDirectoryError('not-started')
    const code = await tryConnection(connection)
    if (code === undefined) return
    if (code === wrongPassword) throw new DataDirectoryError('wrong-password')
    if (code === noSuchDatabase) await createDatabase(connection)
    else if (!notYet.has(code) || performance.now() > deadline) throw new DataDirectoryError('not-started')
    else await sleep(pollMs)
  }
}

/** Returns the error's code, or nothing where it connects. A connection that the server drops has none. */
async function tryConnection(connection: EmbeddedConnection): Promise<string | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'closed'
  } finally {
    // The connection is given up in any case.
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  // The query reports a lost connection itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
