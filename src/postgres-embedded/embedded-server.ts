/** The server of the embedded database for as long as this process runs: one that ends by itself is started again. */

import { setTimeout as sleep } from 'node:timers/promises'
import { errorFields, type Log } from '../core/log.ts'
import { pause } from '../core/pause.ts'
import { DataDirectoryError } from './data-directory-error.ts'
import type { Account } from './embedded-account.ts'
import { type EmbeddedConnection, waitUntilReady } from './embedded-connection.ts'
import { endPredecessor } from './embedded-predecessor.ts'
import type { ServerProcess } from './embedded-process.ts'
import { makeSocketDirectoryAgain, removeSocketDirectory } from './embedded-socket.ts'

export type EmbeddedServerOptions = {
  readonly spawn: () => ServerProcess
  readonly connection: EmbeddedConnection
  readonly databaseFolder: string
  readonly socketDirectory: string
  readonly account: Account | undefined
  readonly log: Log | undefined
}

/** A fast shutdown writes all that is in memory to disk. */
const stopPatienceMs = 60_000
/** Backends see by themselves that their postmaster is gone; committed changes are in the write-ahead log. */
const orphanPatienceMs = 5_000
/** A full disk may stay full for long: it is tried again until there is room. */
const longestPauseMs = 5_000

export class EmbeddedServer {
  readonly #options: EmbeddedServerOptions
  readonly #stopping = new AbortController()
  #server: ServerProcess
  #keeping: Promise<void> = Promise.resolve()
  #stopped: Promise<void> | undefined

  constructor(options: EmbeddedServerOptions) {
    this.#options = options
    this.#server = options.spawn()
  }

  /** Returns when it takes connections. Throws a DataDirectoryError where the first start fails. */
  async start(): Promise<void> {
    try {
      await waitUntilReady(this.#server, this.#options.connection)
    } catch (error) {
      await this.stop()
      throw error
    }
    this.#keeping = this.#keep()
  }

  /** The second call waits for the first. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#stopping.abort()
    const patience = new AbortController()
    const late = sleep(stopPatienceMs, undefined, { signal: patience.signal }).then(
      () => endPredecessor(this.#options.databaseFolder, 0),
      () => undefined,
    )
    this.#server.end()
    await Promise.race([this.#keeping.then(() => this.#server.exited), late])
    patience.abort()
    await removeSocketDirectory(this.#options.socketDirectory)
  }

  async #keep(): Promise<void> {
    const { log } = this.#options
    for (;;) {
      await this.#server.exited
      if (this.#stopping.signal.aborted) return
      log?.error('database.ended')
      await this.#startAgain()
    }
  }

  /** At the same socket, so that every pool finds it there. */
  async #startAgain(): Promise<void> {
    const { spawn, connection, databaseFolder, socketDirectory, account, log } = this.#options
    const startedAt = performance.now()
    for (let pauseMs = 100; !this.#stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        await endPredecessor(databaseFolder, orphanPatienceMs)
        await makeSocketDirectoryAgain(socketDirectory, account)
        if (this.#stopping.signal.aborted) return
        this.#server = spawn()
        await waitUntilReady(this.#server, connection)
        log?.warn('database.started-again', { durationMs: Math.round(performance.now() - startedAt) })
        return
      } catch (error) {
        log?.error(
          'database.not-started',
          error instanceof DataDirectoryError ? { reason: error.reason } : errorFields(error),
        )
        this.#server.end()
        await this.#server.exited
        await pause(pauseMs, this.#stopping.signal)
      }
    }
  }
}
