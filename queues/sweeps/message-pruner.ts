/** Prunes messages whose time is over, a few in a transaction. A lease lets one process at a time work for a tenant. D250 */
import { randomUUID } from 'node:crypto'
import type { Log } from '../../src/core/log.ts'
import { listPruningTenants, pruneReceived, pruneSent } from '../../src/store/messages/prune-messages.ts'
import type { Lease } from '../../src/store/operations/leases.ts'
import type { Store } from '../../src/store/store.ts'
import { holdLease } from '../leases/hold-lease.ts'
import { type Repeating, repeat } from './repeat.ts'

/** The time of messages counts in days, so ten minutes are soon enough. */
const everyMs = 600_000
const leaseMs = 60_000
/** Longer than one batch may take. */
const marginMs = 30_000
/** So few that nobody waits long for their rows. */
const batch = 50

type Pruning = { readonly store: Store; readonly log: Log }

export function startMessagePruner({ store, log }: Pruning): Repeating {
  const holder = randomUUID()
  return repeat({
    ...{ everyMs, failure: 'message-pruner.error', log },
    work: async (stopping) => {
      for (const tenant of await listPruningTenants(store.system)) {
        if (stopping.aborted) return
        const count = await pruneTenant(store, { tenant, name: 'message-pruning', holder }, stopping)
        if (count > 0) log.info('messages.pruned', { tenant, count })
      }
    },
  })
}

/** Answers how many messages it pruned: none while another process prunes. */
export async function pruneTenant(store: Store, lease: Lease, stopping: AbortSignal): Promise<number> {
  const { tenant } = lease
  let [count, from]: [number, string | undefined] = [0, undefined]
  await holdLease(store, { lease, ms: leaseMs, marginMs }, async (isHeld) => {
    const mayGoOn = (): boolean => !stopping.aborted && isHeld()
    while (mayGoOn()) {
      const pruned = await store.transactAsSystem(tenant, (tx) => pruneReceived(tx, batch))
      if (pruned === 0) break
      count += pruned
    }
    while (mayGoOn()) {
      const pruned = await store.transactAsSystem(tenant, (tx) => pruneSent(tx, batch, from))
      if (pruned.count === 0) break
      count += pruned.count
      from = pruned.from
    }
  })
  return count
}
