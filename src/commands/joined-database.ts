/** For a subcommand: the database of a running server, or one that it starts itself. docs/design/house.md#foundations. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from '../core/config.ts'
import { openLog } from '../core/log.ts'
import { DataDirectoryError } from '../postgres-embedded/data-directory-error.ts'
import { type Database, joinDatabase } from '../server/database.ts'
import { describeStartError, toDatabaseError } from '../server/start-errors.ts'

const patienceMs = 15_000
const pauseMs = 200

/** A server that starts or stops holds the directory and takes no connection: the subcommand waits for it. */
export async function useDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      const database = await joinDatabase(config, openLog('error'))
      return await work(database).finally(database.close)
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) throw inWords(config, error)
      await sleep(pauseMs)
    }
  }
}

/** Codes of PostgreSQL and of sockets: not yet, or no longer, available. */
const passingCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P01', '57P03'])

function isPassing(error: unknown): boolean {
  if (error instanceof DataDirectoryError) return error.reason === 'in-use'
  return error instanceof Error && passingCodes.has((error as NodeJS.ErrnoException).code)
}

/** A fault keeps its own words. */
function inWords(config: Config, error: unknown): unknown {
  const known = config.databaseUrl === undefined ? error : toDatabaseError(error)
  const sentence = describeStartError(known)
  return sentence === undefined || error instanceof ConfigError ? error : new Error(sentence, { cause: error })
}
