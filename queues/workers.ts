/** Everything that works in the background of one process: the relay and the workers. */
import type { Transports } from '../src/channels/channels.ts'
import type { Log } from '../src/log.ts'
import type { Store } from '../src/store/store.ts'
import type { Backend } from './backend.ts'
import { drainLane } from './deliver.ts'
import { type Generation, runGeneration } from './generate.ts'
import { startRelay } from './relay.ts'
import { openRenderer, renderRelease } from './render.ts'
import { openRenderPool } from './render-pool.ts'

export type Background = {
  readonly store: Store
  readonly backend: Backend
  readonly transports: Transports
  readonly log: Log
} & Pick<Generation, 'draft' | 'verify'>

export type Workers = { readonly stop: () => Promise<void> }

const graceMs = 2_000
const renderThreads = 2

export function startWorkers({ store, backend, transports, log, draft, verify }: Background): Workers {
  const stopping = new AbortController()
  const cutting = new AbortController()
  const pool = openRenderPool(renderThreads)
  const renderer = openRenderer({ store, pool })
  const delivering = { store, transports, renderer, log, stopping: stopping.signal, cutting: cutting.signal }
  const relay = startRelay({ store, backend, log })
  backend.work('generate', (wakeUp) => runGeneration({ store, log, draft, verify }, wakeUp))
  backend.work('render', (wakeUp) => renderRelease({ store, renderer }, wakeUp))
  backend.work('deliver', (wakeUp) => drainLane(delivering, wakeUp))
  return {
    /** New work stops at once; what is under way ends. What was cut off is due again at the next start. */
    async stop() {
      stopping.abort()
      const cut = setTimeout(() => cutting.abort(), graceMs)
      await relay.stop()
      await backend.close()
      await pool.close()
      clearTimeout(cut)
    },
  }
}
