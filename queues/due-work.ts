/** Wakes due work again that nobody does: a lost wake-up, a dead worker, a retry whose time has come. */
import { randomUUID } from 'node:crypto'
import { errorFields, type Log } from '../src/core/log.ts'
import { listDue } from '../src/store/operations/due.ts'
import type { Store } from '../src/store/store.ts'
import type { Backend } from './backend.ts'
import { openPace } from './pace.ts'
import { queueOf } from './queues.ts'

/** Work that others left is found within that time; work of this process's workers as soon as it is due. */
const everyMs = 2_000
const restMs = 500
/** As long as a lease: a wake-up may have gone to a process that died with it. */
const periodMs = 15_000
const limit = 200

export type DueWork = { readonly stop: () => Promise<void> }

type Waking = { readonly store: Store; readonly backend: Backend; readonly log: Log }

export function startDueWork({ store, backend, log }: Waking): DueWork {
  const stopping = new AbortController()
  // Belongs to this start: a wake-up that died with an earlier process must not block a new one.
  const run = randomUUID()
  /** Answers the milliseconds until there is more to do, as far as is known. */
  const wakeDue = async (): Promise<number> => {
    const period = Math.floor(Date.now() / periodMs)
    let nextMs = everyMs
    for (const { topic, tenant, subject, inMs } of await listDue(store.system, { limit, aheadMs: everyMs })) {
      const queue = queueOf(topic)
      if (inMs > 0) nextMs = Math.min(nextMs, inMs)
      // A queue keeps one wake-up of this run and period for each.
      else if (queue !== undefined)
        await backend.add(queue, `s-${run}-${period}-${tenant}-${subject}`, { tenant, subject })
    }
    return nextMs
  }
  const wakeAll = async (): Promise<void> => {
    const { wait } = openPace({ listen: backend.onWorked, restMs, signal: stopping.signal })
    while (!stopping.signal.aborted) {
      const nextMs = await wakeDue().catch((error: unknown) => {
        log.warn('due-work.error', errorFields(error))
        return restMs
      })
      await wait(nextMs)
    }
  }
  const running = wakeAll()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
