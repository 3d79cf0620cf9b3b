/** `banksia reindex`: queues what is to be indexed again, beside running servers or without any. STORE.md "Search". */
import type { Config } from './config.ts'
import { useDatabase } from './joined-database.ts'
import { queueEverything } from './store/reindex-queue.ts'
import { withPool } from './store/with-pool.ts'

type Asked = { readonly tenant: string | undefined; readonly type: string | undefined }

export async function queueReindex(config: Config, asked: Asked): Promise<0> {
  const count = await useDatabase(config, ({ connection }) =>
    withPool(connection, (pool) => queueEverything(pool, asked)),
  )
  process.stdout.write(`${count} queued\n`)
  process.stderr.write('A running server works on it; banksia status counts what is left\n')
  return 0
}
