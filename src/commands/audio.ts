/** `banksia audio hold`: legal hold of a recording, beside running servers or without any. hub-contract "Of time and keeping". */
import type { Config } from '../config.ts'
import { setLegalHold } from '../store/audio/legal-hold.ts'
import { withPool } from '../store/connections/with-pool.ts'
import { useDatabase } from './joined-database.ts'

type Asked = { readonly id: string; readonly isHeld: boolean }

export async function holdRecording(config: Config, asked: Asked): Promise<0 | 1> {
  const isFound = await useDatabase(config, ({ connection }) =>
    withPool(connection, (pool) => setLegalHold(pool, asked)),
  )
  if (!isFound) {
    process.stderr.write('There is no such recording, or its audio is gone\n')
    return 1
  }
  process.stdout.write(asked.isHeld ? 'held\n' : 'let go\n')
  return 0
}
