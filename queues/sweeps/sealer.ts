/** Seals audit records behind the requests that made them, in any number of worker processes. STORE.md "Audit". */
import { setTimeout as sleep } from 'node:timers/promises'
import { errorFields, type Log } from '../../src/core/log.ts'
import type { Store } from '../../src/store/store.ts'

const pollMs = 1_500
/** Well within what `sealWithinMs` promises, and long enough that a quiet tenant's records share a batch. */
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
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    // What is left would otherwise wait for the next start.
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
