/** `banksia reindex`: queues types for indexing again, beside running servers or without any. docs/design/store.md#search. */
import { withPool } from '../store/postgres/with-pool.ts'
import { queueEverything } from '../store/reindex/reindex-queue.ts'
import { readTenant, withConfig } from './asked.ts'
import { useDatabase } from './joined-database.ts'
import { UsageError, type Values } from './subcommand.ts'

export async function queueReindex(values: Values): Promise<0> {
  const asked = { tenant: readTenant(values), type: values.text('type') }
  if (asked.type !== undefined && !/^[A-Z][A-Za-z]+$/.test(asked.type))
    throw new UsageError('--type is a resource type')
  const count = await withConfig((config) =>
    useDatabase(config, ({ connection }) => withPool(connection, (pool) => queueEverything(pool, asked))),
  )
  process.stdout.write(`${count} queued\n`)
  process.stderr.write('A running server works on it; banksia status counts what is left\n')
  return 0
}
