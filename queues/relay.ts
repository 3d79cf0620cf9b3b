/** The relay: turns committed outbox rows into wake-ups of queues. ARCHITECTURE.md "The way of a release". */
import { setTimeout as sleep } from 'node:timers/promises'
import { errorFields, type Log } from '../src/core/log.ts'
import { hasOutbox, relayOutbox } from '../src/store/outbox.ts'
import type { Store } from '../src/store/store.ts'
import type { Backend } from './backend.ts'
import { openPace } from './pace.ts'
import { queueOf } from './queues.ts'

/** Where something is left, or no other process is heard. */
const askMs = 50
/** Whatever happens: a wake-up may be lost. What it was for is found as due work meanwhile. */
const safetyMs = 5_000
/** A queue that is gone is not asked without a pause. */
const failedMs = 500
const batch = 200

export type Relay = { readonly stop: () => Promise<void> }

type Relaying = { readonly store: Store; readonly backend: Backend; readonly log: Log }

/** Woken after each commit that leaves something in the outbox, by whichever process; a wake-up that is lost is made up for by asking. */
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
        await sleep(failedMs, undefined, { signal }).catch(() => undefined)
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

/** Answers whether rows are left that some running transaction, or another relay, holds back. */
async function relayAll(store: Store, backend: Backend, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const { count, isLeft } = await relayBatch(store, backend)
    if (count < batch || signal.aborted) return isLeft
  }
}

/** A crash between adding and deleting wakes twice, which does nothing twice. */
const relayBatch = (store: Store, backend: Backend): Promise<{ readonly count: number; readonly isLeft: boolean }> =>
  relayOutbox(store.system, batch, async ({ seq, topic, tenant, subject }) => {
    const queue = queueOf(topic)
    if (queue !== undefined) await backend.add(queue, `o-${seq}`, { tenant, subject })
  })
