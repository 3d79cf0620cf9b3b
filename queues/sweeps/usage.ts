/** Rolls usage up after the requests that it counts, in any number of worker processes. docs/design/store.md#audit. */

import { errorFields, type Log } from '../../src/core/log.ts'
import { pause } from '../../src/core/pause.ts'
import type { Store } from '../../src/store/store.ts'
import { rollUpUsage } from '../../src/store/usage/usage-rollup.ts'

/** Records that are not rolled up are counted themselves, so nobody waits. */
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
      await pause(pollMs, stopping.signal)
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
