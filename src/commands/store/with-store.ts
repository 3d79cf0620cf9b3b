/** Opens the store for a subcommand, whether servers run beside it or not. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '../../core/config.ts'
import { indexHubResource } from '../../hub/index-rows.ts'
import { checkGivenKey, readMasterKey } from '../../server/master-key.ts'
import { openStore } from '../../store/open-store.ts'
import type { StoreOptions } from '../../store/options.ts'
import type { Store } from '../../store/store.ts'
import { useDatabase } from '../joined-database.ts'

type Opened = { readonly connection: pg.PoolConfig; readonly masterKey: KeyObject }

type Writing = Pick<StoreOptions, 'index' | 'check'>

const nothing: Writing = { index: writesNothing, check: writesNothing }

/** For subcommands that write only resources of the Hub: they write no FHIR, so there is nothing to check. */
export const hubResources: Writing = {
  index: (_tenant, resource) => indexHubResource(resource),
  check: () => ({ findings: [], pending: { references: [] } }),
}

/** Runs `work` with the store. `writing`: the resources that it may write; absent: none. */
export async function withStore<T>(
  config: Config,
  work: (store: Store, opened: Opened) => Promise<T>,
  writing: Writing = nothing,
): Promise<T> {
  await checkGivenKey(config)
  return useDatabase(config, async ({ connection }) => {
    const masterKey = await readMasterKey(config)
    const store = await openStore({ connection, masterKey, ...writing })
    return work(store, { connection, masterKey }).finally(() => store.close())
  })
}

function writesNothing(): never {
  throw new TypeError('this subcommand writes no resource')
}
