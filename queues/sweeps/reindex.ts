/** Indexes the resources of one type again, batch by batch, until all are done or the process stops. docs/design/store.md#search. */
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../src/core/ids.ts'
import type { Log } from '../../src/core/log.ts'
import { countUnobeyed } from '../../src/domain/consent/consent-denials.ts'
import { reindexBatch } from '../../src/store/reindex/reindex.ts'
import { parseReindexSubject } from '../../src/store/reindex/reindex-queue.ts'
import type { Store } from '../../src/store/store.ts'
import { holdLease } from '../leases/hold-lease.ts'
import type { WakeUp } from '../queues.ts'

export type Reindexing = { readonly store: Store; readonly log: Log; readonly stopping: AbortSignal }

/** So few that a writer of one hardly waits. */
const batchSize = 50
const leaseMs = 15_000
const waitMs = 200

export async function reindexType({ store, log, stopping }: Reindexing, { tenant, subject }: WakeUp): Promise<void> {
  const place = parseReindexSubject(subject)
  if (place === undefined) return
  const lease = { tenant, name: `reindex_${subject}`, holder: newId() }
  let batches = 0
  await holdLease(store, { lease, ms: leaseMs }, async (isHeld) => {
    while (!stopping.aborted && isHeld()) {
      const outcome = await store.transactAsSystem(tenant, (tx) => reindexBatch(tx, place, batchSize))
      if (outcome === 'done') {
        log.info('reindex.done', { count: batches })
        if (place.type === 'Consent') await warnOfUnobeyed({ store, log }, tenant)
        return
      }
      if (outcome === 'waiting') await sleep(waitMs)
      else batches += 1
    }
  })
}

/** D56: such a Consent is refused today; its author has to name the patient. */
async function warnOfUnobeyed({ store, log }: Pick<Reindexing, 'store' | 'log'>, tenant: string): Promise<void> {
  const count = await store.transactAsSystem(tenant, countUnobeyed)
  if (count > 0) log.warn('consent.unobeyed', { tenant, count })
}
