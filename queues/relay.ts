/** The relay: turns committed outbox rows into wake-ups of queues. docs/design/store.md#outbox. */

import { errorFields, type Log } from '../src/core/log.ts'
import { pause } from '../src/core/pause.ts'
import { hasOutbox, relayOutbox } from '../src/store/outbox.ts'
import type { Store } from '../src/store/store.ts'
import type { Backend } from './backend.ts'
import { openPace } from './pace.ts'
import { queueOf } from './queues.ts'

/** If rows are left, or no other process can be heard. */
const askMs = 50
/** In any case, because a wake-up may be lost; until then a sweep finds its work. */
const safetyMs = 5_000
/** Pause after a queue could not be reached. */
const failedMs = 500
const batch = 200

export type Relay = { readonly stop: () => Promise<void> }

type Relaying = { readonly store: Store; readonly backend: Backend; readonly log: Log }

/** Woken after each commit with outbox rows, of any process; asking regularly replaces a lost wake-up. */
export function startRelay({ store, backend, log }: Relaying): Relay {
  const stopping = new AbortController()
  const { signal } = stopping
  const { wakeUps } = store
  const { wait } = openPace({ listen: (wake) => wakeUps.listen('outbox', wake), restMs: 0, signal })
  const run = async (): Promise<void> => {
    let isWoken = true
    while (!signal.aborted) {
      let isLeft = true
      try {
        isLeft = (isWoken || (await hasOutbox(store.system))) && (await relayAll(store, backend, signal))
      } catch (error) {
        log.warn('relay.error', errorFields(error))
        await pause(failedMs, signal)
      }
      isWoken = await wait(isLeft || !wakeUps.isListening ? askMs : safetyMs)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Answers whether a running transaction, or another relay, holds rows back. */
async function relayAll(store: Store, backend: Backend, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const { count, isLeft } = await relayBatch(store, backend)
    if (count < batch || signal.aborted) return isLeft
  }
}

/** A crash between adding and deleting wakes twice, which does no harm. */
const relayBatch = (store: Store, backend: Backend): Promise<{ readonly count: number; readonly isLeft: boolean }> =>
  relayOutbox(store.system, batch, async ({ seq, topic, tenant, subject }) => {
    const queue = queueOf(topic)
    if (queue !== undefined) await backend.add(queue, `o-${seq}`, { tenant, subject })
  })
