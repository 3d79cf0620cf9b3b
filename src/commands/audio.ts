/** `banksia audio hold`: legal hold of a recording, beside running servers or without any. docs/design/hub.md#time-and-keeping. */
import { isUuid } from '../core/ids.ts'
import { setLegalHold } from '../store/audio/legal-hold.ts'
import { withPool } from '../store/postgres/with-pool.ts'
import { withConfig } from './asked.ts'
import { useDatabase } from './joined-database.ts'
import { UsageError, type Values } from './subcommand.ts'

export async function holdRecording(values: Values): Promise<0 | 1> {
  const id = values.text('session')?.toLowerCase()
  if (id === undefined || !isUuid(id)) throw new UsageError('--session is the id of an audio session')
  const asked = { id, isHeld: !values.has('release') }
  const isFound = await withConfig((config) =>
    useDatabase(config, ({ connection }) => withPool(connection, (pool) => setLegalHold(pool, asked))),
  )
  if (!isFound) {
    process.stderr.write('There is no such recording, or its audio is gone\n')
    return 1
  }
  process.stdout.write(asked.isHeld ? 'held\n' : 'let go\n')
  return 0
}
