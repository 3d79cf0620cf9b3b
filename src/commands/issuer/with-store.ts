/** For a subcommand: the store, for reading records and for the rows of the authorisation server. */
import type { Config } from '../../core/config.ts'
import { readMasterKey } from '../../server/master-key.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { useDatabase } from '../joined-database.ts'

export const withStore = <T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> =>
  useDatabase(config, async ({ connection }) => {
    const masterKey = await readMasterKey(config)
    const store = await openStore({ connection, masterKey, index: writesNothing, check: writesNothing })
    return work(store).finally(() => store.close())
  })

function writesNothing(): never {
  throw new TypeError('a subcommand writes no resource')
}
