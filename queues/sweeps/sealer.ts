/** Seals audit records after their requests, in any number of worker processes. docs/design/store.md#audit. */

import { errorFields, type Log } from '../../src/core/log.ts'
import { pause } from '../../src/core/pause.ts'
import type { Store } from '../../src/store/store.ts'

const pollMs = 1_500
/** Well within `sealWithinMs`, and long enough that records of a quiet tenant share a batch. */
const ageMs = 1_500

export type Sealer = { readonly stop: () => Promise<void> }

type Sealing = { readonly store: Store; readonly log: Log }

export function startSealer({ store, log }: Sealing): Sealer {
  const stopping = new AbortController()
  const seal = (olderMs: number): Promise<unknown> =>
    store.sealAudit(olderMs).catch((error: unknown) => log.warn('sealer.error', errorFields(error)))
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await seal(ageMs)
      await pause(pollMs, stopping.signal)
    }
    // The rest would wait for the next start.
    await seal(0)
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
