/** `banksia reindex`: queues what is to be indexed again, beside running servers or without any. STORE.md "Search". */
import type { Config } from '../config.ts'
import { withPool } from '../store/connections/with-pool.ts'
import { queueEverything } from '../store/reindex/reindex-queue.ts'
import { useDatabase } from './joined-database.ts'

type Asked = { readonly tenant: string | undefined; readonly type: string | undefined }

export async function queueReindex(config: Config, asked: Asked): Promise<0> {
  const count = await useDatabase(config, ({ connection }) =>
    withPool(connection, (pool) => queueEverything(pool, asked)),
  )
  process.stdout.write(`${count} queued\n`)
  process.stderr.write('A running server works on it; banksia status counts what is left\n')
  return 0
}
