/** Everything that works in the background of one process: the relay and the workers. */
import type { Transports } from '../src/channels/channels.ts'
import type { Log } from '../src/log.ts'
import type { Store } from '../src/store/store.ts'
import type { Backend } from './backend.ts'
import { drainLanes } from './deliver.ts'
import { type BulkSettings, runExport } from './export.ts'
import { startFollower } from './follow.ts'
import { runGeneration } from './generate.ts'
import { openLaneLimit } from './lane-limit.ts'
import { type Notifying, notifySubscription } from './notify.ts'
import { reindexType } from './reindex.ts'
import { startRelay } from './relay.ts'
import { openRenderer, renderRelease } from './render.ts'
import { startSealer } from './sealer.ts'
import type { Threads } from './threads.ts'

export type Background = {
  readonly store: Store
  readonly backend: Backend
  readonly transports: Transports
  readonly threads: Threads
  /** What exports are made with. */
  readonly bulk: BulkSettings
  readonly subscriptions: Pick<Notifying, 'rules' | 'send' | 'attempts'>
  readonly log: Log
}

export type Workers = { readonly stop: () => Promise<void> }

const graceMs = 2_000

export function startWorkers(background: Background): Workers {
  const { store, backend, transports, threads, bulk, subscriptions, log } = background
  const stopping = new AbortController()
  const cutting = new AbortController()
  const renderer = openRenderer({ store, pool: threads })
  const signals = { stopping: stopping.signal, cutting: cutting.signal }
  const delivering = { store, transports, renderer, log, laneLimit: openLaneLimit(), ...signals }
  const notifying = { store, ...subscriptions, log, laneLimit: openLaneLimit(), ...signals }
  const follower = startFollower({ store, rules: subscriptions.rules, log })
  const relay = startRelay({ store, backend, log })
  const sealer = startSealer({ store, log })
  backend.work('generate', (wakeUp) => runGeneration({ store, log, threads }, wakeUp))
  backend.work('render', (wakeUp) => renderRelease({ store, renderer }, wakeUp))
  backend.work('export', (wakeUp) => runExport({ store, log, bulk, ...signals }, wakeUp))
  backend.work('deliver', (wakeUp) => drainLanes(delivering, wakeUp))
  backend.work('notify', (wakeUp) => notifySubscription(notifying, wakeUp))
  backend.work('reindex', (wakeUp) => reindexType({ store, log, stopping: stopping.signal }, wakeUp))
  return {
    /** New work stops at once; what is under way ends. What was cut off is due again at the next start. */
    async stop() {
      stopping.abort()
      const cut = setTimeout(() => {
        cutting.abort()
        void threads.close()
      }, graceMs)
      await follower.stop()
      await relay.stop()
      await backend.close()
      await sealer.stop()
      clearTimeout(cut)
    },
  }
}
