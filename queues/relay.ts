/** The relay: turns committed outbox rows into wake-ups, and wakes again what is due and nobody works on. STORE.md "Writes". */
import { randomUUID } from 'node:crypto'
import { errorFields, type Log } from '../src/log.ts'
import { listDueExports } from '../src/store/bulk-export/bulk-exports.ts'
import { listDueJobs } from '../src/store/job-moves.ts'
import { jobKinds } from '../src/store/jobs.ts'
import { listDueLanes } from '../src/store/leases.ts'
import { type OutboxTopic, relayOutbox } from '../src/store/outbox.ts'
import { listDueReindexes } from '../src/store/reindex/reindex-queue.ts'
import { listUnrendered } from '../src/store/released-documents.ts'
import type { Store } from '../src/store/store.ts'
import { listDueSubscriptions } from '../src/store/subscriptions/subscriptions.ts'
import type { Backend } from './backend.ts'
import { type QueueName, queueTable } from './queues.ts'

const pollMs = 50
const sweepMs = 500
/** As long as a lease: a wake-up may have gone to another process that died with it. */
const periodMs = 15_000
const batch = 200

export type Relay = { readonly stop: () => Promise<void> }

type Relaying = { readonly store: Store; readonly backend: Backend; readonly log: Log }

/** Hinted after each commit of this process; polls for those of others. */
export function startRelay({ store, backend, log }: Relaying): Relay {
  const runId = randomUUID()
  let stopped = false
  let wake: () => void = () => undefined
  let hinted = false
  store.onOutbox(() => {
    hinted = true
    wake()
  })
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      if (hinted || stopped) return resolve()
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async (): Promise<void> => {
    let sweptAt = 0
    while (!stopped) {
      hinted = false
      try {
        while ((await relayBatch(store, backend)) === batch && !stopped);
        if (Date.now() - sweptAt >= sweepMs) {
          sweptAt = Date.now()
          await sweep({ store, backend, run: runId })
        }
      } catch (error) {
        log.warn('relay.error', errorFields(error))
        await new Promise((resolve) => setTimeout(resolve, sweepMs))
      }
      await pause()
    }
  }
  const running = run()
  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}

/** A crash between adding and deleting wakes twice, which does nothing twice. Answers how many it relayed. */
const relayBatch = (store: Store, backend: Backend): Promise<number> =>
  relayOutbox(store.system, batch, async ({ seq, topic, tenant, subject }) => {
    const queue = queueOf(topic)
    if (queue !== undefined) await backend.add(queue, `o-${seq}`, { tenant, subject })
  })

const queueOf = (topic: OutboxTopic | undefined): QueueName | undefined =>
  queueTable.find((row) => row.topic === topic)?.name

type Sweep = {
  readonly store: Store
  readonly backend: Backend
  /** Of this start: a wake-up that died with an earlier process must not stand in the way of a new one. */
  readonly run: string
}

/** A lost wake-up, a worker that died, a retry whose time has come. A queue keeps one wake-up of this run and period for each. */
async function sweep({ store, backend, run }: Sweep): Promise<void> {
  const period = Math.floor(Date.now() / periodMs)
  const add = (queue: QueueName, tenant: string, subject: string): Promise<void> =>
    backend.add(queue, `s-${run}-${period}-${tenant}-${subject}`, { tenant, subject })
  for (const { tenant, id, kind } of await listDueJobs(store.system, batch)) {
    const queue = queueOf(jobKinds.find((row) => row.kind === kind)?.topic)
    if (queue !== undefined) await add(queue, tenant, id)
  }
  for (const { tenant, lane } of await listDueLanes(store.system, batch)) await add('deliver', tenant, lane)
  for (const { tenant, id } of await listDueExports(store.system, batch)) await add('export', tenant, id)
  for (const { tenant, id } of await listUnrendered(store.system, batch)) await add('render', tenant, id)
  for (const { tenant, id } of await listDueSubscriptions(store.system, batch)) await add('notify', tenant, id)
  for (const { tenant, subject } of await listDueReindexes(store.system, batch)) await add('reindex', tenant, subject)
}
