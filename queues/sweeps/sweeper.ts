/** Deletes rows whose time has passed, in any number of worker processes. docs/design/hub.md#time-and-keeping. */

import { errorFields, type Log } from '../../src/core/log.ts'
import { pause } from '../../src/core/pause.ts'
import { sweepOld } from '../../src/store/operations/sweep.ts'
import type { Store } from '../../src/store/store.ts'

const everyMs = 600_000

export type Sweeper = { readonly stop: () => Promise<void> }

export function startSweeper({ store, log }: { readonly store: Store; readonly log: Log }): Sweeper {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const count = await sweepOld(store.system)
        if (count > 0) log.info('swept', { count })
      } catch (error) {
        log.warn('sweeper.error', errorFields(error))
      }
      await pause(everyMs, stopping.signal)
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
