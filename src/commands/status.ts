/** `banksia status`: prints the content of the database and the work that is left, with or without a running server. */
import { readStatus, type Status } from '../store/operations/status.ts'
import { isJsonAsked, withConfig } from './asked.ts'
import { useDatabase } from './joined-database.ts'
import type { Values } from './subcommand.ts'

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

export async function printStatus(values: Values): Promise<0> {
  const isJson = isJsonAsked(values)
  const status = await withConfig((config) => useDatabase(config, ({ connection }) => readStatus(connection)))
  process.stdout.write(`${isJson ? JSON.stringify(status) : renderTable(status)}\n`)
  return 0
}

const renderTable = (status: Status): string =>
  rows(status)
    .map(([name, value]) => `${name.padEnd(20)} ${value}`)
    .join('\n')
