/** Rolls usage up behind the requests that it counts, in any number of worker processes. STORE.md "Writes". */
import { setTimeout as sleep } from 'node:timers/promises'
import { errorFields, type Log } from '../../src/core/log.ts'
import type { Store } from '../../src/store/store.ts'
import { rollUpUsage } from '../../src/store/usage/usage-rollup.ts'

/** What is not rolled up is counted from its records, so nobody waits for it. */
const pollMs = 5_000

export type UsageRoller = { readonly stop: () => Promise<void> }

type Rolling = { readonly store: Pick<Store, 'system'>; readonly log: Log }

export function startUsageRoller({ store, log }: Rolling): UsageRoller {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await rollUpUsage(store.system, stopping.signal).catch((error: unknown) =>
        log.warn('usage.error', errorFields(error)),
      )
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)
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
