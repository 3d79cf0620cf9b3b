/** `banksia status`: what the database holds and what is still to do, beside a running server or without one. */
import type { Config } from '../config.ts'
import { readStatus, type Status } from '../store/status.ts'
import { useDatabase } from './joined-database.ts'

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
  ['bulk exports', counts(status.exports)],
  ['documents to render', String(status.unrendered)],
  ['outbox', String(status.outbox)],
  ['types to index again', String(status.reindexes)],
]

/** Answers the text for standard output. */
export async function reportStatus(isJson: boolean, config: Config): Promise<string> {
  const status = await useDatabase(config, ({ connection }) => readStatus(connection))
  if (isJson) return `${JSON.stringify(status)}\n`
  return `${rows(status)
    .map(([name, value]) => `${name.padEnd(20)} ${value}`)
    .join('\n')}\n`
}
