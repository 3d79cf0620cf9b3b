/** `banksia status`: what the database holds and what is still to do, beside a running server or without one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig } from './config.ts'
import { joinDatabase } from './database.ts'
import { openLog } from './log.ts'
import { DataDirectoryError } from './store/data-directory-error.ts'
import { readStatus, type Status } from './store/status.ts'

const counts = (states: Readonly<Record<string, number>>): string =>
  Object.entries(states)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ') || 'none'

const rows = (status: Status): readonly (readonly [string, string])[] => [
  ['schema', String(status.schema)],
  ['tenants', String(status.tenants)],
  ['resources', String(status.resources)],
  ['jobs', counts(status.jobs)],
  ['deliveries', counts(status.deliveries)],
  ['documents to render', String(status.unrendered)],
  ['outbox', String(status.outbox)],
]

const patienceMs = 15_000
const pauseMs = 200

/** A server that is just starting or stopping holds the directory and takes no connection: it is waited for. */
async function readStatusOf(config: Config): Promise<Status> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      const database = await joinDatabase(config, openLog('error'))
      return await readStatus(database.connection).finally(database.close)
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) throw error
      await sleep(pauseMs)
    }
  }
}

/** Codes of PostgreSQL and of sockets: not yet, or no longer, there. */
const passingCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P01', '57P03'])

function isPassing(error: unknown): boolean {
  if (error instanceof DataDirectoryError) return error.reason === 'in-use'
  return error instanceof Error && passingCodes.has((error as NodeJS.ErrnoException).code)
}

/** Answers the text for standard output. */
export async function reportStatus(isJson: boolean, config: Config = readConfig(process.env)): Promise<string> {
  const status = await readStatusOf(config)
  if (isJson) return `${JSON.stringify(status)}\n`
  return `${rows(status)
    .map(([name, value]) => `${name.padEnd(20)} ${value}`)
    .join('\n')}\n`
}
