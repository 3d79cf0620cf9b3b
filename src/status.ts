/** `banksia status`: what the database holds and what is still to do, beside a running server or without one. */
import { type Config, readConfig } from './config.ts'
import { joinDatabase } from './database.ts'
import { openLog } from './log.ts'
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

/** Answers the text for standard output. */
export async function reportStatus(isJson: boolean, config: Config = readConfig(process.env)): Promise<string> {
  const database = await joinDatabase(config, openLog('error'))
  try {
    const status = await readStatus(database.connection)
    if (isJson) return `${JSON.stringify(status)}\n`
    return `${rows(status)
      .map(([name, value]) => `${name.padEnd(20)} ${value}`)
      .join('\n')}\n`
  } finally {
    await database.close()
  }
}
