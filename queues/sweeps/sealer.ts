/** Seals audit records after their requests, in any number of worker processes. docs/design/store.md#audit. */

import { errorFields, type Log } from '../../src/core/log.ts'
import type { Store } from '../../src/store/store.ts'
import { type Repeating, repeat } from './repeat.ts'

const everyMs = 1_500
/** Well within `sealWithinMs`, and long enough that records of a quiet tenant share a batch. */
const ageMs = 1_500

type Sealing = { readonly store: Store; readonly log: Log }

export function startSealer({ store, log }: Sealing): Repeating {
  const failure = 'sealer.error'
  const sealing = repeat({ ...{ everyMs, failure, log }, work: () => store.sealAudit(ageMs) })
  return {
    async stop() {
      await sealing.stop()
      // The rest would wait for the next start.
      await store.sealAudit(0).catch((error: unknown) => log.warn(failure, errorFields(error)))
    },
  }
}
